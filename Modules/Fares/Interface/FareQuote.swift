public import DataSourceInterface
public import Documents
public import Mediator

/// The price of a journey, or why none is known.
public struct FareQuote: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The station or place where the journey starts.
  public let from: StopReference
  /// The station or place where it ends.
  public let to: StopReference
  /// The date from whose 00:00 the times of the rides are counted; nil for given rides, and
  /// without rides.
  public let date: CalendarDate?
  /// The rides in travel order; empty for a visit of one station, and on a day without trains, for
  /// which the price is that of the usual route.
  public let rides: [FareRide]
  /// The name of the rider category; nil for fares without one.
  public let rider: String?
  /// The least price with the medium that needs no card; of several such media, the highest. Nil
  /// when no fare is known, which does not mean that the journey is free.
  public let price: Money?
  /// The prices by fare medium, if the price depends on it; `price` is the first.
  public let media: [MediumPrice]
  /// The fares that make up the price, in travel order.
  public let fares: [AppliedFare]
  /// Why no fare is known or, with a price for a day without trains, why no train runs; otherwise
  /// nil.
  public let reason: String?
  /// What to know about the fares, such as that they are samples; nil for nothing.
  public let notice: String?

  /// Creates a quote.
  public init(
    city: CityID, from: StopReference, to: StopReference, date: CalendarDate?, rides: [FareRide],
    rider: String?, price: Money?, media: [MediumPrice] = [], fares: [AppliedFare],
    reason: String?, notice: String?
  ) {
    self.city = city
    self.from = from
    self.to = to
    self.date = date
    self.rides = rides
    self.rider = rider
    self.price = price
    self.media = media
    self.fares = fares
    self.reason = reason
    self.notice = notice
  }

  /// The rider category and the fare medium of the price in words, such as `Adult, Cash`; nil for
  /// neither.
  public var conditions: String? {
    let parts = [rider, media.first?.medium].compactMap(\.self)
    return price == nil || parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// The price of a journey that is paid with one fare medium.
public struct MediumPrice: Codable, Hashable, Sendable {
  /// The name of the medium, such as a card; nil for a price for which the feed gives none.
  public let medium: String?
  /// The price.
  public let price: Money

  /// Creates a price.
  public init(medium: String?, price: Money) {
    self.medium = medium
    self.price = price
  }
}

/// One fare that a passenger pays for a part of a journey.
public struct AppliedFare: Codable, Hashable, Sendable {
  /// The feed's `fare_id` or `fare_product_id`; nil for a change that costs nothing.
  public let id: String?
  /// The name for people; nil when the feed gives none.
  public let name: String?
  /// The price.
  public let price: Money
  /// The name of the rider category; nil for everybody.
  public let rider: String?
  /// The name of the fare medium; nil when the feed gives none.
  public let medium: String?
  /// The number of the first ride that it pays for, counted from 0. A quote without `rides` is of
  /// the usual route, whose rides it counts.
  public let firstRide: Int
  /// How many rides it pays for.
  public let rides: Int
  /// The rule that applies, in words.
  public let rule: String

  /// Creates a fare for some rides.
  public init(
    id: String?, name: String?, price: Money, rider: String? = nil, medium: String? = nil,
    firstRide: Int, rides: Int, rule: String
  ) {
    self.id = id
    self.name = name
    self.price = price
    self.rider = rider
    self.medium = medium
    self.firstRide = firstRide
    self.rides = rides
    self.rule = rule
  }
}

extension AppliedFare: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "firstRide": .init(
        "the number of the first ride that it pays for, counted from 0; in a quote without rides, of those "
          + "of the usual route"),
      "rides": "how many rides it pays for",
    ]
  }
}

/// What passengers of a city can buy.
public struct FareList: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The offers by price; empty when no price is known.
  public let fares: [FareOffer]
  /// The names of the rider categories, also when no price is known.
  public let riders: [String]
  /// The names of the fare media, also when no price is known.
  public let media: [String]
  /// What to know about the fares, such as that they are samples; nil for nothing.
  public let notice: String?

  /// Creates a list.
  public init(
    city: CityID, fares: [FareOffer], riders: [String], media: [String] = [], notice: String?
  ) {
    self.city = city
    self.fares = fares
    self.riders = riders
    self.media = media
    self.notice = notice
  }
}

extension [String] {
  /// The position of the name of a rider category or a fare medium that a text means: the whole
  /// name, or a part that no other name has, without regard to case and accents. Nil if there is
  /// none.
  package func firstIndex(matching text: String) -> Int? {
    let text = text.folded
    guard !text.isEmpty else { return nil }
    let parts = indices.filter { self[$0].folded.contains(text) }
    return firstIndex { $0.folded == text } ?? (parts.count == 1 ? parts[0] : nil)
  }
}

/// One thing that passengers can buy.
public struct FareOffer: Codable, Hashable, Sendable {
  /// The feed's `fare_id` or `fare_product_id`.
  public let id: String
  /// The name for people; nil when the feed gives none.
  public let name: String?
  /// The price.
  public let price: Money
  /// The name of the rider category; nil for everybody.
  public let rider: String?
  /// The name of the fare medium, such as a card; nil when the feed gives none.
  public let medium: String?
  /// How many changes it allows; nil without a limit, or if the feed does not say it.
  public let changes: Int?
  /// How many seconds after the first boarding the last one may be; nil without a limit.
  public let duration: Int?
  /// A journey that it pays for, such as `Elm → Oak`; nil unless its rules name zones.
  public let example: String?

  /// Creates an offer.
  public init(
    id: String, name: String?, price: Money, rider: String?, medium: String? = nil,
    changes: Int?, duration: Int?, example: String? = nil
  ) {
    self.id = id
    self.name = name
    self.price = price
    self.rider = rider
    self.medium = medium
    self.changes = changes
    self.duration = duration
    self.example = example
  }
}

extension FareOffer {
  /// Unique: several offers may have one id, for different riders and media.
  package var key: String { [id, rider ?? "", medium ?? ""].joined(separator: "\n") }
}

extension FareOffer: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "changes": "how many changes it allows; if missing, the feed gives no limit",
      "duration": "in seconds from the first boarding to the last; without a limit if missing",
      "example": "a journey that it pays for; if missing, its rules name no zones",
    ]
  }
}
