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
  let cancellation: CancellationNotification?
  let connection: LineConnection
  let pending: PendingRequests
  let followers: NotificationFollowers
  private let ownsFollowers: Bool
  let runner: RequestRunner?
  /// Called with what the other side writes and nobody can use; nil to answer invalid lines with an
  /// error if there is a handler.
  let reportUnusable: (@Sendable (UnusableLine) -> Void)?
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

  /// Opens a channel to a program of any author, which may also print text that is no message. What
  /// cannot be decoded in a line is read as U+FFFD. An answer that is not valid, or is one to a
  /// request that was never made, fails the request that waits, if there is only one.
  /// - Parameter reportUnusable: Called with each line that is no valid message, and each answer to
  ///   a request that does not wait, on the thread of the channel. Such lines are not answered.
  /// - Throws: `ChannelError.lost` as above.
  package convenience init(
    _ transport: ChannelTransport, cancellation: CancellationNotification? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    reportUnusable: @escaping @Sendable (UnusableLine) -> Void, handler: @escaping ChannelHandler
  ) throws(ChannelError) {
    try self.init(
      transport, cancellation: cancellation, clock: AnyClock(clock), sharing: nil,
      reportUnusable: reportUnusable, handler: handler)
  }

  /// - Parameter followers: The followers that stay when the channel ends; nil to have its own.
  init(
    _ transport: ChannelTransport, cancellation: CancellationNotification? = nil, clock: AnyClock,
    sharing followers: NotificationFollowers?, lastingMethods: Set<String> = [],
    immediateHandler: ImmediateChannelHandler? = nil,
    reportUnusable: (@Sendable (UnusableLine) -> Void)? = nil,
    onInputEnd: (@Sendable () -> Void)? = nil, handler: ChannelHandler? = nil
  ) throws(ChannelError) {
    let connection = try LineConnection(transport)
    self.connection = connection
    self.cancellation = cancellation
    self.reportUnusable = reportUnusable
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
        onLine: { [weak self] line, isWhole in self?.receive(line, isWhole: isWhole) },
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
    try await request(method, id: newRequestID(), parameters, timeout: timeout)
  }

  /// Returns the id of a further request, for parameters that contain it.
  package func newRequestID() -> Int { pending.newID() }

  /// Sends a request with an id of `newRequestID`, and waits for its response.
  /// - Throws: `ChannelError` and `CancellationError`, as the method above.
  package func request(
    _ method: String, id: Int, _ parameters: Data?, timeout: Duration
  ) async throws -> Data {
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

  /// Begins the timeout of a request again, such as after a report of its progress. To do so for a
  /// request that does not wait has no effect.
  /// - Parameter limit: How long the request may take in all.
  package func restartTimeout(of id: Int, limit: Duration) {
    pending.restartTimeout(of: id, limit: limit)
  }

  /// Runs `body`, such as a question to a person, whose time is not that of the requests that wait.
  /// - Parameter limit: How long they wait for it.
  package func pausingTimeouts<Result>(
    for limit: Duration, _ body: () async throws -> Result
  ) async rethrows -> Result {
    pending.pauseTimeouts(for: limit)
    defer { pending.resumeTimeouts() }
    return try await body()
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

  private func endInput(_ error: ChannelError) {
    pending.end(error)
    if ownsFollowers { followers.end() }
    inputEnd.fulfil(.success(error))
  }

  private func checkLength(of line: [UInt8], _ method: String) throws(ChannelError) {
    guard OutgoingLine.isTooLong(line) else { return }
    throw .messageTooLong(method: method, limit: LineConnection.maximumLength)
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

  func id(in notification: ChannelRequest) -> RequestID? {
    notification.parameters.flatMap { RequestID(ofMember: parameter, in: $0) }
  }
}
