extension Network {
  /// The same network with its longest lanes in parts, so that a search need not follow a train that
  /// goes round all day.
  ///
  /// Nobody gains by staying on board past the stop where he gets off, nor past the one where he got
  /// on: the rides that are left are short, and each lies within one part.
  var withoutLongLoops: Network {
    let loops = loops
    guard loops.contains(true) else { return self }
    var parts = LaneParts()
    for (lane, isLoop) in zip(lanes, loops) {
      let own = Array(calls(of: lane))
      let step = isLoop ? own.longestRide : own.count
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
  /// For each lane whether it calls at a stop twice.
  private var loops: [Bool] {
    var visitor = [Int](repeating: -1, count: stopCount)
    return lanes.indices.map { number in
      var isLoop = false
      for call in calls(of: lanes[number]) {
        if visitor[Int(call.stop)] == number { isLoop = true }
        visitor[Int(call.stop)] = number
      }
      return isLoop
    }
  }
}

extension [Network.Call] {
  /// How many positions the longest ride spans that passes neither of its ends in between.
  fileprivate var longestRide: Int {
    let stops = map { Int($0.stop) }
    var lastVisit = [Int](repeating: 0, count: 1 + (stops.max() ?? 0))
    var previous = [Int](repeating: 0, count: count)
    for index in indices where self[index].mayAlight {
      previous[index] = lastVisit[stops[index]]
      lastVisit[stops[index]] = index
    }
    var nextVisit = [Int](repeating: count, count: lastVisit.count)
    var next = [Int](repeating: count, count: count)
    for index in indices.reversed() where self[index].mayBoard {
      next[index] = nextVisit[stops[index]]
      nextVisit[stops[index]] = index
    }
    return indices.reduce(1) { longest, end in
      let begin = (previous[end]..<end).first { self[$0].mayBoard && next[$0] >= end } ?? end
      return Swift.max(longest, end - begin)
    }
  }
}
