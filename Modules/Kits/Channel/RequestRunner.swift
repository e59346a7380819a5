import Foundation
import Mediator
import Platform

/// Runs the handler for the requests of the other side, a few at the same time.
final class RequestRunner: Sendable {
  /// How many requests are answered at the same time.
  static let maximumRunning = 8
  /// How many requests wait. More are refused.
  static let maximumWaiting = 1024
  /// How many requests that last until they are cancelled run beside those. More are refused.
  static let maximumLasting = 100
  /// How many cancelled requests may go on running beside those that are answered, because their
  /// handlers do not notice the cancellation. More of them keep others waiting until they end.
  static let maximumCancelled = 8
  /// How many bytes the requests that run or wait have together. Others are refused. A single one
  /// has at most a quarter of it.
  static let maximumSize = 64 << 20

  private struct Running {
    /// Distinguishes the request from a later one with the same id.
    let number: Int
    let batch: BatchResponse?
    let isLasting: Bool
    /// Nil while it is being started.
    var task: Task<Void, Never>?
    /// Whether its response is being sent.
    var isAnswered = false
  }

  private struct Waiting {
    let id: RequestID
    let request: ChannelRequest
    let batch: BatchResponse?
  }

  private struct State {
    var running: [RequestID: Running] = [:]
    /// How many of them last until they are cancelled.
    var lasting = 0
    var waiting: [Waiting] = []
    /// The ids of those that wait.
    var waitingIDs: Set<RequestID> = []
    /// How many requests have started.
    var started = 0
    /// How many cancelled requests run, whose ids are free again.
    var cancelled = 0
    /// The bytes of the requests that run or wait, also of the cancelled ones.
    var size = 0
    var isEnded = false
    var onIdle: [CheckedContinuation<Void, Never>] = []

    /// How many requests run that end by themselves.
    var ending: Int { running.count - lasting }

    mutating func removeRunning(_ id: RequestID) {
      if running.removeValue(forKey: id)?.isLasting == true { lasting -= 1 }
    }
  }

  private let handler: ChannelHandler
  private let lastingMethods: Set<String>
  private let immediateHandler: ImmediateChannelHandler?
  private let send: @Sendable ([UInt8], _ completion: @escaping LineQueue.Completion) -> Void
  private let state = Lock(State())

  /// - Parameters:
  ///   - lastingMethods: The methods of requests that last until they are cancelled.
  ///   - immediateHandler: Answers requests at once; nil if it answers none.
  ///   - send: Sends the line of a response.
  init(
    _ handler: @escaping ChannelHandler, lastingMethods: Set<String> = [],
    immediateHandler: ImmediateChannelHandler? = nil,
    send: @escaping @Sendable ([UInt8], _ completion: @escaping LineQueue.Completion) -> Void
  ) {
    self.handler = handler
    self.lastingMethods = lastingMethods
    self.immediateHandler = immediateHandler
    self.send = send
  }

  /// Answers a request at once, or runs it now or later.
  /// - Parameter batch: Collects the response of a request that is run; nil to send it in its own
  ///   line.
  /// - Returns: The line of the answer if it is known at once, as that of a refusal; nil for a
  ///   request that is run, and after `end`: a client that connects again would take an error for
  ///   a refusal.
  func run(
    _ id: RequestID, _ request: ChannelRequest, in batch: BatchResponse? = nil
  ) -> [UInt8]? {
    let (isOpen, isEnded) = state.withLock { state in
      (state.running[id] != nil || state.waitingIDs.contains(id), state.isEnded)
    }
    if isOpen { return refusal(id, "another request with this id is not answered yet") }
    if isEnded { return nil }
    do {
      if let result = try immediateHandler?(request) { return success(id, request, result) }
    } catch {
      return failure(id, error)
    }
    return state.withLock { admit(id, request, batch, &$0) }.map { refusal(id, $0) }
  }

  /// Runs a request now or later, unless the runner has ended; returns the reason if it is refused.
  private func admit(
    _ id: RequestID, _ request: ChannelRequest, _ batch: BatchResponse?, _ state: inout State
  ) -> String? {
    guard !state.isEnded else { return nil }
    let limit = Self.maximumRunning + Self.maximumWaiting
    guard state.ending + state.waiting.count < limit else {
      return "more than \(limit) requests are not answered yet; send fewer at the same time"
    }
    guard state.size + request.size <= Self.maximumSize else {
      return
        "the requests that are not answered yet would have more than \(Self.maximumSize >> 20) MiB; "
        + "send fewer at the same time"
    }
    let next = Waiting(id: id, request: request, batch: batch)
    if lastingMethods.contains(request.method) {
      guard state.lasting < Self.maximumLasting else {
        return "\(Self.maximumLasting) requests '\(request.shownMethod)' are open; cancel one first"
      }
      state.size += request.size
      state.lasting += 1
      start(next, isLasting: true, &state)
      return nil
    }
    state.size += request.size
    state.waiting.append(next)
    state.waitingIDs.insert(id)
    startNext(&state)
    return nil
  }

  /// Cancels a request, which is then not answered. The next one begins at once, whether the
  /// handler notices the cancellation or not.
  func cancel(_ id: RequestID) {
    let (task, batch, idle) = state.withLock {
      state -> (Task<Void, Never>?, BatchResponse?, [CheckedContinuation<Void, Never>]) in
      if state.waitingIDs.remove(id) != nil,
        let index = state.waiting.firstIndex(where: { $0.id == id })
      {
        let cancelled = state.waiting.remove(at: index)
        state.size -= cancelled.request.size
        return (nil, cancelled.batch, [])
      }
      guard let running = state.running[id], !running.isAnswered else { return (nil, nil, []) }
      guard state.cancelled < Self.maximumCancelled else { return (running.task, nil, []) }
      state.removeRunning(id)
      state.cancelled += 1
      return (running.task, running.batch, startNext(&state))
    }
    task?.cancel()
    if let line = batch?.add(nil) { send(line) { _ in } }
    for continuation in idle { continuation.resume() }
  }

  /// Cancels all requests.
  func end() {
    let tasks = state.withLock { state in
      state.isEnded = true
      state.waiting = []
      state.waitingIDs = []
      return state.running.values.map(\.task)
    }
    for task in tasks { task?.cancel() }
  }

  /// Waits until no request runs or waits; it does not wait for cancelled ones, nor for those that
  /// last.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.ending > 0 { state.onIdle.append(continuation) }
        return state.ending == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Starts a request that waits, if one may begin.
  /// - Returns: The continuations to resume because no request is left.
  @discardableResult
  private func startNext(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    if !state.waiting.isEmpty, state.ending < Self.maximumRunning {
      let next = state.waiting.removeFirst()
      state.waitingIDs.remove(next.id)
      start(next, isLasting: false, &state)
    }
    guard state.ending == 0 else { return [] }
    defer { state.onIdle = [] }
    return state.onIdle
  }

  private func start(_ next: Waiting, isLasting: Bool, _ state: inout State) {
    let (id, request, batch) = (next.id, next.request, next.batch)
    state.started += 1
    let number = state.started
    state.running[id] = Running(number: number, batch: batch, isLasting: isLasting)
    state.running[id]?.task = Task { [self] in
      let response = await response(to: id, request)
      if beginAnswer(id, number), let line = batch == nil ? response : batch?.add(response) {
        // The next request starts when this response is written: a slow reader slows down.
        await withCheckedContinuation { continuation in send(line) { _ in continuation.resume() } }
      }
      complete(id, number, size: request.size)
    }
  }

  /// Whether a request may be answered: it was not cancelled. It cannot be cancelled any more then.
  private func beginAnswer(_ id: RequestID, _ number: Int) -> Bool {
    state.withLock { state in
      guard state.running[id]?.number == number else { return false }
      state.running[id]?.isAnswered = true
      return true
    }
  }

  private func response(to id: RequestID, _ request: ChannelRequest) async -> [UInt8]? {
    do {
      let result = try await handler(request)
      return Task.isCancelled ? nil : success(id, request, result)
    } catch {
      return Task.isCancelled ? nil : failure(id, error)
    }
  }

  private func success(_ id: RequestID, _ request: ChannelRequest, _ result: Data) -> [UInt8] {
    let line = OutgoingLine.result(id, result)
    guard OutgoingLine.isTooLong(line) else { return line }
    let limit = LineConnection.maximumLength
    return failure(id, ChannelError.answerTooLong(method: request.shownMethod, limit: limit))
  }

  private func failure(_ id: RequestID, _ error: any Error) -> [UInt8] {
    guard let error = error as? ChannelError, case .remote(let code, let message, let data) = error
    else {
      return OutgoingLine.failure(
        id, code: RPCErrorCode.internalError, message: error.plainText.withoutAddressSecrets)
    }
    return OutgoingLine.failure(id, code: code, message: message, data: data)
  }

  private func refusal(_ id: RequestID, _ reason: String) -> [UInt8] {
    OutgoingLine.failure(id, code: RPCErrorCode.invalidRequest, message: reason)
  }

  private func complete(_ id: RequestID, _ number: Int, size: Int) {
    let idle = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.size -= size
      guard state.running[id]?.number == number else {
        state.cancelled -= 1
        return []
      }
      state.removeRunning(id)
      return startNext(&state)
    }
    for continuation in idle { continuation.resume() }
  }
}
