/// The deadlines of the requests that wait for responses, the earliest first.
///
/// It is a binary heap. The deadlines of requests that have ended stay in it until they pass, or
/// until there are many more of them than of the others.
struct DeadlineQueue {
  private var heap: [(time: Duration, id: Int)] = []

  /// The earliest deadline; nil when there is none.
  var first: Duration? { heap.first?.time }

  mutating func insert(_ time: Duration, id: Int) {
    heap.append((time, id))
    var index = heap.count - 1
    while index > 0, heap[index].time < heap[(index - 1) / 2].time {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the deadlines up to a time, and returns their ids.
  mutating func removeAll(until time: Duration) -> [Int] {
    var ids: [Int] = []
    while let first = heap.first, first.time <= time {
      ids.append(first.id)
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      siftDown()
    }
    return ids
  }

  /// Removes the deadlines of ended requests if there are over 64 more of them than of the others.
  /// - Parameters:
  ///   - count: The number of the requests that wait.
  ///   - isWaiting: Whether the request with this id waits.
  mutating func compact(waitingCount count: Int, _ isWaiting: (Int) -> Bool) {
    guard heap.count > 2 * count + 64 else { return }
    let rest = heap.filter { isWaiting($0.id) }
    // A sorted array is a heap.
    heap = rest.sorted { $0.time < $1.time }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      var smallest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].time < heap[smallest].time {
        smallest = child
      }
      guard smallest != index else { return }
      heap.swapAt(index, smallest)
      index = smallest
    }
  }
}
