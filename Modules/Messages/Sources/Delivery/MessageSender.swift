import Foundation
import Mediator
import MessagesInterface
import NetworkInterface

/// The result of one attempt to send a message.
struct AttemptResult: Equatable {
  let state: MessageRecord.State
  var reason: String?
  var reply: Data?
}

/// Sends one message to its service.
struct MessageSender: Sendable {
  let mediator: Mediator
  let services: [MessageService]

  func send(_ stored: StoredMessage) async -> AttemptResult {
    let (record, message) = (stored.record, stored.message)
    do {
      guard let service = services.first(where: { $0.name == record.service }) else {
        throw MessagesError.noService(record.service)
      }
      let address = try await service.address(mediator)
      let separator = address.hasSuffix("/") ? "" : "/"
      let credential = message.needsSession ? try await credential(of: service) : nil
      let request = FetchRequest(
        url: address + separator + message.path, method: .post,
        headers: ["Content-Type": "application/json", "Idempotency-Key": record.key],
        body: message.body, credential: credential,
        timeout: message.timeout)
      let response = try await mediator.perform(Network.fetch, request)
      return AttemptResult(state: .sent, reply: response.body)
    } catch let error as NetworkError {
      return AttemptResult(error, isIdempotent: message.isIdempotent)
    } catch is CancellationError {
      return .unanswered("it was cancelled", isIdempotent: message.isIdempotent)
    } catch {
      // Without an address or a session, nothing was sent.
      return AttemptResult(state: .waiting, reason: "\(error)")
    }
  }

  /// The credential of the current session. Network renews a token once for all requests whose
  /// credentials have the same name, and remembers it: another session must have another name.
  private func credential(of service: MessageService) async throws -> Credential {
    let token = try await service.token(mediator, nil)
    return Credential("messages \(service.name) \(token.hashValue)") { [mediator] expired in
      guard let expired else { return token }
      return try await service.token(mediator, expired)
    }
  }
}

extension AttemptResult {
  /// What an error of the network says about the message.
  init(_ error: NetworkError, isIdempotent: Bool) {
    switch error {
    case .offline, .unknownHost, .refused, .unreachable, .proxy, .tls, .missingLibrary,
      .outOfResources, .badCertificates, .timedOut(_, .connecting, _), .retryLater,
      .status(429, _), .status(503, _):
      self.init(state: .waiting, reason: "it waits for the network: \(error)")
    case .status(401, _):
      self.init(state: .waiting, reason: "it waits until somebody signs in")
    case .badURL, .badHeader, .plainHTTP, .badRedirect, .insecureRedirect, .tooManyRedirects,
      .status(300..<500, _):
      self.init(state: .failed, reason: "\(error)")
    case .timedOut, .tooSlow, .tooShort, .incomplete, .notHTTP, .status, .tooLarge,
      .headersTooLarge, .wrongPart, .wrongChecksum, .notDecodable, .busy, .storage:
      self = .unanswered("\(error)", isIdempotent: isIdempotent)
    }
  }

  /// The server may have accepted the message.
  fileprivate static func unanswered(_ reason: String, isIdempotent: Bool) -> AttemptResult {
    AttemptResult(state: isIdempotent ? .waiting : .unknown, reason: reason)
  }
}
