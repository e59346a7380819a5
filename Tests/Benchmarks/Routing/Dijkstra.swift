import DataSourceInterface

/// Finds the earliest arrival, and the fewest rides for it, by Dijkstra's algorithm on the
/// time-expanded graph. It is the baseline of the figures.
struct Dijkstra {
  private let graph: TimeExpandedGraph
  /// By node, the number of the last run that settled it.
  private var settledInRun: [Int32]
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
    settledInRun = Array(repeating: 0, count: graph.nodeCount)
  }

  mutating func earliestArrival(
    from origins: Range<Int>, to targets: Range<Int>, leaving time: Int32
  ) -> (arrival: Int, rides: Int)? {
    run += 1
    queue.removeAll(keepingCapacity: true)
    for stop in origins { wait(at: stop, from: time, rides: 0) }
    while let item = popMin() {
      let node = Int(item.node)
      guard settledInRun[node] != run else { continue }
      settledInRun[node] = run
      guard node < 2 * graph.calls.count else {
        board(fromWaiting: node, item)
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
    let index = graph.firstDeparture(at: stop, from: time)
    guard index < graph.departures[stop].count else { return }
    let call = Int(graph.departures[stop][index])
    push(graph.calls[call].departure, rides, graph.firstWaiting[stop] + index)
  }

  /// Boards the train of a waiting node, or waits for the next one.
  private mutating func board(fromWaiting node: Int, _ item: Item) {
    let stop = stop(ofWaiting: node)
    let index = node - graph.firstWaiting[stop]
    let call = Int(graph.departures[stop][index])
    if !graph.calls[call].isLast { push(item.time, item.rides + 1, 2 * call + 1) }
    guard index + 1 < graph.departures[stop].count else { return }
    let next = Int(graph.departures[stop][index + 1])
    push(graph.calls[next].departure, item.rides, node + 1)
  }

  private func stop(ofWaiting node: Int) -> Int {
    var (low, high) = (0, graph.firstWaiting.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if graph.firstWaiting[middle] <= node { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func push(_ time: Int32, _ rides: Int32, _ node: Int) {
    guard settledInRun[node] != run else { return }
    queue.append(Item(time: time, rides: rides, node: Int32(node)))
    var index = queue.count - 1
    while index > 0, queue[index] < queue[(index - 1) / 2] {
      queue.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func popMin() -> Item? {
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
