public import DataSourceInterface
public import Documents
public import Mediator

/// A trip from one station or place to another, by train or on foot.
public struct Journey: Codable, Hashable, Sendable {
  /// When the first train leaves, or the walk to it begins.
  public let departure: ServiceTime
  /// When the last train arrives, or the walk from it ends.
  public let arrival: ServiceTime
  /// How many trains it uses; 0 for a walk.
  public let rides: Int
  /// The rides in travel order, with a change between consecutive rides, and walks at the ends.
  public let legs: [Leg]
  /// The price for the usual rider category; nil when no fare is known, and before `Fares` has
  /// priced it.
  public private(set) var fare: Money?
  /// The rider category and the fare medium of the price in words, such as `Adult, Cash`; nil for
  /// neither.
  public private(set) var fareConditions: String?
  /// What is unknown about a journey that must be free of steps; nil for other journeys.
  public let unknownAccess: UnknownAccess?

  /// Creates a journey.
  public init(
    departure: ServiceTime, arrival: ServiceTime, rides: Int, legs: [Leg], fare: Money? = nil,
    unknownAccess: UnknownAccess? = nil
  ) {
    self.departure = departure
    self.arrival = arrival
    self.rides = rides
    self.legs = legs
    self.fare = fare
    self.unknownAccess = unknownAccess
  }

  /// Returns the journey with a price and its conditions.
  public func priced(_ fare: Money?, for conditions: String? = nil) -> Journey {
    var journey = self
    journey.fare = fare
    journey.fareConditions = conditions
    return journey
  }
}

extension Journey {
  /// The time from the departure to the arrival.
  public var duration: Duration { arrival - departure }

  /// Whether it has an expected time.
  public var isLive: Bool { rideLegs.contains(where: \.isLive) }

  /// How late the first train leaves, negative if it leaves early; nil where nothing is known.
  public var delay: Duration? { rideLegs.first?.delay }

  /// Whether it leaves at 02:00 after the evening of its date, or later.
  public var leavesLateAtNight: Bool { departure >= ServiceTime(seconds: 26 * 3600) }

  /// The arrival as it is shown beside the other times. A walk at the end, whose minutes are rounded
  /// up, is added to the minute in which it begins: a train that arrives at 15:30:10 and a walk of
  /// 40 s end at 15:31.
  public var shownArrival: ServiceTime {
    guard case .walk(let walk)? = legs.last else { return arrival }
    let start = arrival + (.zero - walk.duration)
    let minutes = Int((Double(start.seconds) / 60).rounded(.down))
    let walkMinutes = Int((walk.duration.components.seconds + 59) / 60)
    return ServiceTime(seconds: (minutes + walkMinutes) * 60, clockShift: arrival.clockShift)
  }

  /// The time between departure and arrival as clocks without seconds show them; at least a minute.
  public var clockDuration: Duration {
    func minute(_ time: ServiceTime) -> Int { Int((Double(time.seconds) / 60).rounded(.down)) }
    return .seconds(max(1, minute(shownArrival) - minute(departure)) * 60)
  }

  /// The price with its conditions, such as `EUR 1.40, Cash`; nil when no fare is known.
  public var fareDescription: String? {
    fare.map { fare in
      [fare.description, fareConditions].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// How many times the passenger changes trains.
  public var changes: Int { max(0, rides - 1) }

  /// The number of changes in words: `direct`, `1 change` or `2 changes`; `on foot` without trains.
  public var changesDescription: LocalizedText {
    switch changes {
    case 0: rides == 0 ? "on foot" : "direct"
    case 1: "1 change"
    default: "\(changes) changes"
    }
  }

  /// `08:00–08:14`, without spaces, so that a line break cannot separate the times; with `about`
  /// before it if the first train runs by its headway.
  public var timeRange: LocalizedText { "\(departureClock)–\(shownArrival.clock)" }

  /// `08:00`, or `about 08:00` if the first train runs by its headway.
  public var departureClock: LocalizedText {
    hasHeadway ? "about \(departure.clock)" : "\(departure.clock)"
  }

  /// Whether the first train runs by its headway, so that the times are not exact.
  public var hasHeadway: Bool { headway != nil }

  /// The headway of the first train: it may leave so much later. Nil for an exact departure.
  public var headway: Duration? { rideLegs.first?.headway }

  /// The sum of the walking and change times, without waiting.
  public var walking: Duration {
    legs.reduce(.zero) { sum, leg in
      switch leg {
      case .ride: sum
      case .change(let change): sum + change.duration
      case .walk(let walk): sum + walk.duration
      }
    }
  }

  /// The lines, in travel order.
  public var lines: [Line] { rideLegs.flatMap { [$0.line] + $0.continuations.map(\.line) } }

  /// The steps of the journey from start to destination, for display.
  public var nodes: [JourneyNode] {
    guard let start, let end else { return [] }
    return [.start(start, departure)] + legNodes + [.destination(end, shownArrival)]
  }

  private var start: StopReference? {
    switch legs.first {
    case .walk(let walk): StopReference(walk.from)
    case .ride(let ride): ride.from
    case .change, nil: nil
    }
  }

  private var end: StopReference? {
    switch legs.last {
    case .walk(let walk): StopReference(walk.to)
    case .ride(let ride): ride.to
    case .change, nil: nil
    }
  }

  private var legNodes: [JourneyNode] {
    var arrival = departure
    return legs.enumerated().flatMap { index, leg -> [JourneyNode] in
      switch leg {
      case .ride(let ride):
        arrival = ride.arrival
        return [
          .ride(
            ride.line, direction: ride.headsign, stopsBetween: ride.intermediateStops.count,
            duration: ride.arrival - ride.departure)
        ]
      case .change(let change):
        // The clocks may change before the next ride, which has its own time.
        let next = legs[(index + 1)...].lazy.compactMap(\.ride).first
        let boarding = next?.departure ?? arrival + change.duration + change.wait
        return [
          .change(
            from: change.from, arrival, to: change.to, boarding, walking: change.duration,
            waiting: change.wait, way: change.way)
        ]
      case .walk(let walk):
        let node = JourneyNode.walk(walk.duration, distance: walk.distance)
        let isDirect = legs.count == 1
        guard !isDirect else { return [node] }
        return index == 0
          // The clocks may change during the walk.
          ? [
            node,
            .platform(
              StopReference(walk.to), legs[1].ride?.departure ?? departure + walk.duration),
          ]
          : [.platform(StopReference(walk.from), arrival), node]
      }
    }
  }

  private var rideLegs: [Ride] { legs.compactMap(\.ride) }
}

/// One step of a journey as it is displayed, from top to bottom.
public enum JourneyNode: Hashable, Sendable {
  /// The place or the platform where the journey begins, and its departure.
  case start(StopReference, ServiceTime)
  /// A walk, with its straight distance in metres.
  case walk(Duration, distance: Int)
  /// The platform between a walk and a ride, and the time of the train there.
  case platform(StopReference, ServiceTime)
  /// A ride on a line in a direction, with the number of intermediate stops.
  case ride(Line, direction: String, stopsBetween: Int, duration: Duration)
  /// A change: the platform and time of the arrival, those of the next departure, and the way
  /// through the station.
  case change(
    from: StopReference, ServiceTime, to: StopReference, ServiceTime, walking: Duration,
    waiting: Duration, way: [WalkwayStep])
  /// The place or the platform where the journey ends, and its arrival as `Journey.shownArrival`.
  case destination(StopReference, ServiceTime)
}
