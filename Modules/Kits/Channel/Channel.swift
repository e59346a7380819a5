public import Foundation
import Mediator
import Platform

/// A connection over which both sides make requests and send notifications (JSON-RPC 2.0). Each
/// message is a JSON object in a line of its own.
///
/// ```swift
/// let channel = try Channel(.loopback(port: 8081))
/// let answer = try await channel.request("add", Data("[1, 2]".utf8), timeout: .seconds(30))
/// for await parameters in channel.notifications(of: "changed") { … }
/// ```
///
/// What the other side sends cannot harm the channel: `Channel.docc` states the limits of lines,
/// requests and answers that wait. A response whose request is unknown or has ended is ignored. The
/// channel closes when its last reference is released.
///
/// The other side may send up to 100 messages in one line, a batch, whose requests are answered in
/// one line. A channel itself sends no batches.
public final class Channel: Sendable {
  /// How many bytes of an invalid line are reported.
  private static let reportedLength = 200

  private let cancellation: CancellationNotification?
  private let connection: LineConnection
  private let pending: PendingRequests
  private let followers: NotificationFollowers
  private let ownsFollowers: Bool
  private let runner: RequestRunner?
  /// Called with the beginning of each line that is no valid message; nil to answer such lines with
  /// an error if there is a handler.
  private let reportInvalidLine: (@Sendable (String) -> Void)?
  private let inputEnd = Promise<ChannelError>()

  /// Opens a channel.
  /// - Parameters:
  ///   - cancellation: How the protocol cancels a request; nil if it cannot.
  ///   - clock: The clock of the timeouts.
  ///   - handler: Answers the requests of the other side, at most eight at the same time; nil to
  ///     answer that there is no such method.
  ///   - lastingMethods: The methods of requests that last until the other side cancels them, such
  ///     as subscriptions. At most 100 of them are handled beside the others.
  ///   - immediateHandler: Asked before `handler`, on the thread of the channel, so that it answers
  ///     however busy all others are.
  ///   - onInputEnd: Called on the thread of the channel when the input has ended, also by `close`.
  /// - Throws: `ChannelError.lost` when the system has no descriptors for it. It has closed the
  ///   transport then.
  public convenience init(
    _ transport: ChannelTransport, cancellation: CancellationNotification? = nil,
    clock: any Clock<Duration> = ContinuousClock(), handler: ChannelHandler? = nil,
    lastingMethods: Set<String> = [], immediateHandler: ImmediateChannelHandler? = nil,
    onInputEnd: (@Sendable () -> Void)? = nil
  ) throws(ChannelError) {
    try self.init(
      transport, cancellation: cancellation, clock: AnyClock(clock), sharing: nil,
      lastingMethods: lastingMethods, immediateHandler: immediateHandler, onInputEnd: onInputEnd,
      handler: handler)
  }

  /// Opens a channel to a program that may also print text that is no message.
  /// - Parameter reportInvalidLine: Called with the beginning of each line that is no valid
  ///   message, on the thread of the channel. Such lines are not answered.
  /// - Throws: `ChannelError.lost` as above.
  package convenience init(
    _ transport: ChannelTransport, cancellation: CancellationNotification? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    reportInvalidLine: @escaping @Sendable (String) -> Void, handler: @escaping ChannelHandler
  ) throws(ChannelError) {
    try self.init(
      transport, cancellation: cancellation, clock: AnyClock(clock), sharing: nil,
      reportInvalidLine: reportInvalidLine, handler: handler)
  }

  /// - Parameter followers: The followers that stay when the channel ends; nil to have its own.
  init(
    _ transport: ChannelTransport, cancellation: CancellationNotification? = nil, clock: AnyClock,
    sharing followers: NotificationFollowers?, lastingMethods: Set<String> = [],
    immediateHandler: ImmediateChannelHandler? = nil,
    reportInvalidLine: (@Sendable (String) -> Void)? = nil,
    onInputEnd: (@Sendable () -> Void)? = nil, handler: ChannelHandler? = nil
  ) throws(ChannelError) {
    let connection = try LineConnection(transport)
    self.connection = connection
    self.cancellation = cancellation
    self.reportInvalidLine = reportInvalidLine
    self.followers = followers ?? NotificationFollowers()
    ownsFollowers = followers == nil
    pending = PendingRequests(clock) { id in cancellation?.send(id, on: connection) }
    runner = handler.map { handler in
      RequestRunner(
        handler, lastingMethods: lastingMethods, immediateHandler: immediateHandler
      ) {
        connection.send($0, completion: $1)
      }
    }
    connection.start(
      LineConnection.Events(
        onLine: { [weak self] line, isWhole in
          guard let message = isWhole ? IncomingMessage(line) : .skipped(line) else { return }
          self?.receive(message)
          if message.isMalformed { self?.report(line) }
        },
        onInputEnd: { [weak self] error in
          onInputEnd?()
          self?.endInput(error)
        },
        onOutputEnd: { [weak self] in self?.runner?.end() }))
  }

  deinit { close() }

  /// Sends a request and waits for its response.
  ///
  /// When the caller's task is cancelled or the timeout passes, the response is dropped, and the
  /// other side is told so if the protocol can do that.
  /// - Parameters:
  ///   - parameters: A JSON object or list; nil for none.
  ///   - timeout: How long to wait for the response.
  /// - Returns: The result, as JSON.
  /// - Throws: `ChannelError` and `CancellationError`.
  public func request(
    _ method: String, _ parameters: Data? = nil, timeout: Duration
  ) async throws -> Data {
    let id = pending.newID()
    let bytes = OutgoingLine.request(id, method, parameters)
    try checkLength(of: bytes, method)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        guard pending.add(id, method, timeout: timeout, caller) else { return }
        connection.send(
          bytes, id: id, if: { pending.contains(id) },
          completion: { [pending] error in
            if let error { pending.complete(id, with: .failure(error)) }
          })
      }
    } onCancel: {
      guard pending.complete(id, with: .failure(CancellationError())) else { return }
      cancellation?.send(id, on: connection)
    }
  }

  /// Sends a notification, and returns when the system has taken it over. If the other side does
  /// not read, it waits.
  /// - Throws: `ChannelError.lost` and `.messageTooLong`.
  public func notify(_ method: String, _ parameters: Data? = nil) async throws {
    let line = OutgoingLine.notification(method, parameters)
    try checkLength(of: line, method)
    try await withCheckedThrowingContinuation { (caller: CheckedContinuation<Void, any Error>) in
      connection.send(
        line,
        completion: { error in
          caller.resume(with: error.map { .failure($0) } ?? .success(()))
        })
    }
  }

  /// Returns the parameters of the notifications with this method from now on, until the channel
  /// ends. If nobody takes them, the newest 1,024 are kept, and of those at most 64 MiB.
  public func notifications(of method: String) -> AsyncStream<Data> {
    followers.stream(of: method).stream
  }

  /// Waits until the input ends, and returns the reason: the other side has closed the connection
  /// or has sent a line without an end, or this side has ended it.
  /// - Throws: `CancellationError`.
  public func waitForEnd() async throws -> ChannelError { try await inputEnd.value }

  /// Ends the input, as if the other side had closed it, as soon as what has arrived by now is
  /// read; of that, at most 1 MiB. For a program that has ended, but whose output another process
  /// holds open.
  package func finishInput() { connection.finishInput() }

  /// Waits until the requests that the other side has sent before it closed its end are answered
  /// and it has read the answers, but at most for some time.
  public func drain(within time: Duration, clock: any Clock<Duration> = ContinuousClock()) async {
    guard let runner else { return }
    await withTimeout(time, clock: clock) { [connection] in
      await connection.waitUntilRead()
      await runner.waitUntilIdle()
      await connection.waitUntilWritten()
    }
  }

  /// Ends the connection: pending requests fail, and those of the other side are cancelled.
  public func close() {
    runner?.end()
    connection.end()
    endInput(.closed)
  }

  /// The number of lines that wait until the other side reads.
  var waitingLines: Int { connection.waitingLines }

  /// Whether no further line is read until the other side reads.
  var isReadingPaused: Bool { connection.isPaused }

  private func checkLength(of line: [UInt8], _ method: String) throws(ChannelError) {
    guard OutgoingLine.isTooLong(line) else { return }
    throw .messageTooLong(method: method, limit: LineConnection.maximumLength)
  }
}

// MARK: - Receiving

extension Channel {
  /// - Parameter batch: Collects the answer to a message of a batch; nil for any other message.
  private func receive(_ message: IncomingMessage, in batch: BatchResponse? = nil) {
    switch message {
    case .result(let id, let result): receive(id, .success(result))
    case .failure(let id, let error): receive(id, .failure(error))
    case .request(let id, let request): run(id, request, in: batch)
    case .notification(let notification):
      if let cancellation, notification.method == cancellation.method {
        cancellation.id(in: notification).map { runner?.cancel($0) }
      } else {
        followers.publish(notification)
      }
    case .unrelatedFailure: break
    case .malformed(let id, let code, let reason):
      if answersInvalidLines {
        answer(OutgoingLine.failure(id, code: code, message: reason), in: batch)
      }
    case .batch(let messages):
      let answered = messages.count(where: isAnswered)
      let response = BatchResponse(count: answered)
      for message in messages { receive(message, in: response) }
    }
  }

  /// A channel without a handler, or with `reportInvalidLine`, sends no errors for invalid lines.
  private var answersInvalidLines: Bool { runner != nil && reportInvalidLine == nil }

  private func report(_ line: UnsafeRawBufferPointer) {
    reportInvalidLine?(String(decoding: line.prefix(Self.reportedLength), as: UTF8.self))
  }

  /// Whether a message of a batch has an answer.
  private func isAnswered(_ message: IncomingMessage) -> Bool {
    switch message {
    case .request: true
    case .malformed: answersInvalidLines
    case .result, .failure, .notification, .unrelatedFailure, .batch: false
    }
  }

  private func receive(_ id: RequestID, _ result: Result<Data, ChannelError>) {
    if let number = id.number { pending.receive(number, result) }
  }

  private func run(_ id: RequestID, _ request: ChannelRequest, in batch: BatchResponse?) {
    guard let runner else {
      return answer(
        OutgoingLine.failure(
          id, code: RPCErrorCode.methodNotFound, message: "no method '\(request.shownMethod)'"),
        in: batch)
    }
    if let line = runner.run(id, request, in: batch) { answer(line, in: batch) }
  }

  /// Answers a message that is not run. Such answers are never dropped: when too many of them wait
  /// until the other side reads, no further message is read.
  private func answer(_ line: [UInt8], in batch: BatchResponse?) {
    if let line = batch == nil ? line : batch?.add(line) { connection.sendAtOnce(line) }
  }

  private func endInput(_ error: ChannelError) {
    pending.end(error)
    if ownsFollowers { followers.end() }
    inputEnd.fulfil(.success(error))
  }
}

/// How a protocol cancels a request: by a notification with the request's id. The channel sends it,
/// and cancels the task of a request for which it arrives; a cancelled request is not answered.
public struct CancellationNotification: Hashable, Sendable {
  /// The method of the notification.
  public let method: String
  /// The parameter with the id of the request.
  public let parameter: String

  /// Describes the notification.
  public init(method: String, parameter: String) {
    self.method = method
    self.parameter = parameter
  }

  fileprivate func send(_ id: Int, on connection: LineConnection) {
    guard !connection.withdraw(id: id) else { return }
    let parameters = try? JSON.encode([parameter: id])
    connection.send(OutgoingLine.notification(method, parameters))
  }

  fileprivate func id(in notification: ChannelRequest) -> RequestID? {
    notification.parameters.flatMap { RequestID(ofMember: parameter, in: $0) }
  }
}
