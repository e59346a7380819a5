extension [TrainGroup] {
  /// The same trains, with those that call at a stop twice cut into rounds, so that a search need
  /// not follow a train that runs in a loop all day. Rounds with the same calls are in one group,
  /// whichever trips of the timetable they belong to.
  ///
  /// No useful ride passes the stop where it ends or the stop where it began. Such rides are short,
  /// and each lies within one part: a round, followed by the calls that rides from it can reach.
  func cuttingLoops(stopCount: Int) -> [TrainGroup] {
    // By stop, the number of the last part that calls there.
    var lastPart = [Int](repeating: -1, count: stopCount)
    var number = 0
    let loops = map { group in
      group.parts.map { part in
        number += 1
        var isLoop = false
        for call in part.calls {
          if lastPart[Int(call.stop)] == number { isLoop = true }
          lastPart[Int(call.stop)] = number
        }
        return isLoop
      }
    }
    var builder = RoundBuilder(stopCount: stopCount)
    for (group, loops) in zip(self, loops) {
      for (part, isLoop) in zip(group.parts, loops) where isLoop {
        builder.countStarts(of: part, group.trips)
      }
    }
    let uncut = zip(self, loops).map { group, loops in
      var uncut = group
      uncut.parts = zip(group.parts, loops).filter { part, isLoop in
        !isLoop || !builder.cut(part, group.trips)
      }.map(\.0)
      return uncut
    }
    return uncut.filter { !$0.parts.isEmpty } + builder.rounds
  }
}

/// Cuts loops into rounds.
private struct RoundBuilder {
  private(set) var rounds: [TrainGroup] = []
  /// By the hash value of calls, the indexes in `rounds` of those that may have them. With the
  /// calls themselves as keys, they would be hashed again at each insertion and each time the table
  /// grows.
  private var indexes: [Int: [Int]] = [:]
  /// By stop, how many trips of loops begin there.
  private var starts: [Int]
  /// Memory of `longestUsefulRide`, by stop.
  private var positions: [Int]

  init(stopCount: Int) {
    starts = Array(repeating: 0, count: stopCount)
    positions = starts
  }

  mutating func countStarts(of loop: TrainGroup.Part, _ trips: [RaptorNetwork.Trip]) {
    starts[Int(loop.calls[0].stop)] += trips.count
  }

  /// Adds the rounds of a loop, and returns whether it has several. They begin where most trips
  /// begin, so that many trips share the calls of their rounds.
  mutating func cut(_ loop: TrainGroup.Part, _ trips: [RaptorNetwork.Trip]) -> Bool {
    let calls = loop.calls
    let reach = longestUsefulRide(calls)
    guard calls.count > reach + 1 else { return false }
    var first = 0
    while first < calls.count - 1 {
      let end = endOfRound(calls, from: first, reach)
      let reached = calls[end...].prefix(reach).map(\.withoutBoarding)
      add(
        Array(calls[first..<end]) + reached,
        trips.map { $0.dropping(loop.skippedCalls + first) })
      first = end
    }
    return true
  }

  /// How many positions the longest ride spans from a call that may be boarded to one where
  /// passengers may leave, without passing another such call of either stop. A full round counts.
  private mutating func longestUsefulRide(_ calls: [RaptorNetwork.Call]) -> Int {
    // Through the array, each change would check whether it is shared. Safe: the pointer is only
    // used within the closure.
    positions.withUnsafeMutableBufferPointer { positions in
      // By position, the next one where the same stop may be boarded.
      var nextBoarding = [Int](repeating: calls.count, count: calls.count)
      // Only the stops of the loop are reset: a region has a hundred times as many.
      for call in calls { positions[Int(call.stop)] = calls.count }
      for position in calls.indices.reversed() where calls[position].mayBoard {
        nextBoarding[position] = positions[Int(calls[position].stop)]
        positions[Int(calls[position].stop)] = position
      }
      // From here on, the last position where passengers may leave the train.
      for call in calls { positions[Int(call.stop)] = 0 }
      // Where no useful ride begins for one end, none begins for later ends, so such positions are
      // skipped from then on: by position, a later one from which to search.
      var next = Array(calls.indices)
      var longest = 1
      for end in calls.indices where calls[end].mayAlight {
        var begin = positions[Int(calls[end].stop)]
        while begin < end {
          if next[begin] > begin {
            next[begin] = next[next[begin]]
          } else if !calls[begin].mayBoard || nextBoarding[begin] < end {
            next[begin] = begin + 1
          } else {
            longest = max(longest, end - begin)
            break
          }
          begin = next[begin]
        }
        positions[Int(calls[end].stop)] = end
      }
      return longest
    }
  }

  /// The position after a round: at most `reach` calls later, at the stop where most trips begin.
  ///
  /// Only the first round may be short. Each round has the calls of the next one, too, so many
  /// short ones would need much memory in a malicious feed.
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
    // A call is one `Int32` without padding. `hashValue` hashes one call after the other, and takes
    // five times as long.
    var hasher = Hasher()
    calls.withUnsafeBytes { hasher.combine(bytes: $0) }
    let hash = hasher.finalize()
    let known = indexes[hash, default: []].first { rounds[$0].parts[0].calls == calls }
    if let known {
      rounds[known].trips += trips
    } else {
      indexes[hash, default: []].append(rounds.count)
      rounds.append(TrainGroup(calls: calls, trips: trips))
    }
  }
}

extension RaptorNetwork.Call {
  /// The call, where nobody may board.
  var withoutBoarding: Self { Self(stop: stop, mayBoard: false, mayAlight: mayAlight) }
}
