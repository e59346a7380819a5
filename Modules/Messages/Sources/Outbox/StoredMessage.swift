import Foundation
import MessagesInterface
import Store

/// A message in the outbox, with what is needed to send it.
struct StoredMessage: Sendable {
  let record: MessageRecord
  let body: Data
  let timeout: Duration
  let needsSession: Bool
  let isIdempotent: Bool
  /// The account whose sessions may send it; nil if it needs no session.
  let account: String?
  /// The process that sends it; nil for none.
  let owner: String?
  let reply: Data?

  init(_ row: borrowing Row) throws {
    record = try MessageRecord(row)
    body = try row["body"]
    timeout = .milliseconds(try row["timeout"] as Int)
    needsSession = try (row["needs_session"] as Int) == 1
    isIdempotent = try (row["is_idempotent"] as Int) == 1
    account = try row["account"]
    owner = try row["owner"]
    reply = try row["reply"]
  }
}

/// A message without its content.
struct OwnedRecord: Sendable {
  let record: MessageRecord
  /// The account whose sessions may send it; nil if it needs no session.
  let account: String?
}

extension MessageRecord {
  init(_ row: borrowing Row) throws {
    self.init(
      id: try row["id"], type: try row["type"], server: try row["service"],
      topic: try row["topic"], path: try row["path"], key: try row["key"],
      // A state that a newer version has written is one that this version must not send.
      state: State(rawValue: try row["state"]) ?? .unknown,
      reason: try row["reason"], attempts: try row["attempts"],
      queuedAt: Date(timeIntervalSince1970: try row["queued_at"]))
  }
}

/// The messages that are sent in their order: those of one topic and one account. The messages of
/// one account never delay those of another.
struct MessageQueue: Hashable, Sendable {
  let topic: String
  /// Nil for the messages that need no session.
  let account: String?
}

extension [SQL] {
  static let messageMigrations: [SQL] = [
    """
    CREATE TABLE message (
      id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
      service TEXT NOT NULL, topic TEXT NOT NULL, priority INTEGER NOT NULL,
      needs_session INTEGER NOT NULL, is_idempotent INTEGER NOT NULL, timeout INTEGER NOT NULL,
      path TEXT NOT NULL, body BLOB NOT NULL, state TEXT NOT NULL, reason TEXT, owner TEXT,
      attempts INTEGER NOT NULL, reply BLOB, queued_at REAL NOT NULL)
    """,
    "CREATE INDEX message_state ON message (state, topic, id)",
    "ALTER TABLE message ADD COLUMN channel_method TEXT",
    "ALTER TABLE message ADD COLUMN account TEXT",
    "ALTER TABLE message DROP COLUMN channel_method",
  ]
}
