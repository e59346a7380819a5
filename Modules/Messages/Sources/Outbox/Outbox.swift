import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import Platform
import Store

/// The stored messages, which several processes share.
///
/// A process that sends a message writes its name into the row, and holds a lock on a file of that
/// name as long as it runs. So the others see whether the sender of a message still exists.
struct Outbox: Sendable {
  /// The messages that ended last and are kept, for those who want to see their results.
  private static let keptCount = 200

  let database: Database
  private let owner: ProcessLock
  private let now: @Sendable () -> Date

  init(_ context: ModuleContext) {
    database = Database(context, migrations: .messageMigrations)
    owner = ProcessLock(context.dataFolder)
    now = context.now
  }

  /// All messages with their accounts, the oldest first.
  var owned: [OwnedRecord] {
    get async throws {
      try await database.read { try $0.owned }
    }
  }

  /// - Throws: `MessagesError.noSuchMessage`
  func message(_ id: Int) async throws -> StoredMessage {
    try await database.read { try $0.message(id) }
  }

  /// Stores a message, and makes its key.
  /// - Parameter account: The account whose sessions may send it; nil if it needs no session.
  func add(_ message: QueuedMessage, account: String?) async throws -> MessageRecord {
    let (key, queuedAt) = (UUID().uuidString.lowercased(), now().timeIntervalSince1970)
    return try await database.write { transaction in
      let id = try transaction.first(
        """
        INSERT INTO message (key, type, service, topic, priority, needs_session, is_idempotent,
          timeout, account, path, body, state, attempts, queued_at)
        VALUES (\(key), \(message.type), \(message.server), \(message.topic), 0,
          \(message.needsSession ? 1 : 0), \(message.isIdempotent ? 1 : 0),
          \(Int(message.timeout / .milliseconds(1))), \(orNull: account),
          \(message.path), \(message.body), \(MessageRecord.State.waiting.rawValue), 0, \(queuedAt))
        RETURNING id
        """
      ) { try $0["id"] as Int }
      try transaction.run(
        """
        DELETE FROM message WHERE state IN ('sent', 'dropped') AND id <= (
          SELECT id FROM message WHERE state IN ('sent', 'dropped')
          ORDER BY id DESC LIMIT 1 OFFSET \(Self.keptCount))
        """)
      let record = try transaction.message(id ?? 0).record
      try transaction.publish(MessageQueued(record: record))
      return record
    }
  }

  /// The queues with messages that can be sent, the oldest first.
  var waitingQueues: [MessageQueue] {
    get async throws {
      try await database.read { transaction in
        try transaction.rows(
          """
          SELECT topic, account FROM message WHERE state IN ('waiting', 'sending')
          GROUP BY topic, account ORDER BY min(id)
          """
        ) { MessageQueue(topic: try $0["topic"], account: try $0["account"]) }
      }
    }
  }

  /// What the first message of a queue needs.
  enum Claim: Sendable {
    /// This process sends it now.
    case claimed(StoredMessage)
    /// Its sender was killed, and it must not be sent again: its result is unknown.
    case unknown
    /// Another process sends it.
    case busy
    /// Nothing waits.
    case none
  }

  /// Claims the first message of a queue, so that no other process sends it.
  func claim(_ queue: MessageQueue) async throws -> Claim {
    let name = try owner.acquire()
    return try await database.write { transaction in
      let first = try transaction.first(
        """
        SELECT * FROM message WHERE topic = \(queue.topic) AND account IS \(orNull: queue.account)
          AND state IN ('waiting', 'sending')
        ORDER BY id LIMIT 1
        """
      ) { try StoredMessage($0) }
      guard let first else { return .none }
      let id = first.record.id
      if first.record.state == .sending, let sender = first.owner {
        // A queue is sent by one task of a process, so an own message was interrupted.
        if sender != name, owner.isHeld(by: sender) { return .busy }
        if !first.isIdempotent {
          try transaction.finish(
            id, .unknown, reason: "the program ended while it waited for the answer")
          return .unknown
        }
      }
      try transaction.run(
        """
        UPDATE message SET state = 'sending', owner = \(name), attempts = attempts + 1
        WHERE id = \(id)
        """)
      return .claimed(try transaction.message(id))
    }
  }

  /// Stores the result of a message.
  func finish(
    _ id: Int, _ state: MessageRecord.State, reason: String? = nil, reply: Data? = nil
  ) async throws -> MessageRecord {
    try await database.write { try $0.finish(id, state, reason: reason, reply: reply) }
  }

  /// Moves messages to another state.
  /// - Parameter id: The number of the message; nil for all in the states `from`.
  /// - Throws: `MessagesError.noSuchMessage` and `.notChangeable`
  func move(
    _ id: Int?, from states: Set<MessageRecord.State>, to state: MessageRecord.State
  ) async throws -> [MessageRecord] {
    try await database.write { transaction in
      let all = try transaction.owned.map(\.record)
      if let id, !all.contains(where: { $0.id == id }) { throw MessagesError.noSuchMessage(id) }
      return try all.filter { id == nil ? states.contains($0.state) : $0.id == id }.map { record in
        guard states.contains(record.state) else {
          throw MessagesError.notChangeable(record.id, record.state)
        }
        return try transaction.finish(record.id, state)
      }
    }
  }
}

extension Transaction {
  /// All messages, without their content, which can be long.
  fileprivate var owned: [OwnedRecord] {
    get throws {
      try rows(
        """
        SELECT id, type, service, topic, path, key, state, reason, attempts, queued_at, account
        FROM message ORDER BY id
        """
      ) { OwnedRecord(record: try MessageRecord($0), account: try $0["account"]) }
    }
  }

  fileprivate func message(_ id: Int) throws -> StoredMessage {
    let message = try first("SELECT * FROM message WHERE id = \(id)") { try StoredMessage($0) }
    guard let message else { throw MessagesError.noSuchMessage(id) }
    return message
  }

  /// Stores and publishes what has become of a message.
  @discardableResult
  fileprivate func finish(
    _ id: Int, _ state: MessageRecord.State, reason: String? = nil, reply: Data? = nil
  ) throws -> MessageRecord {
    try run(
      """
      UPDATE message SET state = \(state.rawValue), reason = \(orNull: reason),
        reply = \(orNull: reply), owner = NULL WHERE id = \(id)
      """)
    let record = try message(id).record
    switch state {
    case .waiting, .sending: break
    case .sent: try publish(MessageSent(record: record, reply: reply ?? Data()))
    case .failed, .unknown, .dropped: try publish(MessageFailed(record: record))
    }
    return record
  }
}
