import DataSourceInterface
import RoutingInterface

extension Timetable {
  /// How many calls the trains of a network of two layers may have.
  private static let maximumLayeredCalls = 10_000_000

  /// Checks how many calls the network of two layers has for journeys via one of `waypoints`: a
  /// train has all of its later calls once more for each time that it passes one of them.
  /// - Throws: `RoutingError.tooManyPasses`.
  func checkPasses(of waypoints: Range<Int>, named name: String) throws(RoutingError) {
    var count = 0
    for pattern in 0..<patterns.count {
      let calls = patterns.calls(of: pattern)
      for call in calls where waypoints.contains(Int(patterns.stop[call])) {
        count += calls.upperBound - call
      }
      guard count <= Self.maximumLayeredCalls else { throw .tooManyPasses(name) }
    }
  }
}

extension [TrainGroup] {
  /// The same trains in a network of two layers, for journeys via one of `waypoints`. The second
  /// layer is a copy in which all stop numbers are higher by `stopCount`. A passenger enters it by
  /// riding through a waypoint or by changing there.
  func via(_ waypoints: Range<Int>, stopCount: Int) -> [TrainGroup] {
    map { group in
      var layered = group
      layered.parts = group.parts.flatMap { $0.via(waypoints, stopCount: stopCount) }
      return layered
    }
  }
}

extension TrainGroup.Part {
  /// The parts of this one in the two layers.
  fileprivate func via(_ waypoints: Range<Int>, stopCount: Int) -> [Self] {
    var parts: [Self] = []
    func append(from first: Int, _ calls: [RaptorNetwork.Call]) {
      guard calls.count > 1 else { return }
      parts.append(Self(skippedCalls: skippedCalls + first, calls: calls))
    }
    let before = calls
    let after = before.map { call in
      RaptorNetwork.Call(
        stop: call.stop + Int32(stopCount), mayBoard: call.mayBoard, mayAlight: call.mayAlight)
    }
    append(from: 0, after)
    var first = 0
    for visit in before.indices where waypoints.contains(Int(before[visit].stop)) {
      if first < visit {
        append(from: first, before[first..<visit] + after[visit...].map(\.withoutBoarding))
      }
      first = visit + 1
    }
    append(from: first, [RaptorNetwork.Call](before[first...]))
    return parts
  }
}

extension ChangeTimes {
  /// The changes in a network of two layers; see `via` for trains.
  func via(_ waypoints: Range<Int>, stopCount: Int) -> ChangeTimes {
    let rows = (0..<stopCount).map { Array(from($0)) }
    func inSecondLayer(_ row: Row) -> Row {
      Row(to: row.to + Int32(stopCount), seconds: row.seconds)
    }
    let before = rows.map { $0.map { waypoints.contains(Int($0.to)) ? inSecondLayer($0) : $0 } }
    return ChangeTimes(before + rows.map { $0.map(inSecondLayer) })
  }
}
