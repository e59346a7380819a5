import Foundation
import MessagesInterface
import Store

/// A message in the outbox, with its content.
struct StoredMessage: Sendable {
  let record: MessageRecord
  let message: StoredContent
  let reply: Data?
  let priority: Int

  init(_ row: borrowing Row) throws {
    record = MessageRecord(
      id: try row["id"], type: try row["type"], service: try row["service"],
      topic: try row["topic"], path: try row["path"], key: try row["key"],
      state: try Self.state(row["state"]),
      reason: try row["reason"], attempts: try row["attempts"],
      queuedAt: Date(timeIntervalSince1970: try row["queued_at"]))
    message = StoredContent(
      body: try row["body"],
      timeout: .milliseconds(try row["timeout"] as Int),
      needsSession: try (row["needs_session"] as Int) == 1,
      isIdempotent: try (row["is_idempotent"] as Int) == 1,
      channelMethod: try row["channel_method"], owner: try row["owner"])
    reply = try row["reply"]
    priority = try row["priority"]
  }

  /// A state that a newer version has written is one that this version must not send.
  private static func state(_ text: String) -> MessageRecord.State {
    MessageRecord.State(rawValue: text) ?? .unknown
  }
}

/// What is needed to send a message.
struct StoredContent: Sendable {
  let body: Data
  let timeout: Duration
  let needsSession: Bool
  let isIdempotent: Bool
  /// Nil to send it over HTTP.
  let channelMethod: String?
  /// The process that sends it; nil for none.
  let owner: String?
}

extension [SQL] {
  static let messageTables: [SQL] = [
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
  ]
}
