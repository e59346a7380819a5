import Foundation
import Platform

/// The connection of one client. Only the server's thread uses it.
final class HTTPConnection {
  typealias Instant = ContinuousClock.Instant

  /// What all connections of a server share.
  struct Service: Sendable {
    let hosts: [String]
    let limits: HTTPLimits
    let failure: @Sendable (HTTPFailure, _ target: String?) -> HTTPResponse
    let handler: HTTPServer.Handler
  }

  private enum Phase { case reads, answers, closes, isClosed }

  let socket: Int32
  /// When the server stops waiting for the client; nil while the server itself works.
  private(set) var deadline: Instant?
  /// Since when the server waits for the client, if it does.
  private(set) var waitsSince: Instant
  private let service: Service
  private let output: HTTPOutput
  private var reader: HTTPReader
  private var phase = Phase.reads
  /// What is read at the moment, for which `deadline` is.
  private var stage: HTTPReader.Stage?
  private var inputHasEnded = false
  /// Handles a request.
  private var task: Task<Void, Never>?

  /// - Parameter onOutput: Called by tasks when `advance` must be called.
  init(
    _ socket: Int32, _ service: Service, now: Instant, onOutput: @escaping @Sendable () -> Void
  ) {
    self.socket = socket
    self.service = service
    reader = HTTPReader(hosts: service.hosts, limits: service.limits)
    output = HTTPOutput(onChange: onOutput)
    (deadline, waitsSince) = (now + service.limits.headTime, now)
    stage = .head
  }

  var isClosed: Bool { phase == .isClosed }

  /// Whether the connection can be closed for another client: no request of it is handled.
  var waitsForClient: Bool { task == nil }

  /// What to poll for. While a request is handled, only the end of the client is of interest, and
  /// not more than one head of what it sends next.
  var events: Int16 {
    let reads = !inputHasEnded && (phase != .answers || !reader.isFull)
    return Int16(reads ? POLLIN : 0) | Int16(output.isWaiting ? POLLOUT : 0)
  }

  /// Does what is possible after the socket has become ready.
  func handle(_ ready: Int16, _ buffer: UnsafeMutableRawBufferPointer, now: Instant) {
    guard phase != .isClosed else { return }
    if ready & Int16(POLLIN) != 0 {
      receive(buffer)
    } else if ready & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
      return close()
    }
    advance(now: now)
  }

  /// Sends what waits, and then handles the next request.
  func advance(now: Instant) {
    while phase != .isClosed {
      switch output.send(to: socket) {
      case .failed: return close()
      case .waits:
        if deadline == nil { deadline = now + service.limits.answerTime }
        return
      case .sent(let end?): finishAnswer(end, now)
      case .sent(nil):
        if phase == .answers { deadline = nil }
        guard phase == .reads, readRequest(now) else { return }
      }
    }
  }

  /// Stops waiting for the client.
  func expire(now: Instant) {
    guard phase == .reads, reader.stage != .idle else { return close() }
    refuse(HTTPFailure(408, "the request was not complete in time"))
    advance(now: now)
  }

  /// Answers with a failure, and ends the connection.
  func refuse(_ failure: HTTPFailure, _ framing: HTTPFraming = HTTPFraming()) {
    var framing = framing
    framing.keepsAlive = false
    (phase, deadline) = (.answers, nil)
    var response = service.failure(failure, reader.target)
    // Source: RFC 9110, section 15.5.6.
    if failure.status == 405 { response.fields.append(.init("Allow", "GET, HEAD, POST")) }
    guard response.isValid, case .data(let body) = response.body else {
      return output.finish(.aborts)
    }
    output.finish(
      .closes, with: response.head(framing) + (response.hasBody(framing) ? body : Data()))
  }

  /// Ends the connection at once, and cancels what is done for the client.
  func close() {
    guard phase != .isClosed else { return }
    phase = .isClosed
    deadline = nil
    task?.cancel()
    output.close()
    Foundation.close(socket)
  }

  private func receive(_ buffer: UnsafeMutableRawBufferPointer) {
    let count = recv(socket, buffer.baseAddress, buffer.count, 0)
    switch count {
    case 1...: if phase != .closes { reader.append(.init(rebasing: buffer[..<count])) }
    case 0:
      inputHasEnded = true
      // Perhaps it only sends nothing any more: then it still gets its answer.
      task?.cancel()
      if phase == .closes { close() }
    default: if ![EINTR, EAGAIN, EWOULDBLOCK].contains(errno) { close() }
    }
  }

  /// Begins to handle the next request, or to send a failure; returns false if there is none.
  private func readRequest(_ now: Instant) -> Bool {
    do throws(HTTPFailure) {
      if let request = try reader.next() {
        handle(request)
        return true
      }
      if reader.takeExpectation() {
        output.append(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        return true
      }
      if inputHasEnded {
        guard reader.stage != .idle else {
          close()
          return false
        }
        throw HTTPFailure(400, "the request ends before it is complete")
      }
    } catch {
      refuse(error)
      return true
    }
    wait(for: reader.stage, now)
    return false
  }

  private func wait(for stage: HTTPReader.Stage, _ now: Instant) {
    // The first request has the time of a head from the connection on.
    guard stage != self.stage, self.stage != .head || stage != .idle else { return }
    self.stage = stage
    let time =
      switch stage {
      case .idle: service.limits.idleTime
      case .head: service.limits.headTime
      case .body: service.limits.bodyTime
      }
    deadline = now + time
  }

  private func handle(_ request: HTTPRequest) {
    (phase, deadline, stage) = (.answers, nil, nil)
    let (service, output) = (service, output)
    // The client waits, and has a time limit.
    task = Task(priority: .high) {
      await service.answer(request, output)
    }
  }

  private func finishAnswer(_ end: HTTPOutput.End, _ now: Instant) {
    (task, waitsSince) = (nil, now)
    guard end == .closes else {
      (phase, deadline) = (.reads, nil)
      return
    }
    // Closing a connection with unread input would reset it before the client has read the answer.
    // Source: RFC 9112, section 9.6.
    guard !inputHasEnded else { return close() }
    shutdown(socket, Int32(SHUT_WR))
    (phase, deadline) = (.closes, now + service.limits.closingTime)
  }
}

extension HTTPConnection.Service {
  /// Handles a request, and adds the answer to an output.
  fileprivate func answer(_ request: HTTPRequest, _ output: HTTPOutput) async {
    guard var response = await handler(request) else { return output.finish(.aborts) }
    if !response.isValid {
      response = failure(
        HTTPFailure(500, "the answer has a header field that is not valid"), request.target)
      guard response.isValid else { return output.finish(.aborts) }
    }
    let framing = request.framing
    let end: HTTPOutput.End = response.keepsAlive(framing) ? .keepsAlive : .closes
    var head = response.head(framing)
    switch response.body {
    case .data(let data):
      if response.hasBody(framing) { head += data }
      // Wakes the server's thread once.
      guard response.afterwards != nil else { return output.finish(end, with: head) }
      output.append(head)
    case .stream(let chunks):
      output.append(head)
      if response.hasBody(framing) { await send(chunks, framing, output) }
    }
    if let afterwards = response.afterwards {
      await output.waitUntilSent()
      // Not cancelled when the client has gone.
      await Task { await afterwards() }.value
    }
    output.finish(end)
  }

  /// Sends a body as it comes. The end of this task cancels the stream.
  ///
  /// Source: RFC 9112, section 7.1.
  private func send(
    _ chunks: AsyncStream<Data>, _ framing: HTTPFraming, _ output: HTTPOutput
  ) async {
    for await chunk in chunks where !chunk.isEmpty {
      var bytes = chunk
      if framing.readsChunks {
        bytes = Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8)
      }
      guard output.append(bytes, limit: limits.waitingBytes) else { return }
    }
    if framing.readsChunks { output.append(Data("0\r\n\r\n".utf8)) }
  }
}
