import AccountInterface
import Console
import Foundation
import Mediator
import NetworkInterface

/// What the ticket server answers to a person who signs in, and to a renewal.
struct SessionReply: Codable, Equatable {
  var name: String
  let token: String
  let renewal: String?
  var notice: String?
  /// The port of the server's machine over which it sends notifications; nil if it sends none.
  var channelPort: UInt16?
}

/// The requests of the ticket server that are about sessions.
struct SessionAPI: Sendable {
  private struct SignIn: Encodable {
    let name: String
    let password: String
  }

  private struct Renewal: Encodable {
    let renewal: String
  }

  private static let maximumNoticeLength = 200

  let mediator: Mediator
  /// The address of the server.
  let server: String

  /// - Throws: `AccountError.refused`, `AccountError.badAnswer` and `NetworkError`
  func signIn(_ credentials: Credentials) async throws -> SessionReply {
    let signIn = SignIn(name: credentials.name, password: credentials.password.text)
    do {
      return try validated(try await post(signIn, to: "session"))
    } catch NetworkError.status(401, _), NetworkError.status(403, _) {
      throw AccountError.refused(credentials.name)
    }
  }

  /// Returns a new token; nil if the server does not renew the session any more, for which servers
  /// of OAuth answer with the status 400.
  ///
  /// Source: RFC 6749, section 5.2.
  func renew(_ renewal: String) async throws -> SessionReply? {
    do {
      return try await post(Renewal(renewal: renewal), to: "session/renewal") as SessionReply
    } catch NetworkError.status(400, _), NetworkError.status(401, _), NetworkError.status(403, _) {
      return nil
    }
  }

  func end(token: String) async throws {
    let credential = Credential("ended session", token: token) { _ in
      throw AccountError.notSignedIn
    }
    let _: Empty = try await post(Empty(), to: "session/end", credential, timeout: .seconds(5))
  }

  private func post<Body: Encodable & Sendable, Reply: Decodable & Sendable>(
    _ body: Body, to path: String, _ credential: Credential? = nil,
    timeout: Duration = .seconds(30)
  ) async throws -> Reply {
    let endpoint = WebEndpoint<Body, Reply>(
      WebServer(baseURL: server, credential: credential), .post, path: path,
      body: { .json($0) }, limit: 1 << 16, timeout: timeout)
    do {
      return try await mediator.fetch(endpoint, body)
    } catch NetworkError.notDecodable(let server, let reason) {
      throw AccountError.badAnswer(server: server, reason: reason)
    }
  }

  /// The answer with texts that can be shown.
  private func validated(_ reply: SessionReply) throws -> SessionReply {
    var reply = reply
    do { reply.name = try reply.name.validName } catch {
      throw AccountError.badAnswer(
        server: server.shownAddress,
        reason: "'name' must have 1 to \(AccountError.maximumLength) characters")
    }
    reply.notice = reply.notice.map { String($0.printable.prefix(Self.maximumNoticeLength)) }
    return reply
  }
}
