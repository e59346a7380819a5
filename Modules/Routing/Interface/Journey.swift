public import DataSourceInterface

/// A trip from one station to another on trains of one service day.
public struct Journey: Codable, Hashable, Sendable {
  /// When the first train leaves.
  public let departure: ServiceTime
  /// When the last train arrives.
  public let arrival: ServiceTime
  /// How many trains it uses.
  public let rides: Int
  /// The rides in travel order, with a change between consecutive rides.
  public let legs: [Leg]

  /// Creates a journey.
  public init(departure: ServiceTime, arrival: ServiceTime, rides: Int, legs: [Leg]) {
    self.departure = departure
    self.arrival = arrival
    self.rides = rides
    self.legs = legs
  }
}

extension Journey {
  /// The time from the first departure to the last arrival.
  public var duration: Duration { arrival - departure }

  /// How many times the passenger changes trains.
  public var changes: Int { max(0, rides - 1) }

  /// The number of changes in words: `direct`, `1 change` or `2 changes`.
  public var changesDescription: String {
    switch changes {
    case 0: "direct"
    case 1: "1 change"
    default: "\(changes) changes"
    }
  }

  /// The sum of the change times, without waiting.
  public var walking: Duration { changeLegs.reduce(.zero) { $0 + $1.duration } }

  /// The sum of the times spent waiting for the next train.
  public var waiting: Duration { changeLegs.reduce(.zero) { $0 + $1.wait } }

  /// The lines, in travel order.
  public var lines: [Line] { rideLegs.map(\.line) }

  /// The steps of the journey from start to destination, for display.
  public var nodes: [JourneyNode] {
    guard let first = rideLegs.first, let last = rideLegs.last else { return [] }
    return [.start(first.from, first.departure)] + legNodes + [.destination(last.to, last.arrival)]
  }

  private var legNodes: [JourneyNode] {
    var arrival = departure
    return legs.map { leg in
      switch leg {
      case .ride(let ride):
        arrival = ride.arrival
        return .ride(
          ride.line, direction: ride.headsign, stopsBetween: ride.intermediateStops.count,
          duration: ride.arrival - ride.departure)
      case .change(let change):
        let transferTime = change.duration + change.wait
        let boarding = ServiceTime(
          seconds: arrival.seconds + Int(transferTime.components.seconds))
        return .change(
          from: change.from, arrival, to: change.to, boarding, walking: change.duration,
          waiting: change.wait)
      }
    }
  }

  private var rideLegs: [Ride] {
    legs.compactMap { if case .ride(let ride) = $0 { ride } else { nil } }
  }

  private var changeLegs: [Change] {
    legs.compactMap { if case .change(let change) = $0 { change } else { nil } }
  }
}

/// One step of a journey as it is displayed, from top to bottom.
public enum JourneyNode: Hashable, Sendable {
  /// The platform where the first train is boarded, and its departure.
  case start(Place, ServiceTime)
  /// A ride on a line in a direction, with the number of intermediate stops.
  case ride(Line, direction: String, stopsBetween: Int, duration: Duration)
  /// A change: the platform and time of the arrival, and those of the next departure.
  case change(
    from: Place, ServiceTime, to: Place, ServiceTime, walking: Duration, waiting: Duration)
  /// The platform where the last train is left, and its arrival.
  case destination(Place, ServiceTime)
}
