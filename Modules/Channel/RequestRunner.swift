public import Foundation
import Mediator

/// A request or a notification of the other side.
public struct ChannelRequest: Hashable, Sendable {
  /// What the other side wants.
  public let method: String
  /// The parameters, a JSON object or list; nil if there are none.
  public let parameters: Data?

  /// Creates a request or a notification.
  public init(method: String, parameters: Data? = nil) {
    self.method = method
    self.parameters = parameters
  }

  /// The method in an error, which must not be as long as the request.
  var shownMethod: String { method.shortened(toScalars: 100) }

  fileprivate var size: Int { method.utf8.count + (parameters?.count ?? 0) }
}

/// Answers the requests of the other side with JSON. What it throws is the answer, too: a
/// `ChannelError.remote` as it is, every other error with the code `internalError`.
public typealias ChannelHandler = @Sendable (ChannelRequest) async throws -> Data

/// Runs the handler for the requests of the other side: of the limited methods, a few at the same
/// time, and the others at once.
final class RequestRunner: Sendable {
  /// How many requests of the limited methods are answered at the same time.
  static let maximumRunning = 8
  /// How many requests wait. More are refused.
  static let maximumWaiting = 1024
  /// How many bytes the requests that run or wait have together. Others are refused. A single one has
  /// at most a quarter of it.
  static let maximumSize = 64 << 20

  private struct Running {
    /// Nil while it is being started.
    var task: Task<Void, Never>?
  }

  private struct State {
    var running: [RequestID: Running] = [:]
    /// Those that run and count.
    var limited: Set<RequestID> = []
    var waiting: [(id: RequestID, request: ChannelRequest, batch: BatchResponse?)] = []
    /// The bytes of the requests that run or wait.
    var size = 0
    var isEnded = false
    var onIdle: [CheckedContinuation<Void, Never>] = []
  }

  private let handler: ChannelHandler
  private let limitedMethods: Set<String>?
  private let send: @Sendable ([UInt8], _ completion: @escaping LineQueue.Completion) -> Void
  private let state = Lock(State())

  /// - Parameters:
  ///   - limitedMethods: The methods whose requests count; nil for all.
  ///   - send: Sends the line of a response.
  init(
    _ handler: @escaping ChannelHandler, limitedMethods: Set<String>?,
    send: @escaping @Sendable ([UInt8], _ completion: @escaping LineQueue.Completion) -> Void
  ) {
    self.handler = handler
    self.limitedMethods = limitedMethods
    self.send = send
  }

  /// Runs a request now or later; returns the reason if it is refused.
  /// - Parameter batch: Collects the response; nil to send it in its own line.
  func run(
    _ id: RequestID, _ request: ChannelRequest, in batch: BatchResponse? = nil
  ) -> String? {
    state.withLock { state in
      guard state.running[id] == nil, !state.waiting.contains(where: { $0.id == id }) else {
        return "another request with this id is not answered yet"
      }
      // As for a request that is cancelled, there is no answer: a client that connects again would take
      // an error for a refusal.
      if state.isEnded { return nil }
      let mustWait = isLimited(request) && state.limited.count >= Self.maximumRunning
      guard state.running.count + state.waiting.count < Self.maximumRunning + Self.maximumWaiting
      else {
        let limit = Self.maximumRunning + Self.maximumWaiting
        return "more than \(limit) requests are not answered yet; send fewer at the same time"
      }
      guard state.size + request.size <= Self.maximumSize else {
        let limit = Self.maximumSize >> 20
        return
          "the requests that are not answered yet would have more than \(limit) MiB; send fewer at "
          + "the same time"
      }
      state.size += request.size
      if mustWait {
        state.waiting.append((id, request, batch))
      } else {
        start(id, request, batch, &state)
      }
      return nil
    }
  }

  private func isLimited(_ request: ChannelRequest) -> Bool {
    limitedMethods?.contains(request.method) ?? true
  }

  /// Cancels a request, which is then not answered.
  func cancel(_ id: RequestID) {
    let (task, batch) = state.withLock { state -> (Task<Void, Never>?, BatchResponse?) in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
        return (state.running[id]?.task, nil)
      }
      let cancelled = state.waiting.remove(at: index)
      state.size -= cancelled.request.size
      return (nil, cancelled.batch)
    }
    task?.cancel()
    if let line = batch?.add(nil) { send(line) { _ in } }
  }

  /// Cancels all requests.
  func end() {
    let tasks = state.withLock { state in
      state.isEnded = true
      state.waiting = []
      return state.running.values.map(\.task)
    }
    for task in tasks { task?.cancel() }
  }

  /// Waits until no request runs or waits.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.running.isEmpty { state.onIdle.append(continuation) }
        return state.running.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  private func start(
    _ id: RequestID, _ request: ChannelRequest, _ batch: BatchResponse?, _ state: inout State
  ) {
    state.running[id] = Running()
    if isLimited(request) { state.limited.insert(id) }
    state.running[id]?.task = Task { [self] in
      let response = await response(to: id, request)
      if let line = batch == nil ? response : batch?.add(response) {
        // The next request starts when this response is written: a slow reader slows down.
        await withCheckedContinuation { continuation in send(line) { _ in continuation.resume() } }
      }
      complete(id, size: request.size)
    }
  }

  private func response(to id: RequestID, _ request: ChannelRequest) async -> [UInt8]? {
    do {
      let result = try await handler(request)
      if Task.isCancelled { return nil }
      let line = OutgoingLine.result(id, result)
      guard OutgoingLine.isTooLong(line) else { return line }
      let limit = LineConnection.maximumLength
      throw ChannelError.answerTooLong(method: request.shownMethod, limit: limit)
    } catch {
      if Task.isCancelled { return nil }
      guard let error = error as? ChannelError,
        case .remote(let code, let message, let data) = error
      else {
        return OutgoingLine.failure(id, code: RPCErrorCode.internalError, message: "\(error)")
      }
      return OutgoingLine.failure(id, code: code, message: message, data: data)
    }
  }

  private func complete(_ id: RequestID, size: Int) {
    let idle = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.running[id] = nil
      state.limited.remove(id)
      state.size -= size
      if !state.waiting.isEmpty, state.limited.count < Self.maximumRunning {
        let next = state.waiting.removeFirst()
        start(next.id, next.request, next.batch, &state)
      }
      guard state.running.isEmpty else { return [] }
      defer { state.onIdle = [] }
      return state.onIdle
    }
    for continuation in idle { continuation.resume() }
  }
}
