public import DataSourceInterface
public import Documents
public import Mediator

/// Says what journeys cost, by the fares of a city's feed.
public enum Fares: Interface {
  /// Returns the price of the cheapest of the journeys between two stations or places.
  public static let quote = Action<FareQuery, FareQuote>(Fares.self, "quote", .reads, .remote)
  /// Returns the price of rides, such as those of a planned journey.
  public static let price = Action<RidesQuery, FareQuote>(native: Fares.self, "price")
  /// Returns what passengers of a city can buy.
  public static let list = Action<CityQuery, FareList>(
    Fares.self, "list", .reads, .remote, summary: "List what passengers of a city can buy")
  /// Returns the offer of a fare.
  public static let offer = Action<OfferQuery, FoundOffer>(native: Fares.self, "offer")
}

/// A query for the price of a journey between two stations or places.
public struct FareQuery: Codable, Hashable, Sendable {
  /// The station or place to start from, as in a query for journeys.
  public let from: String
  /// The station or place to go to, in the same form. For the station of `from`, the price of
  /// entering and leaving it.
  public let to: String
  /// The city; nil for the current one.
  public let city: CityID?
  /// The rider category: its id, its name or a part of it. Nil for the fares that the feed calls
  /// the default, and those for everybody.
  public let rider: String?
  /// The fare medium: its id, its name or a part of it. Nil for the one that needs no card.
  public let medium: String?
  /// The earliest departure; nil for now.
  public let depart: TimeExpression?
  /// The date of the departure; nil for today, or for the next occurrence of the time.
  public let date: DayExpression?

  /// Creates a query for the price of a journey from `from` to `to`.
  public init(
    from: String, to: String, city: CityID? = nil, rider: String? = nil, medium: String? = nil,
    depart: TimeExpression? = nil, date: DayExpression? = nil
  ) {
    self.from = from
    self.to = to
    self.city = city
    self.rider = rider
    self.medium = medium
    self.depart = depart
    self.date = date
  }
}

extension FareQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "from": .init(
        "where to start: a station's name, id:…, @lat,lon, or the name of a bookmark",
        suggestions: .stations),
      "to": .init("the destination, in the same form", suggestions: .stations), "city": .city,
      "rider": .rider("the usual fares"), "medium": .medium("the one that needs no card"),
      "depart": .depart, "date": .date,
    ]
  }
}

extension FieldDescription {
  /// A rider category.
  /// - Parameter defaultValue: What a missing one means.
  public static func rider(_ defaultValue: LocalizedText) -> FieldDescription {
    FieldDescription(
      "the rider category, such as senior", default: defaultValue, valueName: "category",
      suggestions: .results(of: Fares.list) { $0.riders })
  }

  /// A fare medium.
  /// - Parameter defaultValue: What a missing one means.
  public static func medium(_ defaultValue: LocalizedText) -> FieldDescription {
    FieldDescription(
      "what the fare is paid with, such as cash or a card", default: defaultValue,
      valueName: "medium", suggestions: .results(of: Fares.list) { $0.media })
  }
}

/// A query for the price of rides.
public struct RidesQuery: Hashable, Sendable {
  /// The largest number of rides.
  public static let limit = 32

  /// The rides in travel order; at most `limit`.
  public let rides: [FareRide]
  /// The date that their times count from; nil if it is not known. Some prices depend on it.
  public let date: CalendarDate?
  /// The city; nil for the current one.
  public let city: CityID?
  /// The rider category, as in `FareQuery`.
  public let rider: String?
  /// The fare medium, as in `FareQuery`.
  public let medium: String?

  /// Creates a query for the price of rides.
  public init(
    rides: [FareRide], on date: CalendarDate? = nil, city: CityID? = nil, rider: String? = nil,
    medium: String? = nil
  ) {
    self.medium = medium
    self.rides = rides
    self.date = date
    self.city = city
    self.rider = rider
  }
}

/// A ride as far as its price depends on it. The rides in the JSON of a journey have this form.
public struct FareRide: Codable, Hashable, Sendable {
  /// The line.
  public let line: Line
  /// The platform where the train is boarded.
  public let from: StopReference
  /// The platform where the train is left.
  public let to: StopReference
  /// When the train leaves `from`.
  public let departure: ServiceTime
  /// When the train arrives at `to`.
  public let arrival: ServiceTime
  /// The stops between `from` and `to`, in order.
  public let through: [StopReference]
  /// The lines that the train is later, while the passenger stays in it; nil for none.
  public let laterLines: [Line]?

  /// Creates a ride.
  public init(
    line: Line, from: StopReference, to: StopReference, departure: ServiceTime,
    arrival: ServiceTime, through: [StopReference], laterLines: [Line]? = nil
  ) {
    self.laterLines = laterLines
    self.line = line
    self.from = from
    self.to = to
    self.departure = departure
    self.arrival = arrival
    self.through = through
  }
}

/// A query for one offer.
public struct OfferQuery: Hashable, Sendable {
  /// The id of the fare, as offers and quotes have it.
  public let fare: String
  /// The rider category, as in `FareQuery`. A fare for everybody suits every rider, and one for a
  /// single category needs no rider.
  public let rider: String?
  /// The fare medium, as in `FareQuery`; nil for the price without a medium, or else the only one.
  public let medium: String?
  /// The city; nil for the current one.
  public let city: CityID?

  /// Creates a query for the offer of a fare.
  public init(fare: String, rider: String? = nil, medium: String? = nil, city: CityID? = nil) {
    self.fare = fare
    self.rider = rider
    self.medium = medium
    self.city = city
  }
}

/// An offer of a city.
public struct FoundOffer: Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The offer.
  public let offer: FareOffer
  /// What to know about the fares, such as that they are samples; nil for nothing.
  public let notice: String?

  /// Creates an offer of a city.
  public init(city: CityID, offer: FareOffer, notice: String?) {
    self.city = city
    self.offer = offer
    self.notice = notice
  }
}
