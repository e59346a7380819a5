/// Events that wait for one reader.
///
/// It is not generic: generic code that is not specialized would be several times slower.
final class EventQueue: Sendable {
  private typealias Reader = CheckedContinuation<QueuedEvent?, Never>

  private struct State {
    var events = RingBuffer<QueuedEvent>()
    var reader: (id: Int, continuation: Reader)?
    var lastID = 0
    var isClosed = false
    var startReading: (@Sendable (EventQueue) -> Void)?
  }

  private let limit: Int
  private let state: Lock<State>

  /// - Parameters:
  ///   - limit: The maximum number of waiting events. Another event replaces the oldest.
  ///   - startReading: Called by the first `add`; nil where a reader exists already.
  init(limit: Int = .max, startReading: (@Sendable (EventQueue) -> Void)? = nil) {
    self.limit = limit
    state = Lock(State(startReading: startReading))
  }

  func add(_ event: QueuedEvent) {
    if let startReading = state.withLock({ $0.startReading.take() }) { startReading(self) }
    // The dropped event is released outside the lock: a deinit inside it may publish.
    let (reader, dropped): (Reader?, QueuedEvent?) = state.withLock { state in
      if let reader = state.reader {
        state.reader = nil
        return (reader.continuation, nil)
      }
      let dropped = state.events.count == limit ? state.events.removeFirst() : nil
      state.events.append(event)
      return (nil, dropped)
    }
    reader?.resume(returning: event)
    withExtendedLifetime(dropped) {}
  }

  /// Waits for the next event; nil when the queue is closed and empty, or the task is cancelled. If
  /// another reader is waiting, that reader gets nil.
  func next(isolation: isolated (any Actor)? = #isolation) async -> QueuedEvent? {
    let (event, id) = state.withLock { state in
      state.lastID += 1
      return (state.events.removeFirst(), state.lastID)
    }
    if let event { return event }
    return await withTaskCancellationHandler {
      _ = isolation
      return await withCheckedContinuation { wait($0, as: id) }
    } onCancel: {
      dismissReader { $0 == id }
    }
  }

  /// Discards all waiting events, and counts them as finished.
  func clear() {
    while let event = state.withLock({ $0.events.removeFirst() }) { event.finish() }
  }

  /// Ends the iteration after the waiting events.
  func close() {
    let startReading = state.withLock { state in
      state.isClosed = true
      return state.startReading.take()
    }
    // Released outside the lock, as above.
    withExtendedLifetime(startReading) {}
    dismissReader { _ in true }
  }

  private func wait(_ reader: Reader, as id: Int) {
    dismissReader { _ in true }
    // Nil if the reader has to wait; `.some(nil)` if its iteration ends.
    let event: QueuedEvent?? = state.withLock { state in
      if let event = state.events.removeFirst() { return event }
      if state.isClosed || Task.isCancelled { return .some(nil) }
      state.reader = (id, reader)
      return nil
    }
    if let event { reader.resume(returning: event) }
  }

  private func dismissReader(where isMatch: (Int) -> Bool) {
    let reader: Reader? = state.withLock { state in
      guard let reader = state.reader, isMatch(reader.id) else { return nil }
      state.reader = nil
      return reader.continuation
    }
    reader?.resume(returning: nil)
  }
}

/// An event in a queue.
struct QueuedEvent: Sendable {
  let event: any Event
  /// The call or publication that published it, if parents are recorded.
  var span: Int?
  /// The counters that count this event until its follower has finished.
  var pending: [PendingDeliveries] = []

  /// Reports that the follower has finished.
  func finish() {
    for pending in pending { pending.end() }
  }
}

/// Counts the deliveries that are queued or in progress.
@usableFromInline
final class PendingDeliveries: Sendable {
  private struct State {
    var count = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  func begin() {
    state.withLock { $0.count += 1 }
  }

  func end() {
    let waiting = state.withLock { state in
      state.count -= 1
      guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until no delivery is pending.
  func drain() async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        guard state.count > 0 else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !isWaiting { continuation.resume() }
    }
  }
}

/// A first-in, first-out queue that adds and removes in constant time.
struct RingBuffer<Element> {
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
