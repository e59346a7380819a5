extension [TrainGroup] {
  /// The same trains, with those that call at a stop twice cut into rounds, so that a search need
  /// not follow a train that runs in a loop all day. Rounds with the same calls are in one group,
  /// whichever trips of the timetable they belong to.
  ///
  /// No useful ride passes the stop where it ends or the stop where it began. Such rides are short,
  /// and each lies within one part: a round, followed by the calls that rides from it can reach.
  func cuttingLoops(stopCount: Int) -> [TrainGroup] {
    var lastGroup = [Int](repeating: -1, count: stopCount)
    let loops = indices.filter { number in
      var isLoop = false
      for call in self[number].calls {
        if lastGroup[Int(call.stop)] == number { isLoop = true }
        lastGroup[Int(call.stop)] = number
      }
      return isLoop
    }
    guard !loops.isEmpty else { return self }
    var builder = RoundBuilder(loops.map { self[$0] }, stopCount: stopCount)
    var isLoop = [Bool](repeating: false, count: count)
    for number in loops { isLoop[number] = true }
    for (number, group) in enumerated() {
      if isLoop[number] { builder.cut(group) } else { builder.groups.append(group) }
    }
    return builder.groups + builder.rounds
  }
}

/// Cuts loops into rounds.
private struct RoundBuilder {
  /// The groups that are not cut.
  var groups: [TrainGroup] = []
  private(set) var rounds: [TrainGroup] = []
  /// By the calls of rounds, their index in `rounds`.
  private var indexes: [[RaptorNetwork.Call]: Int] = [:]
  /// By stop, how many trips begin there.
  private let starts: [Int]

  init(_ loops: [TrainGroup], stopCount: Int) {
    starts = loops.reduce(into: Array(repeating: 0, count: stopCount)) { starts, loop in
      starts[Int(loop.calls[0].stop)] += loop.trips.count
    }
  }

  /// Adds the rounds of a loop. They begin where most trips begin, so that many trips share the
  /// calls of their rounds.
  mutating func cut(_ loop: TrainGroup) {
    let calls = loop.calls
    let reach = calls.longestUsefulRide
    guard calls.count > reach + 1 else { return groups.append(loop) }
    var first = 0
    while first < calls.count - 1 {
      let end = endOfRound(calls, from: first, reach)
      let reached = calls[end...].prefix(reach).map(\.withoutBoarding)
      add(Array(calls[first..<end]) + reached, loop.trips.map { $0.dropping(first) })
      first = end
    }
  }

  /// The position after a round: at most `reach` calls later, at the stop where most trips begin.
  ///
  /// Only the first round may be short. Each round has the calls of the next one, too, so many short
  /// ones would need much memory in a malicious feed.
  private func endOfRound(_ calls: [RaptorNetwork.Call], from first: Int, _ reach: Int) -> Int {
    guard first + reach < calls.count else { return calls.count }
    let shortest = first == 0 ? 1 : (reach + 1) / 2
    var end = first + shortest
    for position in end...first + reach
    where starts[Int(calls[position].stop)] >= starts[Int(calls[end].stop)] {
      end = position
    }
    return end
  }

  private mutating func add(_ calls: [RaptorNetwork.Call], _ trips: [RaptorNetwork.Trip]) {
    let index = indexes[calls, default: rounds.count]
    if index == rounds.count {
      indexes[calls] = index
      rounds.append(TrainGroup(calls: calls, trips: []))
    }
    rounds[index].trips += trips
  }
}

extension RaptorNetwork.Call {
  /// The call, where nobody may board.
  var withoutBoarding: Self {
    var copy = self
    copy.mayBoard = false
    return copy
  }
}

extension [RaptorNetwork.Call] {
  /// How many positions the longest ride spans that passes neither of its two stops on the way.
  fileprivate var longestUsefulRide: Int {
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
