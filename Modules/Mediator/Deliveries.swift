/// How many queued deliveries are under way, and who waits for their end.
struct Deliveries {
  private var underWay = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  mutating func begin() { underWay += 1 }

  /// Ends one delivery; returns whom to resume.
  mutating func end() -> [CheckedContinuation<Void, Never>] {
    underWay -= 1
    guard underWay == 0 else { return [] }
    defer { waiting = [] }
    return waiting
  }

  /// Keeps `continuation` for the end; false when there is nothing to wait for.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    guard underWay > 0 else { return false }
    waiting.append(continuation)
    return true
  }
}
