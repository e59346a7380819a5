import Console
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

/// Sends one message to its server.
struct MessageSender: Sendable {
  /// A reply in bytes. Replies are kept in the outbox.
  static let maximumReplyLength = 1 << 20
  /// The sentence of a server that refuses a message, in characters.
  private static let maximumSentenceLength = 200

  let mediator: Mediator
  let servers: [MessageServer]

  /// The accounts of the current sessions by the names of the servers.
  var currentAccounts: [String: String] {
    get async {
      var accounts: [String: String] = [:]
      for server in servers { accounts[server.name] = try? await server.account(mediator) }
      return accounts
    }
  }

  func send(_ message: StoredMessage) async -> AttemptResult {
    do {
      guard let server = servers.first(where: { $0.name == message.record.server }) else {
        throw MessagesError.noServer(message.record.server)
      }
      return AttemptResult(state: .sent, reply: try await send(message, to: server))
    } catch let refusal as Refusal {
      return AttemptResult(state: .failed, reason: "\(refusal)")
    } catch let error as NetworkError {
      return AttemptResult(error, isIdempotent: message.isIdempotent)
    } catch is CancellationError {
      return .unanswered("it was cancelled", isIdempotent: message.isIdempotent)
    } catch {
      // Without an address or a session, the server has accepted nothing.
      return AttemptResult(state: .waiting, reason: "\(error)")
    }
  }

  private func send(_ message: StoredMessage, to server: MessageServer) async throws -> Data {
    let record = message.record
    let address = try await server.address(mediator)
    let credential =
      message.needsSession ? try await credential(of: server, for: message.account) : nil
    let request = FetchRequest(
      url: WebServer(baseURL: address).url(of: record.path), method: .post,
      headers: ["Content-Type": "application/json", "Idempotency-Key": record.key],
      body: message.body, credential: credential, limit: Self.maximumReplyLength,
      timeout: message.timeout, failure: { try Self.refusal($0, by: address) })
    return try await mediator.perform(Network.fetch, request).body
  }

  /// Nil for a status after which the message waits, and if the server gives no reason.
  private static func refusal(_ response: FetchResponse, by address: String) throws -> Refusal? {
    guard 400..<500 ~= response.status, ![401, 429].contains(response.status) else { return nil }
    let sentence = try JSON.decode(ErrorReply.self, from: response.body).error.printable.trimmed
    return sentence.isEmpty
      ? nil
      : Refusal(
        server: address.shownAddress, sentence: String(sentence.prefix(maximumSentenceLength)))
  }

  /// The credential of the current session.
  /// - Throws: `OtherAccount` and `RenewalError`
  private func credential(
    of server: MessageServer, for account: String?
  ) async throws -> Credential {
    let token = try await token(nil, of: server, for: account)
    return Credential("messages \(server.name)", token: token) { [self] expired in
      try await self.token(expired, of: server, for: account)
    }
  }

  /// Returns a token with which a message of an account may be sent. The account is compared before
  /// and after the token is read, because somebody can sign in meanwhile.
  private func token(
    _ expired: String?, of server: MessageServer, for account: String?
  ) async throws -> String {
    guard let account, try await server.account(mediator) == account else {
      throw OtherAccount(account: account)
    }
    let token: String
    do { token = try await server.token(mediator, expired) } catch let error as NetworkError {
      throw RenewalError(reason: "\(error)")
    } catch is CancellationError {
      throw RenewalError(reason: "it was cancelled")
    }
    guard try await server.account(mediator) == account else {
      throw OtherAccount(account: account)
    }
    return token
  }
}

/// The answer of a server that refuses a message.
private struct ErrorReply: Decodable {
  let error: String
}

/// The server refuses a message, and says why.
private struct Refusal: ModuleError {
  let server: String
  let sentence: String

  var kind: FailureKind { .failed }

  var description: String { "'\(server)' refuses it: \(sentence)" }
}

/// The token could not be renewed. The message was not sent, or the server has not accepted its
/// token: what went wrong with the renewal says nothing about the message.
private struct RenewalError: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the session cannot be renewed: \(reason)" }
}

/// The message was queued with another account than that of the current session.
private struct OtherAccount: Error, CustomStringConvertible {
  /// Nil for a message of an older version, which has stored none.
  let account: String?

  var description: String {
    guard let account else { return "its account is not known; drop it by its number" }
    return "it waits until '\(account.printable)' signs in"
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
    case .badURL, .badHeader, .badPathValue, .plainHTTP, .badRedirect, .insecureRedirect,
      .foreignRedirect, .tooManyRedirects, .unreadableFile, .status(300..<500, _):
      self.init(state: .failed, reason: "\(error)")
    case .tooLarge:
      // Only a reply with a status of success has a limit, so the server has accepted the message.
      // The next attempt would have the same reply.
      self.init(state: .sent, reason: "\(error)")
    case .headersTooLarge, .headLineTooLong: self.init(state: .unknown, reason: "\(error)")
    case .timedOut, .tooSlow, .tooShort, .incomplete, .notHTTP, .status, .wrongPart,
      .notDecodable, .busy, .storage:
      self = .unanswered("\(error)", isIdempotent: isIdempotent)
    }
  }

  /// The server may have accepted the message.
  fileprivate static func unanswered(_ reason: String, isIdempotent: Bool) -> AttemptResult {
    AttemptResult(state: isIdempotent ? .waiting : .unknown, reason: reason)
  }
}
