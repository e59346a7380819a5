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
    // A number that was used once is not used again: a process may still have it.
    try run(
      """
      CREATE TABLE IF NOT EXISTS event_delivery (
        id INTEGER PRIMARY KEY AUTOINCREMENT, publication TEXT NOT NULL, event TEXT NOT NULL,
        content BLOB NOT NULL, published_at REAL NOT NULL, follower TEXT NOT NULL,
        key TEXT NOT NULL, attempts INTEGER NOT NULL, due_at REAL NOT NULL, owner TEXT, reason TEXT,
        is_dead INTEGER NOT NULL, is_alarm INTEGER NOT NULL)
      """)
    try run(
      """
      CREATE INDEX IF NOT EXISTS event_delivery_order ON event_delivery (follower, is_dead, id)
      """)
    try run(
      """
      CREATE INDEX IF NOT EXISTS event_delivery_key ON event_delivery (follower, is_dead, key, id)
      """)
  }

  /// Stores an event for its followers, which is due at once.
  func store(
    _ event: String, _ content: Data, for recipients: [DeliveryRecipient], at date: Date
  ) throws {
    try createDeliveryTable()
    let publication = UUID().uuidString
    for recipient in recipients {
      try run(
        """
        INSERT INTO event_delivery (publication, event, content, published_at, follower, key,
          attempts, due_at, is_dead, is_alarm)
        VALUES (\(publication), \(event), \(content), \(date.timeIntervalSince1970),
          \(recipient.follower), \(recipient.key), 0, 0, 0, 0)
        """)
    }
  }

  /// Stores an alarm for its followers, which is due at its date.
  func store(
    _ event: String, _ content: Data, for followers: [String], key: String, at date: Date
  ) throws {
    try createDeliveryTable()
    let publication = UUID().uuidString
    let date = date.timeIntervalSince1970
    for follower in followers {
      try run(
        """
        INSERT INTO event_delivery (publication, event, content, published_at, follower, key,
          attempts, due_at, is_dead, is_alarm)
        VALUES (\(publication), \(event), \(content), \(date), \(follower), \(key), 0, \(date), 0, 1)
        """)
    }
  }

  /// Removes the alarms with a key, apart from those of a content and date.
  /// - Returns: Whether there is such a one.
  func keepAlarm(_ event: String, key: String, _ content: Data?, at date: Date?) throws -> Bool {
    guard try hasDeliveryTable else { return false }
    let date = date?.timeIntervalSince1970 ?? -1
    let content = content ?? Data()
    try run(
      """
      DELETE FROM event_delivery
      WHERE is_alarm = 1 AND event = \(event) AND key = \(key)
        AND (published_at != \(date) OR content != \(content))
      """)
    return try first(
      "SELECT 1 FROM event_delivery WHERE is_alarm = 1 AND event = \(event) AND key = \(key)"
    ) { _ in true } != nil
  }

  private var hasDeliveryTable: Bool {
    get throws {
      try first("SELECT 1 FROM sqlite_master WHERE name = \(DeliveryTable.name)") { _ in true }
        != nil
    }
  }

  func endPauses(of event: String) throws {
    try run(
      """
      UPDATE event_delivery SET due_at = 0
      WHERE event = \(event) AND is_dead = 0 AND attempts > 0
      """)
  }

  func hasDeliveries(of event: String) throws -> Bool {
    guard try hasDeliveryTable else { return false }
    return try first(
      """
      SELECT 1 FROM event_delivery
      WHERE event = \(event) AND (is_alarm = 0 OR attempts > 0) LIMIT 1
      """
    ) { _ in true } != nil
  }

  /// When the first event is due; nil if none waits.
  /// - Parameter followers: Those whose events count; nil for all.
  func firstDue(for followers: [String]?) throws -> Date? {
    guard try hasDeliveryTable else { return nil }
    let all = try rows(
      "SELECT follower, min(due_at) AS due FROM event_delivery WHERE is_dead = 0 GROUP BY follower"
    ) { (follower: try $0["follower"] as String, due: try $0["due"] as Double) }
    return all.filter { followers?.contains($0.follower) ?? true }.map(\.due).min()
      .map { Date(timeIntervalSince1970: $0) }
  }

  /// All that is stored and was due once, also what is not tried again.
  func deliveries(at now: Date) throws -> [StoredDelivery] {
    guard try hasDeliveryTable else { return [] }
    return try rows(
      """
      SELECT * FROM event_delivery
      WHERE is_alarm = 0 OR attempts > 0 OR due_at <= \(now.timeIntervalSince1970) ORDER BY id
      """
    ) { try StoredDelivery($0) }
  }

  /// The next delivery to a follower that is due and has no earlier one with its key; nil if there
  /// is none. What another process has taken is due again if that process has ended.
  func nextDelivery(
    to follower: String, for process: ProcessLock, at now: Date, includesAlarms: Bool
  ) throws -> StoredDelivery? {
    guard try hasDeliveryTable else { return nil }
    let now = now.timeIntervalSince1970
    let latest = now + DurableEvents.longestPause / .seconds(1)
    let own = process.name
    var last = 0
    while true {
      let next = try first(
        """
        SELECT * FROM event_delivery AS next
        WHERE follower = \(follower) AND is_dead = 0 AND id > \(last)
          AND (due_at <= \(now) OR due_at > \(latest) AND attempts > 0)
          AND (is_alarm <= \(includesAlarms ? 1 : 0) OR attempts > 0)
          AND NOT EXISTS (
            SELECT 1 FROM event_delivery AS earlier
            WHERE earlier.follower = next.follower AND earlier.is_dead = 0
              AND earlier.key = next.key AND earlier.id < next.id
              AND (earlier.is_alarm = 0 OR earlier.attempts > 0))
        ORDER BY id LIMIT 1
        """
      ) { (try StoredDelivery($0), try $0["owner"] as String?) }
      guard let (delivery, owner) = next else { return nil }
      if owner == nil || owner == own || !process.isHeld(by: owner ?? "") { return delivery }
      last = delivery.number
    }
  }

  /// Makes a process the owner of the next delivery, as `nextDelivery` finds it. One whose attempts
  /// were all interrupted is given up.
  func takeDelivery(
    to follower: String, by process: ProcessLock, at now: Date, includesAlarms: Bool
  ) throws -> StoredDelivery? {
    while let next = try nextDelivery(
      to: follower, for: process, at: now, includesAlarms: includesAlarms)
    {
      guard next.attempts < DurableEvents.maximumAttempts else {
        let reason = next.reason ?? "the process ended in each attempt"
        try run(
          """
          UPDATE event_delivery SET is_dead = 1, reason = \(reason) WHERE id = \(next.number)
          """)
        continue
      }
      let attempt = next.attempts + 1
      let pause = DurableEvents.pause(afterAttempt: attempt) / .seconds(1)
      try run(
        """
        UPDATE event_delivery SET owner = \(try process.acquire()), attempts = \(attempt),
          due_at = \(now.timeIntervalSince1970 + pause)
        WHERE id = \(next.number)
        """)
      return next.begun
    }
    return nil
  }

  func end(
    _ delivery: StoredDelivery, _ result: DeliveryResult, by process: ProcessLock, at now: Date
  ) throws {
    let (id, owner) = (delivery.number, process.name)
    switch result {
    case .handled:
      try run("DELETE FROM event_delivery WHERE id = \(id) AND owner = \(orNull: owner)")
    case .cancelled:
      try run(
        """
        UPDATE event_delivery SET owner = NULL, attempts = attempts - 1, due_at = 0
        WHERE id = \(id) AND owner = \(orNull: owner)
        """)
    case .failed(let reason, let pause):
      let due = now.timeIntervalSince1970 + (pause ?? .zero) / .seconds(1)
      try run(
        """
        UPDATE event_delivery SET owner = NULL, reason = \(reason), due_at = \(due),
          is_dead = \(pause == nil ? 1 : 0)
        WHERE id = \(id) AND owner = \(orNull: owner)
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
    let text: String = try row["publication"]
    guard let publication = UUID(uuidString: text) else {
      throw StoreError.badColumn("publication", reason: "expected a UUID, found '\(text)'")
    }
    self.init(
      number: try row["id"], publication: publication, event: try row["event"],
      content: try row["content"], follower: try row["follower"],
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
