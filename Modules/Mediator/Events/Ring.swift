/// A queue that adds at one end and removes at the other, both in constant time.
struct Ring<Element> {
  private var slots: [Element?] = []
  private var first = 0
  private(set) var count = 0

  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[(first + count) % slots.count] = element
    count += 1
  }

  mutating func removeFirst() -> Element? {
    guard count > 0 else { return nil }
    defer {
      slots[first] = nil
      first = (first + 1) % slots.count
      count -= 1
    }
    return slots[first]
  }

  private mutating func grow() {
    slots = Array(slots[first...] + slots[..<first])
    slots += Array(repeating: nil, count: max(8, slots.count))
    first = 0
  }
}
