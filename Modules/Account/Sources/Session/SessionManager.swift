import AccountInterface
import Console
import Foundation
import Mediator
import ModuleManager
import NetworkInterface

/// Signs the person in and out, and renews the token.
actor SessionManager {
  private let address: String
  /// The path of the file in which the address can be set.
  private let configurationFile: String
  private let file: SessionFile
  private let log: Log
  private let mediator: Mediator
  /// The renewals that are under way, by the expired token.
  private var renewals: [String: Task<String, any Error>] = [:]

  /// - Parameter address: The address of the ticket server; empty for none.
  init(_ context: ModuleContext, address: String) {
    self.address = address
    configurationFile = context.app.configurationFile.path
    file = SessionFile(context)
    log = context.log
    mediator = context.mediator
  }

  /// - Throws: `AccountError.noServer`
  nonisolated var server: String {
    get throws {
      guard !address.isEmpty else { throw AccountError.noServer(file: configurationFile) }
      return address
    }
  }

  /// - Throws: `AccountError.unreadableSession`, as do all members below; and `.damagedSession`, as
  ///   do all but `signIn` and `signOut`.
  var state: SessionState {
    get throws {
      let session = try current
      let status: SessionState.Status =
        switch session {
        case nil: .signedOut
        case let session?: session.token == nil ? .expired : .signedIn
        }
      return SessionState(
        status: status, name: session?.name, server: address.isEmpty ? nil : address.shownAddress,
        notice: session?.notice, configurationFile: address.isEmpty ? configurationFile : nil)
    }
  }

  /// The account whose riders are kept.
  /// - Throws: `AccountError.noServer` and `.notSignedIn`
  var account: AccountID {
    get throws {
      _ = try server
      guard let session = try current else { throw AccountError.notSignedIn }
      return session.account
    }
  }

  /// The port for notifications of a server on this machine. A server on another machine has none:
  /// the channel connects to this machine, where another program could receive the token.
  /// - Throws: `AccountError.noServer`, `.notSignedIn` and `.noChannel`
  var channelPort: UInt16 {
    get throws {
      _ = try currentToken
      let isHere = ["127.0.0.1", "localhost"].contains(URL(string: address)?.host() ?? "")
      guard isHere, let port = try current?.channelPort else {
        throw AccountError.noChannel(server: address.shownAddress)
      }
      return port
    }
  }

  /// - Throws: `AccountError.noServer`, `.badName`, `.refused` and `.badAnswer`; `NetworkError`
  func signIn(_ credentials: Credentials) async throws -> SessionState {
    let credentials = Credentials(
      name: try credentials.name.validName, password: credentials.password)
    let reply = try await SessionAPI(mediator: mediator, server: server).signIn(credentials)
    let session = StoredSession(
      server: address.addressID, name: reply.name, token: reply.token, renewal: reply.renewal,
      notice: reply.notice, channelPort: reply.channelPort)
    let last = try file.withChangeLock {
      let last = try file.replaceableSession
      try file.write(session)
      return last
    }
    if let last, last.account != session.account {
      mediator.publish(SignedOut(name: last.name))
    }
    mediator.publish(SignedIn(name: session.name))
    return try state
  }

  /// Signs the person out here, and then tells the server, which may not be reachable.
  func signOut() async throws -> SessionState {
    guard file.exists else { return try state }
    let (last, wasThere) = try file.withChangeLock {
      let last = try file.replaceableSession
      return (last, try file.remove())
    }
    guard wasThere else { return try state }
    mediator.publish(SignedOut(name: last?.name ?? ""))
    if let session = last, let token = session.token, session.server == address.addressID {
      do {
        try await SessionAPI(mediator: mediator, server: address).end(token: token)
      } catch {
        log.info("the server does not know that '\(session.name)' has signed out: \(error)")
      }
    }
    return try state
  }

  /// Returns the current token, or one that replaces `expired`.
  /// - Throws: `AccountError.noServer`, `.notSignedIn` and `.sessionOver`; `NetworkError` when the
  ///   server cannot be asked for another one.
  func token(replacing expired: String?) async throws -> String {
    let token = try currentToken
    guard let expired, token == expired else { return token }
    if let renewal = renewals[expired] { return try await renewal.value }
    // Not a part of the caller's task: others may wait for it when the caller is cancelled.
    let renewal = Task { try await renew(expired) }
    renewals[expired] = renewal
    defer { renewals[expired] = nil }
    return try await renewal.value
  }

  private func renew(_ expired: String) async throws -> String {
    try await file.withRenewalLock {
      // Another process may have renewed the token, or the person may have signed in, meanwhile.
      let token = try currentToken
      guard token == expired, let session = try current else { return token }
      let reply: SessionReply? =
        if let renewal = session.renewal {
          try await SessionAPI(mediator: mediator, server: server).renew(renewal)
        } else { nil }
      return try replace(expired, with: reply)
    }
  }

  /// Stores a renewed token, or that the server has refused to renew it, unless a person has signed
  /// in or out during the request.
  private func replace(_ expired: String, with reply: SessionReply?) throws -> String {
    let changed: StoredSession? = try file.withChangeLock {
      guard var session = try current, session.token == expired else { return nil }
      session.token = reply?.token
      session.renewal = reply?.renewal
      if let reply { session.channelPort = reply.channelPort }
      try file.write(session)
      return session
    }
    if let changed, changed.token == nil { mediator.publish(SessionExpired(name: changed.name)) }
    return try currentToken
  }

  /// The session at the server that is configured.
  private var current: StoredSession? {
    get throws {
      guard !address.isEmpty, let session = try file.session, session.server == address.addressID
      else { return nil }
      return session
    }
  }

  private var currentToken: String {
    get throws {
      _ = try server
      guard let session = try current else { throw AccountError.notSignedIn }
      guard let token = session.token else { throw AccountError.sessionOver(session.name) }
      return token
    }
  }
}

extension String {
  /// The name in one line and without surrounding white space.
  /// - Throws: `AccountError.badName`
  var validName: String {
    get throws(AccountError) {
      let name = printable.trimmingCharacters(in: .whitespaces)
      guard 1...AccountError.maximumLength ~= name.count else {
        throw .badName(String(name.prefix(20)), count: name.count)
      }
      return name
    }
  }
}
