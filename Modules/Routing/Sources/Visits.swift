/// Where lanes can be boarded: for each stop, the lanes that call there, and at which position.
struct Visits: Sendable {
  private struct Visit: Sendable {
    var lane: Int32
    var position: Int32
  }

  private let first: [Int32]
  private let visits: [Visit]
  private let laneCount: Int

  init(_ lanes: Lanes, stopCount: Int) {
    var visitsByStop = [[Visit]](repeating: [], count: stopCount)
    for (number, lane) in lanes.all.enumerated() {
      for position in 0..<lane.positions where lanes.canBoard(lane, at: position) {
        visitsByStop[lanes.stop(lane, at: position)].append(
          Visit(lane: Int32(number), position: position))
      }
    }
    var first: [Int32] = [0]
    for visits in visitsByStop { first.append((first.last ?? 0) + Int32(visits.count)) }
    self.first = first
    visits = visitsByStop.flatMap(\.self)
    laneCount = lanes.all.count
  }

  /// How many stops there are.
  var stopCount: Int { first.count - 1 }

  /// The lanes that call at any of `stops`, each with the first position where it does.
  func first(of stops: [Int]) -> [(lane: Int32, position: Int32)] {
    var earliest = [Int32](repeating: .max, count: laneCount)
    var lanes: [Int32] = []
    for stop in stops {
      for visit in visits[Int(first[stop])..<Int(first[stop + 1])] {
        if earliest[Int(visit.lane)] == .max { lanes.append(visit.lane) }
        earliest[Int(visit.lane)] = min(earliest[Int(visit.lane)], visit.position)
      }
    }
    return lanes.map { ($0, earliest[Int($0)]) }
  }
}
