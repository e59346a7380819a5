import DataSourceInterface

/// The earliest arrival and the fewest rides for it, by Dijkstra's algorithm on the time-expanded
/// graph: what everything else is held against.
struct Dijkstra {
  private let graph: TimeExpandedGraph
  private var settled: [Int32]
  private var run: Int32 = 0
  private var queue: [Item] = []

  /// A node that can be reached, ordered by time, then by rides.
  private struct Item {
    var time: Int32
    var rides: Int32
    var node: Int32

    static func < (one: Item, other: Item) -> Bool {
      (one.time, one.rides) < (other.time, other.rides)
    }
  }

  init(_ graph: TimeExpandedGraph) {
    self.graph = graph
    settled = Array(repeating: 0, count: graph.nodeCount)
  }

  mutating func earliest(
    from origins: Range<Int>, to targets: Range<Int>, leaving time: Int32
  ) -> (arrival: Int, rides: Int)? {
    run += 1
    queue.removeAll(keepingCapacity: true)
    for stop in origins { wait(at: stop, from: time, rides: 0) }
    while let item = pop() {
      let node = Int(item.node)
      guard settled[node] != run else { continue }
      settled[node] = run
      guard node < 2 * graph.calls.count else {
        board(waiting: node, item)
        continue
      }
      let call = graph.calls[node / 2]
      guard node % 2 == 0 else {
        push(graph.calls[node / 2 + 1].arrival, item.rides, node + 1)
        continue
      }
      if !call.isLast { push(call.departure, item.rides, node + 1) }
      guard call.allows.contains(.alight) else { continue }
      if targets.contains(Int(call.stop)) { return (Int(item.time), Int(item.rides)) }
      for change in graph.changes[Int(call.stop)] {
        wait(at: change.to, from: item.time + change.seconds, rides: item.rides)
      }
    }
    return nil
  }

  private mutating func wait(at stop: Int, from time: Int32, rides: Int32) {
    let place = graph.place(at: stop, time)
    guard place < graph.departures[stop].count else { return }
    let call = Int(graph.departures[stop][place])
    push(graph.calls[call].departure, rides, graph.firstWait[stop] + place)
  }

  /// Boards the train that one waited for, or waits for the next one.
  private mutating func board(waiting node: Int, _ item: Item) {
    let stop = stop(ofWait: node)
    let place = node - graph.firstWait[stop]
    let call = Int(graph.departures[stop][place])
    if !graph.calls[call].isLast { push(item.time, item.rides + 1, 2 * call + 1) }
    guard place + 1 < graph.departures[stop].count else { return }
    let next = Int(graph.departures[stop][place + 1])
    push(graph.calls[next].departure, item.rides, node + 1)
  }

  private func stop(ofWait node: Int) -> Int {
    var (low, high) = (0, graph.firstWait.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if graph.firstWait[middle] <= node { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func push(_ time: Int32, _ rides: Int32, _ node: Int) {
    guard settled[node] != run else { return }
    queue.append(Item(time: time, rides: rides, node: Int32(node)))
    var index = queue.count - 1
    while index > 0, queue[index] < queue[(index - 1) / 2] {
      queue.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func pop() -> Item? {
    guard let least = queue.first, let last = queue.popLast() else { return nil }
    guard !queue.isEmpty else { return least }
    queue[0] = last
    var index = 0
    while 2 * index + 1 < queue.count {
      var child = 2 * index + 1
      if child + 1 < queue.count, queue[child + 1] < queue[child] { child += 1 }
      guard queue[child] < queue[index] else { break }
      queue.swapAt(index, child)
      index = child
    }
    return least
  }
}
