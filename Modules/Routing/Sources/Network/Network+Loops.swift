extension Network {
  /// The same network with its longest lanes in parts, so that a search need not follow a train that
  /// goes round all day.
  ///
  /// Nobody gains by staying on board past the stop where he gets off, nor past the one where he got
  /// on: the rides that are left are short, and each lies within one part.
  var withoutLongLoops: Network {
    guard hasLoop else { return self }
    var parts = LaneParts()
    for lane in lanes {
      let own = Array(calls[Int(lane.firstCall)..<Int(lane.firstCall + lane.positions)])
      let step = own.longestRide
      guard own.count > 3 * step else {
        parts.append(lane, from: 0, own)
        continue
      }
      for first in stride(from: 0, to: own.count - 1, by: step) {
        let overlap = own[first...].dropFirst(step).prefix(step).map { call in
          var copy = call
          copy.mayBoard = false
          return copy
        }
        parts.append(lane, from: first, own[first...].prefix(step) + overlap)
      }
    }
    return Network(
      stopCount: stopCount, lanes: parts.lanes, calls: parts.calls, times: times, trips: trips,
      changes: changes)
  }
}

extension Network {
  /// Whether any lane calls at a stop twice.
  private var hasLoop: Bool {
    var visitor = [Int](repeating: -1, count: stopCount)
    for (number, lane) in lanes.enumerated() {
      for call in calls[Int(lane.firstCall)..<Int(lane.firstCall + lane.positions)] {
        guard visitor[Int(call.stop)] != number else { return true }
        visitor[Int(call.stop)] = number
      }
    }
    return false
  }
}

extension [Network.Call] {
  /// How many positions the longest ride spans that passes neither of its ends in between.
  fileprivate var longestRide: Int {
    var lastVisit: [Int32: Int] = [:]
    var previous = [Int](repeating: 0, count: count)
    for index in indices where self[index].mayAlight {
      previous[index] = lastVisit[self[index].stop] ?? 0
      lastVisit[self[index].stop] = index
    }
    var nextVisit: [Int32: Int] = [:]
    var next = [Int](repeating: count, count: count)
    for index in indices.reversed() where self[index].mayBoard {
      next[index] = nextVisit[self[index].stop] ?? count
      nextVisit[self[index].stop] = index
    }
    return indices.reduce(1) { longest, end in
      let begin = (previous[end]..<end).first { self[$0].mayBoard && next[$0] >= end } ?? end
      return Swift.max(longest, end - begin)
    }
  }
}
