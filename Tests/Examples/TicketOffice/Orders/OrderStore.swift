import Foundation
import Mediator
import Store

/// The orders in the database. Each change is on the disk before it is answered.
struct OrderStore: Sendable {
  let database: Database
  let now: @Sendable () -> Date

  static let tables: [SQL] = [
    """
    CREATE TABLE customer_order (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL,
      content BLOB NOT NULL, placements INTEGER NOT NULL)
    """,
    """
    CREATE TABLE payment (
      key TEXT NOT NULL, order_id TEXT NOT NULL, PRIMARY KEY (order_id, key))
    """,
    """
    CREATE TABLE complaint (
      number INTEGER PRIMARY KEY AUTOINCREMENT, order_id TEXT NOT NULL, text TEXT NOT NULL)
    """,
  ]

  /// Places an order, or finds it again.
  /// - Parameter raisesPrices: Decides about the prices of a new order.
  /// - Throws: `OfficeError`
  func place(
    _ request: OrderRequest, for owner: String, raisesPrices: @Sendable () -> Bool
  ) async throws -> (order: Order, isChanged: Bool) {
    try request.validate()
    let (id, date) = (request.id.lowercased(), now())
    return try await database.write { transaction in
      if var order = try transaction.order(id, of: owner) {
        let isPlaced = try order.repeatRequest(request)
        if isPlaced { try transaction.save(order, placements: 1) }
        return (order, isPlaced)
      }
      var order = Order(request, at: date)
      if raisesPrices() { order.raisePrices() }
      let content = try JSON.encode(order)
      let placements = order.state == .placed ? 1 : 0
      do {
        try transaction.run(
          """
          INSERT INTO customer_order (id, owner, content, placements)
          VALUES (\(id), \(owner), \(content), \(placements))
          """)
      } catch StoreError.constraint {
        throw OfficeError.conflict("there is another order with the id '\(id)'")
      }
      return (order, true)
    }
  }

  /// Pays an order. A repeated request has the same key, and is not charged again.
  /// - Throws: `OfficeError`
  func pay(
    _ id: String, of owner: String, _ amount: Price, key: String,
    result: @Sendable () -> Order.Payment
  ) async throws -> Order {
    try await database.write { transaction in
      var order = try transaction.existingOrder(id, of: owner)
      let isKnown =
        try transaction.first(
          "SELECT 1 FROM payment WHERE order_id = \(order.id) AND key = \(key)"
        ) { _ in true } != nil
      guard !isKnown else { return order }
      try order.pay(amount, result())
      if order.state != .declined {
        try transaction.run("INSERT INTO payment (key, order_id) VALUES (\(key), \(order.id))")
      }
      try transaction.save(order)
      return order
    }
  }

  /// Changes an order.
  /// - Parameter owner: Nil for any.
  /// - Throws: `OfficeError`
  func change(
    _ id: String, of owner: String?, _ change: @Sendable (inout Order) throws -> Void
  ) async throws -> (order: Order, isChanged: Bool) {
    try await database.write { transaction in
      let old = try transaction.existingOrder(id, of: owner)
      var order = old
      try change(&order)
      if order != old { try transaction.save(order) }
      return (order, order != old)
    }
  }

  func orders(of owner: String) async throws -> [Order] {
    try await database.read { transaction in
      try transaction.rows(
        "SELECT content FROM customer_order WHERE owner = \(owner) ORDER BY number"
      ) { try JSON.decode(Order.self, from: $0["content"]) }
    }
  }

  func owner(of id: String) async throws -> String? {
    try await database.read { transaction in
      try transaction.first(
        "SELECT owner FROM customer_order WHERE id = \(id.lowercased())"
      ) { try $0["owner"] as String }
    }
  }

  /// Stores a complaint about an order, and returns its number.
  func complain(_ id: String, of owner: String, _ text: String) async throws -> Int {
    guard 1...10_000 ~= text.utf8.count else { throw OfficeError.invalid("the text is empty") }
    return try await database.write { transaction in
      let order = try transaction.existingOrder(id, of: owner)
      return try transaction.first(
        """
        INSERT INTO complaint (order_id, text) VALUES (\(order.id), \(text)) RETURNING number
        """
      ) { try $0["number"] as Int } ?? 0
    }
  }

  var statistics: [OrderStatistics] {
    get async throws {
      try await database.read { transaction in
        try transaction.rows(
          """
          SELECT content, placements,
            (SELECT count(*) FROM payment WHERE order_id = customer_order.id) AS payments
          FROM customer_order ORDER BY number
          """
        ) { row in
          let order = try JSON.decode(Order.self, from: row["content"])
          return OrderStatistics(
            id: order.id, state: order.state, placements: try row["placements"],
            payments: try row["payments"],
            tickets: order.tickets.count)
        }
      }
    }
  }
}

/// How often an order was placed and paid, which must be at most once.
package struct OrderStatistics: Codable, Hashable, Sendable {
  package let id: String
  package let state: Order.State
  package let placements: Int
  /// How often money was taken.
  package let payments: Int
  package let tickets: Int
}

extension Transaction {
  /// Nil if there is no such order of this person.
  fileprivate func order(_ id: String, of owner: String?) throws -> Order? {
    let found = try first(
      "SELECT owner, content FROM customer_order WHERE id = \(id.lowercased())"
    ) { row in (try row["owner"] as String, try JSON.decode(Order.self, from: row["content"])) }
    guard let (foundOwner, order) = found, owner == nil || owner == foundOwner else { return nil }
    return order
  }

  fileprivate func existingOrder(_ id: String, of owner: String?) throws -> Order {
    guard let order = try order(id, of: owner) else { throw OfficeError.noSuchOrder(id) }
    return order
  }

  fileprivate func save(_ order: Order, placements: Int = 0) throws {
    let content = try JSON.encode(order)
    try run(
      """
      UPDATE customer_order SET content = \(content), placements = placements + \(placements)
      WHERE id = \(order.id)
      """)
  }
}
