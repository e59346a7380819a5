public import DataSourceInterface
public import Mediator
public import RoutingInterface

/// Plans the journeys that people ask for, with their prices.
public enum Journeys: Interface {
  /// The target of the actions, whose names are older than the module.
  public static let target = "routing"

  /// Plans the journeys between two stations or places.
  public static let plan = Action<JourneyQuery, JourneyPlan>(Journeys.self, "plan", .reads, .remote)
  /// Finds the last train between two stations or places, and explains why no later one works.
  public static let lastTrain = Action<LastTrainQuery, LastTrain>(
    Journeys.self, "lastTrain", .reads, .remote)
  /// Lists the first and last departures of a station, by line and direction.
  public static let firstLast = Action<StationDeparturesQuery, StationDepartures>(
    Journeys.self, "firstLast", .reads, .remote)
}

/// A person asked for a journey, and the plan was computed.
///
/// It is published once per question that a person asks: by a command, or when the Journey scene
/// shows two other stations or places, or the same with other options. Plans that a program
/// requests do not publish it.
public struct JourneyPlanned: Event, Encodable {
  /// False: the person has the journeys already.
  public static let mustBeHandled = false
  /// The city that both ends belong to.
  public let city: CityID
  /// The station or place where the journey starts.
  public let from: PointOfInterest
  /// The station or place where the journey ends.
  public let to: PointOfInterest
  /// The question with its options. It names the city, so that it has the same answer when another
  /// city is the current one.
  public let query: JourneyQuery

  /// Creates the event.
  /// - Parameter query: The question; nil for one without options.
  public init(
    city: CityID, from: PointOfInterest, to: PointOfInterest, query: JourneyQuery? = nil
  ) {
    self.city = city
    self.from = from
    self.to = to
    var query = query ?? JourneyQuery(from: from.reference, to: to.reference)
    query.city = city
    self.query = query
  }
}

/// A person selected another departure of the journeys in the Journey scene.
public struct JourneySelected: Event {
  /// The question, to which the selected journey is the answer that arrives first.
  public let query: JourneyQuery

  /// Creates the event.
  public init(_ query: JourneyQuery) {
    self.query = query
  }
}

/// The origin and destination of a journey, and its time. A scene sends it up the responder chain
/// to open the Journey scene with both ends filled in.
public struct OriginDestination: Hashable, Sendable {
  /// The city that both ends belong to.
  public let city: CityID
  /// The station or place where the journey starts.
  public let from: PointOfInterest
  /// The station or place where the journey ends.
  public let to: PointOfInterest
  /// When the journey should take place; nil for now.
  public let time: JourneyTime?
  /// The query whose other options, such as the lines to avoid, the journey has; nil for none.
  public let query: JourneyQuery?

  /// Creates a pair of two stations or places of `city`.
  public init(
    city: CityID, from: PointOfInterest, to: PointOfInterest, at time: JourneyTime? = nil,
    optionsOf query: JourneyQuery? = nil
  ) {
    self.city = city
    self.from = from
    self.to = to
    self.time = time
    self.query = query
  }

  /// Creates a pair whose journey must be free of steps if `stepFree` is true.
  public init(city: CityID, from: PointOfInterest, to: PointOfInterest, stepFree: Bool?) {
    self.init(
      city: city, from: from, to: to,
      optionsOf: JourneyQuery(
        from: from.reference, to: to.reference, city: city, stepFree: stepFree))
  }
}
