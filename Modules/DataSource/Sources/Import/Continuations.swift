import DataSourceInterface

extension Timetable {
  /// Whether so many trips go on as others, as if all ran on one day, that searches leave some out.
  var hasTooManyContinuations: Bool {
    let links = inSeatTransfers.from.indices.filter { inSeatTransfers.isAllowed[$0] == 1 }
    guard !links.isEmpty else { return false }
    // By label, the start, the end and the number of calls of the trip.
    var spans: [Int32: (start: Int, end: Int, calls: Int)] = [:]
    let labels = Set(inSeatTransfers.from).union(inSeatTransfers.to)
    for pattern in 0..<patterns.count {
      let count = patterns.calls(of: pattern).count
      for trip in patterns.trips(of: pattern) where labels.contains(trips.label[trip]) {
        spans[trips.label[trip]] =
          (Int(trips.start[trip]), trips.arrival(of: trip, at: count - 1), count)
      }
    }
    var next: [Int32: [Int32]] = [:]
    for link in links {
      let (from, to) = (inSeatTransfers.from[link], inSeatTransfers.to[link])
      guard from != to, let one = spans[from], let other = spans[to], one.end <= other.start else {
        continue
      }
      next[from, default: []].append(to)
    }
    // From the last trip to the first one: the number of chains that begin with it, the calls of
    // all of them, and the trips of the longest.
    var chains: [Int32: (count: Double, calls: Double, length: Int)] = [:]
    let following = Set(next.values.joined())
    let linked = following.union(next.keys).sorted {
      (spans[$0]?.start ?? 0) > (spans[$1]?.start ?? 0)
    }
    var (calls, allCalls, length) = (0.0, 0.0, 0)
    for trip in linked {
      let own = Double(spans[trip]?.calls ?? 0)
      let rest = (next[trip] ?? []).compactMap { chains[$0] }
      let count = rest.isEmpty ? 1 : rest.reduce(0) { $0 + $1.count }
      let chain = (
        count: count, calls: own * count + rest.reduce(0) { $0 + $1.calls },
        length: 1 + (rest.map(\.length).max() ?? 0)
      )
      chains[trip] = chain
      calls += own
      if !following.contains(trip) { allCalls += chain.calls }
      length = max(length, chain.length)
    }
    return length > InSeatTransfers.longestChain
      || allCalls > calls * Double(InSeatTransfers.maximumRepetition)
  }
}
