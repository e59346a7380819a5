import Foundation
import Mediator
import ModuleManager
import OrdersInterface
import Store

/// Stores the orders of the person who is signed in, in a database that several processes share.
struct OrderStore: Sendable {
  let database: ModuleDatabase

  init(_ context: ModuleContext) {
    database = ModuleDatabase(context, migrations: .orders)
  }

  /// All orders, the newest first.
  var orders: [Order] {
    get async throws { try await database.read { try $0.orders } }
  }

  func order(_ id: String) async throws -> Order? {
    try await database.read { try $0.order(id) }
  }

  func save(_ order: Order) async throws {
    try await database.write { try $0.save(order) }
  }

  /// Stores what the server says about an order, unless that is older than what is known here.
  /// - Returns: The order before and after; nil if it is not known here.
  func apply(_ reply: Order) async throws -> (old: Order, new: Order)? {
    try await database.write { transaction in
      guard let old = try transaction.order(reply.id) else { return nil }
      let reply = reply.comparingPrices(with: old)
      guard old.state.accepts(reply.state) else { return (old, old) }
      let new = old.with(reply)
      if new != old { try transaction.save(new) }
      return (old, new)
    }
  }

  /// Adds the orders of the server that are not known here.
  /// - Returns: Those that were added.
  func add(_ replies: [Order]) async throws -> [Order] {
    try await database.write { transaction in
      try replies.filter { reply in
        guard try transaction.order(reply.id) == nil else { return false }
        try transaction.save(reply)
        // No cart has its tickets.
        try transaction.run("UPDATE purchase SET is_published = 1 WHERE id = \(reply.id)")
        return true
      }
    }
  }

  /// Whether the person has asked to pay an order. It is stored, so that an order is paid later only
  /// if that is so.
  func isPaymentRequested(_ id: String) async throws -> Bool {
    try await database.read { transaction in
      try transaction.first(
        "SELECT 1 FROM purchase WHERE id = \(id) AND is_payment_requested = 1"
      ) { try $0[0] as Int } != nil
    }
  }

  func requestPayment(_ id: String) async throws {
    try await database.write { transaction in
      try transaction.run("UPDATE purchase SET is_payment_requested = 1 WHERE id = \(id)")
    }
  }

  func withdrawPayment(_ id: String) async throws {
    try await database.write { transaction in
      try transaction.run("UPDATE purchase SET is_payment_requested = 0 WHERE id = \(id)")
    }
  }

  /// Removes all orders.
  func clear() async throws {
    try await database.write { transaction in try transaction.run("DELETE FROM purchase") }
  }

  /// The orders whose last change was perhaps not published, since the program was killed.
  var unpublished: [Order] {
    get async throws {
      try await database.read { transaction in
        try transaction.rows("SELECT content FROM purchase WHERE is_published = 0") {
          try JSON.decode(Order.self, from: $0["content"])
        }
      }
    }
  }

  func didPublish(_ order: Order) async throws {
    let content = try JSON.encode(order)
    try await database.write { transaction in
      try transaction.run(
        "UPDATE purchase SET is_published = 1 WHERE id = \(order.id) AND content = \(content)")
    }
  }
}

extension [SQL] {
  /// All migrations of the database, oldest first. Only append to this list.
  fileprivate static let orders: [SQL] = [
    """
    CREATE TABLE purchase (
      id TEXT PRIMARY KEY, placed_at REAL NOT NULL, content BLOB NOT NULL,
      is_published INTEGER NOT NULL)
    """,
    "ALTER TABLE purchase ADD COLUMN is_payment_requested INTEGER NOT NULL DEFAULT 0",
  ]
}

extension Transaction {
  fileprivate var orders: [Order] {
    get throws {
      try rows("SELECT content FROM purchase ORDER BY placed_at DESC, id") {
        try JSON.decode(Order.self, from: $0["content"])
      }
    }
  }

  fileprivate func order(_ id: String) throws -> Order? {
    try first("SELECT content FROM purchase WHERE id = \(id)") {
      try JSON.decode(Order.self, from: $0["content"])
    }
  }

  fileprivate func save(_ order: Order) throws {
    let (content, date) = (try JSON.encode(order), order.placedAt.timeIntervalSince1970)
    try run(
      """
      INSERT INTO purchase (id, placed_at, content, is_published)
      VALUES (\(order.id), \(date), \(content), 0)
      ON CONFLICT (id) DO UPDATE SET content = excluded.content, is_published = 0
      """)
  }
}
