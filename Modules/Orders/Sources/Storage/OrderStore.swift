import AccountInterface
import Foundation
import Mediator
import ModuleManager
import OrdersInterface
import Store

/// Stores the orders of one account in a database that several processes share. It neither reads
/// nor changes those of another account, which remain if the program was killed before it removed
/// them.
struct OrderStore: Sendable {
  let database: Database
  /// Nil if nobody is signed in.
  let account: AccountID?

  init(_ context: ModuleContext) {
    self.init(database: Database(context, migrations: .orders), account: nil)
  }

  private init(database: Database, account: AccountID?) {
    (self.database, self.account) = (database, account)
  }

  /// The orders of another account.
  func with(_ account: AccountID?) -> OrderStore {
    OrderStore(database: database, account: account)
  }

  /// All orders, the newest first.
  var orders: [Order] {
    get async throws { try await database.read { try $0.orders(of: account) } }
  }

  func order(_ id: String) async throws -> Order? {
    try await database.read { try $0.order(id, of: account) }
  }

  func save(_ order: Order) async throws {
    try await database.write { try $0.save(order, of: account) }
  }

  /// Stores what the server says about an order, unless that is older than what is known here.
  /// - Returns: The order before and after; nil if it is not known here.
  func apply(_ reply: Order) async throws -> (old: Order, new: Order)? {
    try await database.write { transaction in
      guard let old = try transaction.order(reply.id, of: account) else { return nil }
      let reply = reply.comparingPrices(with: old)
      guard old.accepts(reply) else { return (old, old) }
      let new = old.with(reply)
      if new != old { try transaction.save(new, of: account) }
      if new.state == .priceChanged { try transaction.withdrawPayment(new.id) }
      return (old, new)
    }
  }

  /// Adds the orders of the server that are not known here.
  func add(_ replies: [Order]) async throws {
    try await database.write { transaction in
      for reply in replies where try transaction.order(reply.id, of: account) == nil {
        try transaction.save(reply, of: account)
      }
    }
  }

  /// Publishes the orders whose last change an earlier version of the app has stored and perhaps
  /// not published, because it was killed.
  func publishUnpublished() async throws {
    let isPublished = try await database.read { transaction in
      try transaction.first("SELECT 1 FROM purchase WHERE is_published = 0") { _ in true } == nil
    }
    // A read-only database can be read.
    guard !isPublished else { return }
    try await database.write { transaction in
      let orders = try transaction.rows(
        "UPDATE purchase SET is_published = 1 WHERE is_published = 0 RETURNING content"
      ) { try JSON.decode(Order.self, from: $0["content"]) }
      for order in orders { try transaction.publish(OrderChanged(order: order)) }
    }
  }

  /// Whether the person has asked to pay an order. It is stored, so that an order is paid later
  /// only if that is so.
  func isPaymentRequested(_ id: String) async throws -> Bool {
    try await database.read { transaction in
      try transaction.first(
        "SELECT 1 FROM purchase WHERE id = \(id) AND is_payment_requested = 1"
      ) { _ in true } != nil
    }
  }

  func requestPayment(_ id: String) async throws {
    try await database.write { transaction in
      try transaction.run("UPDATE purchase SET is_payment_requested = 1 WHERE id = \(id)")
    }
  }

  func withdrawPayment(_ id: String) async throws {
    try await database.write { try $0.withdrawPayment(id) }
  }

  /// Removes the orders of other accounts, and returns their ids.
  func removeOthers() async throws -> Set<String> {
    let hasOthers = try await database.read { transaction in
      try transaction.first(
        "SELECT 1 FROM purchase WHERE account IS NOT \(orNull: account?.rawValue)"
      ) { _ in true } != nil
    }
    // A read-only database can be read.
    guard hasOthers else { return [] }
    return try await database.write { transaction in
      Set(
        try transaction.rows(
          "DELETE FROM purchase WHERE account IS NOT \(orNull: account?.rawValue) RETURNING id"
        ) { try $0["id"] as String })
    }
  }
}

extension [SQL] {
  /// All migrations of the database, oldest first. Only append to this list. Only earlier versions
  /// read `is_published`.
  fileprivate static let orders: [SQL] = [
    """
    CREATE TABLE purchase (
      id TEXT PRIMARY KEY, placed_at REAL NOT NULL, content BLOB NOT NULL,
      is_published INTEGER NOT NULL)
    """,
    "ALTER TABLE purchase ADD COLUMN is_payment_requested INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE purchase ADD COLUMN account TEXT",
  ]
}

extension Transaction {
  fileprivate func orders(of account: AccountID?) throws -> [Order] {
    try rows(
      """
      SELECT content FROM purchase WHERE account IS \(orNull: account?.rawValue)
      ORDER BY placed_at DESC, id
      """
    ) { try JSON.decode(Order.self, from: $0["content"]) }
  }

  fileprivate func order(_ id: String, of account: AccountID?) throws -> Order? {
    try first(
      "SELECT content FROM purchase WHERE id = \(id) AND account IS \(orNull: account?.rawValue)"
    ) { try JSON.decode(Order.self, from: $0["content"]) }
  }

  fileprivate func withdrawPayment(_ id: String) throws {
    try run("UPDATE purchase SET is_payment_requested = 0 WHERE id = \(id)")
  }

  /// Stores and publishes an order.
  fileprivate func save(_ order: Order, of account: AccountID?) throws {
    let (content, date) = (try JSON.encode(order), order.placedAt.timeIntervalSince1970)
    try run(
      """
      INSERT INTO purchase (id, placed_at, content, is_published, account)
      VALUES (\(order.id), \(date), \(content), 1, \(orNull: account?.rawValue))
      ON CONFLICT (id) DO UPDATE SET content = excluded.content, account = excluded.account
      """)
    try publish(OrderChanged(order: order))
  }
}
