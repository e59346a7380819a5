import DataSourceInterface

/// How a trip runs: where it calls, and when after its start.
struct Run {
  let stops: [Int32]
  let allows: [UInt8]
  /// Departure from the first call.
  let start: Int32
  /// Arrival and departure of each call in turn, relative to `start`.
  let times: [Int32]

  /// Works out the times that are not given: those between two known ones, evenly. Calls without a
  /// time at an end are cut off, and so is all from where the trip goes back in time; nil where fewer
  /// than two calls are left.
  /// - Parameter found: Told what is wrong, and at which call.
  init?(_ all: ArraySlice<StopTime>, _ found: (FeedProblem, StopTime) -> Void) {
    for (call, next) in zip(all, all.dropFirst()) where call.sequence == next.sequence {
      found(.repeatedSequence, next)
      break
    }
    let onward = all[..<(all.firstReturn ?? all.endIndex)]
    if let call = all.dropFirst(onward.count).first { found(.backwardTrip, call) }
    guard let from = onward.firstIndex(where: \.isTimed),
      let to = onward.lastIndex(where: \.isTimed), from < to
    else {
      if let call = all.first { found(.emptyTrip, call) }
      return nil
    }
    let calls = onward[from...to]
    if let call = onward.prefix(upTo: from).first ?? onward[to...].dropFirst().first {
      found(.untimedEnd, call)
    }
    let first = calls[from]
    var times: [Int32] = []
    times.reserveCapacity(calls.count * 2)
    var known = (position: from, departure: Int(first.departure))
    for position in calls.indices where calls[position].isTimed {
      let call = calls[position]
      let steps = position - known.position
      let duration = Int(call.arrival) - known.departure
      for step in stride(from: 1, to: steps, by: 1) {
        let time = Int32(known.departure + duration * step / steps) - first.departure
        times += [time, time]
      }
      times += [call.arrival - first.departure, call.departure - first.departure]
      known = (position, Int(call.departure))
    }
    stops = calls.map(\.stop)
    allows = calls.map(\.allows)
    start = first.departure
    self.times = times
  }
}

extension ArraySlice<StopTime> {
  /// The first call that the train would leave before it came, or come to before it left the last.
  fileprivate var firstReturn: Int? {
    var departure = Int32.min
    return indices.first { position in
      let call = self[position]
      guard call.isTimed else { return false }
      defer { departure = call.departure }
      return call.arrival < departure || call.departure < call.arrival
    }
  }
}
