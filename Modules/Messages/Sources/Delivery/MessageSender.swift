import Channel
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
  let channels: ServiceChannels

  func send(_ stored: StoredMessage) async -> AttemptResult {
    let (record, message) = (stored.record, stored.message)
    do {
      guard let service = services.first(where: { $0.name == record.service }) else {
        throw MessagesError.noService(record.service)
      }
      let reply =
        if let method = message.channelMethod, service.channel != nil {
          try await send(stored, to: service, method)
        } else {
          try await send(stored, to: service)
        }
      return AttemptResult(state: .sent, reply: reply)
    } catch let error as ChannelError {
      return AttemptResult(error, isIdempotent: message.isIdempotent)
    } catch let error as NetworkError {
      return AttemptResult(error, isIdempotent: message.isIdempotent)
    } catch is CancellationError {
      return .unanswered("it was cancelled", isIdempotent: message.isIdempotent)
    } catch {
      // Without an address or a session, nothing was sent.
      return AttemptResult(state: .waiting, reason: "\(error)")
    }
  }

  private func send(_ stored: StoredMessage, to service: MessageService) async throws -> Data {
    let (record, message) = (stored.record, stored.message)
    let address = try await service.address(mediator)
    let separator = address.hasSuffix("/") ? "" : "/"
    let credential = message.needsSession ? try await credential(of: service) : nil
    let request = FetchRequest(
      url: address + separator + record.path, method: .post,
      headers: ["Content-Type": "application/json", "Idempotency-Key": record.key],
      body: message.body, credential: credential, timeout: message.timeout)
    return try await mediator.perform(Network.fetch, request).body
  }

  /// Sends a message over the channel. When the token has expired, it is renewed once.
  private func send(
    _ stored: StoredMessage, to service: MessageService, _ method: String
  ) async throws -> Data {
    func send(_ token: String?) async throws -> Data {
      let parameters = ChannelParameters(
        key: stored.record.key, token: token,
        message: try JSON.decode(JSONValue.self, from: stored.message.body))
      return try await channels.request(
        ChannelRequest(method: method, parameters: try JSON.encode(parameters)), of: service,
        timeout: stored.message.timeout)
    }
    guard stored.message.needsSession else { return try await send(nil) }
    let token = try await service.token(mediator, nil)
    do {
      return try await send(token)
    } catch ChannelError.remote(401, _, _) {
      return try await send(try await service.token(mediator, token))
    }
  }

  private struct ChannelParameters: Encodable {
    let key: String
    let token: String?
    let message: JSONValue
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

  /// What an error of the channel says about the message.
  init(_ error: ChannelError, isIdempotent: Bool) {
    switch error {
    case .unreachable, .remote(429, _, _), .remote(503, _, _):
      self.init(state: .waiting, reason: "it waits for the network: \(error)")
    case .remote(401, _, _):
      self.init(state: .waiting, reason: "it waits until somebody signs in")
    case .messageTooLong, .remote(..<500, _, _):
      self.init(state: .failed, reason: "\(error)")
    case .timedOut, .lost, .remote: self = .unanswered("\(error)", isIdempotent: isIdempotent)
    }
  }

  /// The server may have accepted the message.
  fileprivate static func unanswered(_ reason: String, isIdempotent: Bool) -> AttemptResult {
    AttemptResult(state: isIdempotent ? .waiting : .unknown, reason: reason)
  }
}
