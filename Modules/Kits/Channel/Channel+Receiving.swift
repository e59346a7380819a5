import Foundation

/// What the other side writes and a channel cannot use.
package enum UnusableLine: Sendable, Hashable {
  /// The beginning of a line that is no valid message.
  case noMessage(String)
  /// An answer to a request that does not wait, with the id as it was spelled.
  case unexpectedAnswer(id: String)
}

extension Channel {
  /// How many bytes of an unusable line are reported.
  private static let reportedLength = 200

  /// Receives a line, or the beginning of one that is too long.
  func receive(_ line: UnsafeRawBufferPointer, isWhole: Bool) {
    guard isWhole else { return receive(.skipped(line), from: line) }
    guard reportUnusable != nil, let repaired = RepairedJSON(line)?.bytes else {
      return IncomingMessage(line).map { receive($0, from: line) } ?? ()
    }
    repaired.withUnsafeBytes { line in
      if let message = IncomingMessage(line) { receive(message, from: line) }
    }
  }

  private func receive(_ message: IncomingMessage, from line: UnsafeRawBufferPointer) {
    receive(message)
    guard message.isMalformed else { return }
    reportUnusable?(
      .noMessage(String(decoding: line.prefix(Self.reportedLength), as: UTF8.self)))
  }

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
    case .unrelatedFailure(let error):
      // Some answer what has no answer, such as a notification that they do not know.
      if case .remote(let code, _, _) = error,
        [RPCErrorCode.parseError, RPCErrorCode.invalidRequest].contains(code)
      {
        failOnlyRequest(error)
      }
    case .malformed(let id, let code, let reason, let isAnswer):
      if answersInvalidLines {
        answer(OutgoingLine.failure(id, code: code, message: reason), in: batch)
      } else if isAnswer {
        failOnlyRequest(.invalidAnswer(method: "", reason: reason))
      }
    case .batch(let messages):
      let answered = messages.count(where: isAnswered)
      let response = BatchResponse(count: answered)
      for message in messages { receive(message, in: response) }
    }
  }

  /// A channel without a handler, or with `reportUnusable`, sends no errors for invalid lines.
  private var answersInvalidLines: Bool { runner != nil && reportUnusable == nil }

  /// Whether a message of a batch has an answer.
  private func isAnswered(_ message: IncomingMessage) -> Bool {
    switch message {
    case .request: true
    case .malformed: answersInvalidLines
    case .result, .failure, .notification, .unrelatedFailure, .batch: false
    }
  }

  private func receive(_ id: RequestID, _ result: Result<Data, ChannelError>) {
    if let number = id.number, pending.receive(number, result) { return }
    guard let reportUnusable else { return }
    let shownID = String(String(decoding: id.json, as: UTF8.self).prefix(Self.reportedLength))
    reportUnusable(.unexpectedAnswer(id: shownID))
    // An answer that comes too late says nothing about the request that waits now.
    if id.number.map(pending.hasMade) != true {
      failOnlyRequest(
        .invalidAnswer(
          method: "", reason: "it answers a request with the id \(shownID), which was not made"))
    }
  }

  /// Fails the request to which an answer must belong: the only one that waits.
  private func failOnlyRequest(_ error: ChannelError) {
    if reportUnusable != nil { pending.failOnlyRequest(error) }
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
}
