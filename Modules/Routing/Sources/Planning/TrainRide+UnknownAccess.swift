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
    let unknownStops = ends.flatMap { boarding, alighting in
      (stepFree.entry(of: boarding) == .unknown ? [boarding] : [])
        + (stepFree.exit(of: alighting) == .unknown ? [alighting] : [])
    }
    let unknownTrains = trains.joined().filter {
      stepFree.train(ofLabel: Int(trips.label[$0.trip])) == .unknown
    }
    let changesStation = zip(ends, ends.dropFirst()).contains {
      stops.station[$0.1] != stops.station[$1.0]
    }
    return UnknownAccess(
      stops: unknownStops.withoutRepetitions.map { stopReference(ofStop: $0) },
      lines: unknownTrains.map { Int(patterns.route[$0.pattern]) }.withoutRepetitions
        .map { line(ofRoute: $0) },
      hasWalk: hasWalk || changesStation)
  }
}

extension [Int] {
  /// The numbers, each once.
  fileprivate var withoutRepetitions: [Int] {
    reduce(into: []) { numbers, number in if !numbers.contains(number) { numbers.append(number) } }
  }
}
