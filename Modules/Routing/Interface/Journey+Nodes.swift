public import DataSourceInterface

extension Journey {
  /// How long it takes from the first departure to the last arrival.
  public var duration: Duration { arrival - departure }

  /// How often one changes trains.
  public var changes: Int { max(0, rides - 1) }

  /// How long all changes take by themselves.
  public var walking: Duration { allChanges.reduce(.zero) { $0 + $1.duration } }

  /// How long one waits for trains on the way.
  public var waiting: Duration { allChanges.reduce(.zero) { $0 + $1.wait } }

  /// The lines, in the order in which one takes them.
  public var lines: [Line] { allRides.map(\.line) }

  /// What there is to show, from start to destination.
  public var nodes: [JourneyNode] {
    guard let first = allRides.first, let last = allRides.last else { return [] }
    return [.start(first.from, first.departure)] + middle + [.destination(last.to, last.arrival)]
  }

  private var middle: [JourneyNode] {
    var arrival = departure
    return legs.map { leg in
      switch leg {
      case .ride(let ride):
        arrival = ride.arrival
        return .ride(
          ride.line, direction: ride.headsign, stopsBetween: ride.through.count,
          duration: ride.arrival - ride.departure)
      case .change(let change):
        let pause = change.duration + change.wait
        let boarding = ServiceTime(
          seconds: arrival.seconds + Int(pause.components.seconds))
        return .change(
          from: change.from, arrival, to: change.to, boarding, walking: change.duration,
          waiting: change.wait)
      }
    }
  }

  private var allRides: [Ride] {
    legs.compactMap { if case .ride(let ride) = $0 { ride } else { nil } }
  }

  private var allChanges: [Change] {
    legs.compactMap { if case .change(let change) = $0 { change } else { nil } }
  }
}
