/// Finds the journey with the least walking in a network, then the earliest arrival, then few rides.
struct WalkingSearch {
  let network: Network
  /// The latest arrival that counts.
  let limit: Int32

  init(_ network: Network, until limit: Int32) {
    self.network = network
    self.limit = limit
  }

  /// Being ready to board at a stop, or having arrived.
  private struct Label: Comparable {
    var walking: Int32
    var time: Int32
    var rides: Int32
    /// Where to board; nil at the destination.
    var stop: Int32?
    /// The ride that led here, and the label before it; none at the origin.
    var ride: (segment: Segment, from: Int32)?

    private var cost: (Int32, Int32, Int32) { (walking, time, rides) }
    static func < (one: Label, other: Label) -> Bool { one.cost < other.cost }
    static func == (one: Label, other: Label) -> Bool { one.cost == other.cost }
  }

  /// The best journey: when it arrives, and its rides in the order in which the search met them.
  func journey(
    from origins: Range<Int>, at time: Int32, to targets: Range<Int>
  ) -> (time: Int32, segments: [Segment])? {
    var waiting = Heap<Label>()
    var settled: [Label] = []
    var earliest = [Int32](repeating: .max, count: network.stopCount)
    for stop in origins {
      waiting.push(Label(walking: 0, time: time, rides: 0, stop: Int32(stop)))
    }
    while let label = waiting.popLeast() {
      guard let stop = label.stop.map(Int.init) else {
        return (label.time, segments(of: label, settled))
      }
      // Whoever was here before has walked no more, and was here earlier.
      guard label.time < earliest[stop] else { continue }
      earliest[stop] = label.time
      settled.append(label)
      ride(from: stop, label, number: Int32(settled.count - 1), to: targets) { next in
        if let stop = next.stop, next.time >= earliest[Int(stop)] { return }
        waiting.push(next)
      }
    }
    return nil
  }

  /// One ride and one change after a label.
  private func ride(
    from stop: Int, _ label: Label, number: Int32, to targets: Range<Int>, _ body: (Label) -> Void
  ) {
    for entry in network.boardings.at(stop) {
      let lane = network.lanes[Int(entry.lane)]
      for boarded in entry.first...entry.last
      where network.stop(lane, at: boarded) == stop {
        let row = network.earliestRow(
          lane, at: boarded, departing: label.time, before: lane.rows)
        guard row < lane.rows else { continue }
        for left in boarded + 1..<lane.positions {
          let call = network.calls[Int(lane.firstCall + left)]
          guard call.mayAlight else { continue }
          let arrival = network.arrival(lane, row, at: left)
          guard arrival <= limit else { break }
          let segment = Segment(lane: entry.lane, row: row, boarded: boarded, left: left)
          var next = Label(
            walking: label.walking, time: arrival, rides: label.rides + 1, stop: nil,
            ride: (segment, number))
          guard !targets.contains(Int(call.stop)) else {
            body(next)
            continue
          }
          for change in network.changes.from(Int(call.stop)) {
            next.walking = label.walking + change.seconds
            next.time = arrival + change.seconds
            next.stop = change.to
            body(next)
          }
        }
      }
    }
  }

  private func segments(of label: Label, _ settled: [Label]) -> [Segment] {
    var segments: [Segment] = []
    var ride = label.ride
    while let (segment, from) = ride {
      segments.append(segment)
      ride = settled[Int(from)].ride
    }
    return segments.reversed()
  }
}
