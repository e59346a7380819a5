import DataSourceInterface
import RoutingInterface

extension Timetable {
  /// What is unknown about the parts of a journey without steps.
  /// - Parameters:
  ///   - trains: By train, the rides for which the passenger stays on it.
  ///   - hasWalk: Whether the journey begins or ends with a walk.
  func unknownAccess(of trains: [[TrainRide]], hasWalk: Bool) -> UnknownAccess {
    let ends = trains.compactMap { rides in
      rides.first.flatMap { first in
        rides.last.map { (first.calls.lowerBound, $0.calls.upperBound) }
      }
    }.map { (Int(patterns.stop[$0]), Int(patterns.stop[$1])) }
    let changes = zip(ends, ends.dropFirst()).map { (from: $0.1, to: $1.0) }
    var unknownStops = ends.prefix(1).map(\.0).filter { stepFree.entry(of: $0) == .unknown }
    for (from, to) in changes {
      let hasUnknownWay =
        stepFree.detours.way(from: from, to: to)
        .map { stepFree.access(ofDetour: $0) == .unknown } ?? false
      unknownStops += [from, to].filter { hasUnknownWay || stepFree.saysNothing(about: $0) }
    }
    unknownStops += ends.suffix(1).map(\.1).filter { stepFree.exit(of: $0) == .unknown }
    let unknownTrains = trains.joined().filter {
      stepFree.train(ofLabel: Int(trips.label[$0.trip])) == .unknown
    }
    let changesStation = changes.contains { stops.station[$0.from] != stops.station[$0.to] }
    return UnknownAccess(
      stops: unknownStops.withoutRepetitions.map { stopReference(ofStop: $0) },
      lines: unknownTrains.map { Int(patterns.route[$0.pattern]) }.withoutRepetitions
        .map { line(ofRoute: $0) },
      hasWalk: hasWalk || changesStation)
  }
}

extension Timetable.StepFreeAccess {
  /// Whether the access to a stop is unknown from and to the street, and on the platform.
  fileprivate func saysNothing(about stop: Int) -> Bool {
    [entry(of: stop), exit(of: stop), platform(of: stop)].allSatisfy { $0 == .unknown }
  }
}

extension [Int] {
  /// The numbers, each once.
  fileprivate var withoutRepetitions: [Int] {
    reduce(into: []) { numbers, number in if !numbers.contains(number) { numbers.append(number) } }
  }
}
