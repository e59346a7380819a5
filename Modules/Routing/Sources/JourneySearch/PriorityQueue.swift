/// A queue that returns the least element first, as a binary heap.
///
/// Source: J. W. J. Williams, "Algorithm 232: Heapsort", Communications of the ACM 7 (6), 1964.
struct PriorityQueue<Element: Comparable> {
  private var elements: [Element] = []

  mutating func insert(_ element: Element) {
    var index = elements.count
    elements.append(element)
    while index > 0, elements[index] < elements[(index - 1) / 2] {
      elements.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popMin() -> Element? {
    guard let least = elements.first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return least }
    elements[0] = last
    var index = 0
    while 2 * index + 1 < elements.count {
      let (left, right) = (2 * index + 1, 2 * index + 2)
      let isRight = right < elements.count && elements[right] < elements[left]
      let child = isRight ? right : left
      guard elements[child] < elements[index] else { return least }
      elements.swapAt(index, child)
      index = child
    }
    return least
  }
}
