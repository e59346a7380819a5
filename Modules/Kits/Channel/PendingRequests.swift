import Foundation
import Platform

/// The requests that wait for responses. The entry of a request and its deadline are added together
/// and removed together, and each request is completed exactly once. One timer serves all
/// deadlines.
final class PendingRequests: Sendable {
  typealias Caller = CheckedContinuation<Data, any Error>

  private struct Request {
    let method: String
    let timeout: Duration
    let start: Duration
    /// When it has timed out. The timer may end earlier.
    var deadline: Duration
    /// How much of the timeout is left while the timeouts are paused; nil while they are not.
    var remaining: Duration?
    let caller: Caller
  }

  private struct State {
    var requests: [Int: Request] = [:]
    var lastID = 0
    /// Why no request can be answered any more.
    var end: ChannelError?
    var timer: Task<Void, Never>?
    /// When the timer ends.
    var timerEnd = Duration.zero
    /// How many callers have paused the timeouts.
    var pauses = 0
    /// Until when requests do not time out while there is a pause.
    var pauseEnd = Duration.zero
  }

  private let clock: AnyClock
  /// Called with the id of each request that has timed out.
  private let onTimeout: @Sendable (Int) -> Void
  private let state = Lock(State())

  init(_ clock: AnyClock, onTimeout: @escaping @Sendable (Int) -> Void) {
    self.clock = clock
    self.onTimeout = onTimeout
  }

  deinit { state.withLock { $0.timer }?.cancel() }

  /// The number of requests that wait.
  var count: Int { state.withLock { $0.requests.count } }

  /// Returns the id of a new request.
  func newID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Adds a request, unless it cannot be answered: then it is completed at once.
  /// - Returns: Whether it was added.
  func add(_ id: Int, _ method: String, timeout: Duration, _ caller: Caller) -> Bool {
    let failure = state.withLock { state -> (any Error)? in
      if Task.isCancelled { return CancellationError() }
      if let end = state.end { return end }
      let start = clock.now()
      let isPaused = state.pauses > 0
      let deadline = isPaused ? max(start + timeout, state.pauseEnd) : start + timeout
      state.requests[id] = Request(
        method: method, timeout: timeout, start: start, deadline: deadline,
        remaining: isPaused ? timeout : nil, caller: caller)
      if state.timer == nil || deadline < state.timerEnd { startTimer(until: deadline, &state) }
      return nil
    }
    if let failure { caller.resume(throwing: failure) }
    return failure == nil
  }

  /// Whether a request waits.
  func contains(_ id: Int) -> Bool { state.withLock { $0.requests[id] != nil } }

  /// Completes a request; returns false when it has ended before.
  @discardableResult
  func complete(_ id: Int, with result: Result<Data, any Error>) -> Bool {
    guard let request = remove(id) else { return false }
    request.caller.resume(with: result)
    return true
  }

  /// Completes a request with the response of the other side; returns false when it has ended
  /// before or was never made.
  func receive(_ id: Int, _ result: Result<Data, ChannelError>) -> Bool {
    guard let request = remove(id) else { return false }
    request.caller.resume(with: result.mapError { $0.naming(request.method) })
    return true
  }

  /// Whether a request had the id, whether it waits or not.
  func hasMade(_ id: Int) -> Bool { state.withLock { id >= 1 && id <= $0.lastID } }

  /// Fails the request that waits, unless there are several.
  func failOnlyRequest(_ error: ChannelError) {
    let id = state.withLock { $0.requests.count == 1 ? $0.requests.keys.first : nil }
    if let id { _ = receive(id, .failure(error)) }
  }

  /// Begins the timeout of a request again.
  /// - Parameter limit: How long it may take in all.
  func restartTimeout(of id: Int, limit: Duration) {
    state.withLock { state in
      guard let request = state.requests[id] else { return }
      let now = clock.now()
      let deadline = min(now + request.timeout, request.start + limit)
      state.requests[id]?.deadline = max(deadline, request.deadline)
      if request.remaining != nil { state.requests[id]?.remaining = deadline - now }
    }
  }

  /// Gives all requests that wait, and those that are made before the last `resumeTimeouts`, at
  /// least this time from now on. What they have left of their timeouts begins again then.
  func pauseTimeouts(for time: Duration) {
    state.withLock { state in
      state.pauses += 1
      let now = clock.now()
      state.pauseEnd = max(state.pauseEnd, now + time)
      for (id, request) in state.requests {
        state.requests[id]?.remaining = request.remaining ?? request.deadline - now
        state.requests[id]?.deadline = max(request.deadline, now + time)
      }
    }
  }

  /// Ends a pause that `pauseTimeouts` has begun.
  func resumeTimeouts() {
    state.withLock { state in
      state.pauses -= 1
      guard state.pauses == 0 else { return }
      state.pauseEnd = .zero
      let now = clock.now()
      for (id, request) in state.requests {
        guard let remaining = request.remaining else { continue }
        state.requests[id]?.deadline = now + remaining
        state.requests[id]?.remaining = nil
      }
      let next = state.requests.values.map(\.deadline).min()
      if let next, next < state.timerEnd { startTimer(until: next, &state) }
    }
  }

  /// Completes all requests, and those that are made later, with an error.
  func end(_ error: ChannelError) {
    let requests = state.withLock { state in
      defer { state.requests = [:] }
      state.end = state.end ?? error
      state.timer?.cancel()
      return state.requests.values
    }
    for request in requests { request.caller.resume(throwing: error) }
  }

  private func remove(_ id: Int) -> Request? {
    state.withLock { $0.requests.removeValue(forKey: id) }
  }

  private func startTimer(until time: Duration, _ state: inout State) {
    state.timer?.cancel()
    state.timerEnd = time
    state.timer = Task { [clock, weak self] in
      do { try await clock.sleep(time) } catch { return }
      self?.expire()
    }
  }

  private func expire() {
    let expired = state.withLock { state -> [(Int, Request)] in
      let now = clock.now()
      let expired = state.requests.filter { $0.value.deadline <= now }
      for id in expired.keys { state.requests[id] = nil }
      // When no request waits, the next one starts a timer.
      state.timer = nil
      if let next = state.requests.values.map(\.deadline).min() { startTimer(until: next, &state) }
      return expired.sorted { $0.value.deadline < $1.value.deadline }.map { ($0.key, $0.value) }
    }
    for (id, request) in expired {
      request.caller.resume(
        throwing: ChannelError.timedOut(method: request.method, after: request.timeout))
      onTimeout(id)
    }
  }
}

extension ChannelError {
  /// The error of a request whose answer cannot be used.
  fileprivate func naming(_ method: String) -> ChannelError {
    switch self {
    case .answerTooLong(_, let limit): .answerTooLong(method: method, limit: limit)
    case .answerTooDeep(_, let limit): .answerTooDeep(method: method, limit: limit)
    case .invalidAnswer(_, let reason): .invalidAnswer(method: method, reason: reason)
    case .timedOut, .unreachable, .lost, .remote, .messageTooLong, .endlessLine: self
    }
  }
}
