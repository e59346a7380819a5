import Platform

/// The events that wait for one queued follower.
///
/// It is not generic: generic code that is not specialized would be several times slower.
final class EventQueue: Sendable {
  private typealias Reader = CheckedContinuation<QueuedEvent?, Never>

  private struct State {
    var events = RingBuffer<QueuedEvent>()
    /// The reader while it waits for the next event.
    var reader: Reader?
    var isClosed = false
    var startReading: (@Sendable (EventQueue) -> Void)?
  }

  private let state: Lock<State>

  /// - Parameter startReading: Called by the first `add`. It starts the only reader.
  init(startReading: @escaping @Sendable (EventQueue) -> Void) {
    state = Lock(State(startReading: startReading))
  }

  func add(_ event: QueuedEvent) {
    let (reader, startReading) = state.withLock { state in
      let reader = state.reader.take()
      if reader == nil { state.events.append(event) }
      return (reader, state.startReading.take())
    }
    startReading?(self)
    reader?.resume(returning: event)
  }

  /// Waits for the next event; nil when the queue is closed and empty.
  func next() async -> QueuedEvent? {
    if let event = state.withLock({ $0.events.removeFirst() }) { return event }
    return await withCheckedContinuation { reader in
      // Nil if the reader has to wait; `.some(nil)` if there are no more events.
      let event: QueuedEvent?? = state.withLock { state in
        if let event = state.events.removeFirst() { return event }
        if state.isClosed { return .some(nil) }
        state.reader = reader
        return nil
      }
      if let event { reader.resume(returning: event) }
    }
  }

  /// Discards all waiting events, and counts them as finished.
  func clear() {
    // Each event is released outside the lock: a deinit inside it may publish.
    while let event = state.withLock({ $0.events.removeFirst() }) { event.finish() }
  }

  /// Lets the reader end after the events that wait.
  func close() {
    let (reader, startReading) = state.withLock { state in
      state.isClosed = true
      return (state.reader.take(), state.startReading.take())
    }
    reader?.resume(returning: nil)
    // Released outside the lock, as above.
    withExtendedLifetime(startReading) {}
  }
}

/// An event in a queue.
struct QueuedEvent: Sendable {
  let event: any Event
  let origin: EventOrigin
  /// The call or publication that published it, if parents are recorded.
  let span: Int?
  /// What collects the reports of the follower.
  let reports: EventReports?
  /// The name of the follower; nil if it has none.
  let follower: String?
  /// The counters that count this event until its follower has finished.
  let pending: [PendingDeliveries]

  /// Runs the follower as part of what has published the event.
  func run(_ follower: () async -> Void) async {
    guard let reports else { return await runInSpan(follower) }
    await reports.collect { await runInSpan(follower) }
  }

  private func runInSpan(_ follower: () async -> Void) async {
    guard let span else { return await follower() }
    await TraceSpan.run(span, follower)
  }

  /// Reports that the follower has finished.
  func finish() {
    if let follower { reports?.end(follower) }
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

  var isWaiting: Bool { state.withLock { $0.count > 0 } }

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
