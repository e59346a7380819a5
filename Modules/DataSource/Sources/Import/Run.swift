import DataSourceInterface

/// How a trip runs: where it calls, and when after its start.
struct Run {
  let stops: [Int32]
  let allows: [UInt8]
  /// Departure from the first call.
  let start: Int32
  /// Arrival and departure of each call in turn, relative to `start`.
  let times: [Int32]
  /// Whether calls without a time were cut off at an end.
  let isCut: Bool

  /// Why nothing can ride a trip.
  struct Fault: Error {
    let problem: FeedProblem
  }

  /// Works out the times that are not given: those between two known ones, evenly.
  init(_ calls: ArraySlice<StopTime>) throws(Fault) {
    guard let from = calls.firstIndex(where: \.isTimed), let to = calls.lastIndex(where: \.isTimed),
      from < to
    else { throw Fault(problem: .emptyTrip) }
    isCut = to - from + 1 < calls.count
    let calls = calls[from...to]
    let first = calls[from]
    var times: [Int32] = []
    times.reserveCapacity(calls.count * 2)
    var known = (position: calls.startIndex, departure: Int(first.departure))
    for position in calls.indices where calls[position].isTimed {
      let call = calls[position]
      let steps = position - known.position
      let duration = Int(call.arrival) - known.departure
      guard duration >= 0 || steps == 0, call.departure >= call.arrival else {
        throw Fault(problem: .backwardTrip)
      }
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
