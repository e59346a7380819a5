import Foundation
import Mediator
import Store

/// The sessions in the database.
struct SessionStore: Sendable {
  /// How long a token is valid.
  static let seconds = 900

  let database: Database
  let now: @Sendable () -> Date

  static let tables: [SQL] = [
    """
    CREATE TABLE session (
      token TEXT PRIMARY KEY, renewal TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      expires_at REAL NOT NULL, is_renewable INTEGER NOT NULL)
    """
  ]

  /// Signs any person in with the password `test`.
  /// - Throws: `OfficeError`
  func signIn(_ name: String, password: String) async throws -> SessionTokens {
    guard 1...100 ~= name.utf8.count else { throw OfficeError.invalid("the name is empty") }
    guard password == "test" else {
      throw OfficeError.unauthorized("the password is wrong; it is 'test'")
    }
    return try await database.write { try insert(name, $0) }
  }

  /// Replaces both tokens. Each renewal token can be used once.
  /// - Throws: `OfficeError.unauthorized`
  func renew(_ renewal: String) async throws -> SessionTokens {
    try await database.write { transaction in
      let name = try transaction.first(
        "SELECT name FROM session WHERE renewal = \(renewal) AND is_renewable = 1"
      ) { try $0["name"] as String }
      guard let name else { throw OfficeError.unauthorized("the session is over; sign in again") }
      try transaction.run(
        "UPDATE session SET is_renewable = 0, expires_at = 0 WHERE renewal = \(renewal)")
      return try insert(name, transaction)
    }
  }

  /// Returns the name of the person.
  /// - Throws: `OfficeError.unauthorized`
  func name(for token: String?) async throws -> String {
    let time = now().timeIntervalSince1970
    let name = try await database.read { transaction in
      try transaction.first(
        "SELECT name FROM session WHERE token = \(token ?? "") AND expires_at > \(time)"
      ) { try $0["name"] as String }
    }
    guard let name else {
      throw OfficeError.unauthorized("the token is missing, wrong or too old")
    }
    return name
  }

  /// Ends the validity of a token; its session can be renewed.
  func expire(_ token: String?) async throws {
    try await database.write { transaction in
      try transaction.run("UPDATE session SET expires_at = 0 WHERE token = \(token ?? "")")
    }
  }

  /// Ends a session.
  func end(_ token: String?) async throws {
    try await database.write { transaction in
      try transaction.run("DELETE FROM session WHERE token = \(token ?? "")")
    }
  }

  private func insert(
    _ name: String, _ transaction: borrowing Transaction
  ) throws -> SessionTokens {
    let tokens = SessionTokens(name: name, token: Self.random(), renewal: Self.random())
    let end = now().timeIntervalSince1970 + Double(Self.seconds)
    try transaction.run(
      """
      INSERT INTO session (token, renewal, name, expires_at, is_renewable)
      VALUES (\(tokens.token), \(tokens.renewal), \(name), \(end), 1)
      """)
    return tokens
  }

  private static func random() -> String {
    (0..<2).map { _ in UUID().uuidString.replacing("-", with: "").lowercased() }.joined()
  }
}

/// The tokens of a session.
struct SessionTokens: Sendable {
  let name: String
  let token: String
  let renewal: String
}
