import Foundation
import ModuleManager
import Platform

/// The table of the events that durable followers have not handled yet. It is created with the
/// first one.
enum DeliveryTable {
  static let name = "event_delivery"
}

extension Transaction {
  func createDeliveryTable() throws {
    try run(
      """
      CREATE TABLE IF NOT EXISTS event_delivery (
        id INTEGER PRIMARY KEY, publication TEXT NOT NULL, event TEXT NOT NULL,
        content BLOB NOT NULL, published_at REAL NOT NULL, follower TEXT NOT NULL,
        key TEXT NOT NULL, attempts INTEGER NOT NULL, due_at REAL NOT NULL, owner TEXT, reason TEXT,
        is_dead INTEGER NOT NULL)
      """)
    try run(
      """
      CREATE INDEX IF NOT EXISTS event_delivery_order
      ON event_delivery (follower, is_dead, key, id)
      """)
  }

  /// Stores an event for its followers.
  func store(
    _ event: String, _ content: Data, publication: UUID, for recipients: [DeliveryRecipient],
    at date: Date
  ) throws {
    try createDeliveryTable()
    for recipient in recipients {
      try run(
        """
        INSERT INTO event_delivery (publication, event, content, published_at, follower, key,
          attempts, due_at, is_dead)
        VALUES (\(publication.uuidString), \(event), \(content), \(date.timeIntervalSince1970),
          \(recipient.follower), \(recipient.key), 0, 0, 0)
        """)
    }
  }

  private var hasDeliveryTable: Bool {
    get throws {
      try first("SELECT 1 FROM sqlite_master WHERE name = \(DeliveryTable.name)") { _ in true }
        != nil
    }
  }

  /// Whether an event waits for a follower.
  var hasWaitingDeliveries: Bool {
    get throws {
      guard try hasDeliveryTable else { return false }
      return try first("SELECT 1 FROM event_delivery WHERE is_dead = 0 LIMIT 1") { _ in true }
        != nil
    }
  }

  /// All that is stored, also what is not tried again.
  var deliveries: [StoredDelivery] {
    get throws {
      guard try hasDeliveryTable else { return [] }
      return try rows("SELECT * FROM event_delivery ORDER BY id") { try StoredDelivery($0) }
    }
  }

  /// Takes the next delivery to a follower that is due and has no earlier one with its key.
  /// - Parameters:
  ///   - owner: The lock of this process, which is the owner of what it takes. What another process
  ///     has taken is free when that process has ended.
  func takeDelivery(
    to follower: String, by owner: ProcessLock, at now: Date
  ) throws -> StoredDelivery? {
    let (name, now) = (try owner.acquire(), now.timeIntervalSince1970)
    let latest = now + DurableEvents.longestPause / .seconds(1)
    var last = 0
    while true {
      let next = try first(
        """
        SELECT *, attempts + 1 AS attempt FROM event_delivery AS next
        WHERE follower = \(follower) AND is_dead = 0 AND id > \(last)
          AND (due_at <= \(now) OR due_at > \(latest))
          AND NOT EXISTS (
            SELECT 1 FROM event_delivery AS earlier
            WHERE earlier.follower = next.follower AND earlier.is_dead = 0
              AND earlier.key = next.key AND earlier.id < next.id)
        ORDER BY id LIMIT 1
        """
      ) { (try StoredDelivery($0), try $0["owner"] as String?) }
      guard let (delivery, other) = next else { return nil }
      last = delivery.number
      if let other, other != name, owner.isHeld(by: other) { continue }
      try run(
        """
        UPDATE event_delivery SET owner = \(name), attempts = attempts + 1
        WHERE id = \(delivery.number)
        """)
      return delivery.begun
    }
  }

  func end(_ delivery: StoredDelivery, _ result: DeliveryResult, at now: Date) throws {
    let id = delivery.number
    switch result {
    case .handled: try run("DELETE FROM event_delivery WHERE id = \(id)")
    case .cancelled:
      try run(
        "UPDATE event_delivery SET owner = NULL, attempts = attempts - 1 WHERE id = \(id)")
    case .failed(let reason, let pause):
      let due = now.timeIntervalSince1970 + (pause ?? .zero) / .seconds(1)
      try run(
        """
        UPDATE event_delivery SET owner = NULL, reason = \(reason), due_at = \(due),
          is_dead = \(pause == nil ? 1 : 0) WHERE id = \(id)
        """)
    }
  }

  func change(_ numbers: Set<Int>, _ change: DeliveryChange) throws {
    guard try hasDeliveryTable else { return }
    for number in numbers {
      switch change {
      case .drop: try run("DELETE FROM event_delivery WHERE id = \(number)")
      case .retry:
        try run(
          """
          UPDATE event_delivery SET due_at = 0, attempts = 0, is_dead = 0 WHERE id = \(number)
          """)
      }
    }
  }
}

extension StoredDelivery {
  fileprivate init(_ row: borrowing Row) throws {
    let publication: String = try row["publication"]
    self.init(
      number: try row["id"], publication: UUID(uuidString: publication) ?? UUID(),
      event: try row["event"], content: try row["content"], follower: try row["follower"],
      publishedAt: Date(timeIntervalSince1970: try row["published_at"]),
      attempts: try row["attempts"], reason: try row["reason"],
      isDead: try row["is_dead"] as Int == 1)
  }

  /// The delivery with one more attempt.
  fileprivate var begun: StoredDelivery {
    StoredDelivery(
      number: number, publication: publication, event: event, content: content, follower: follower,
      publishedAt: publishedAt, attempts: attempts + 1, reason: reason, isDead: isDead)
  }
}
