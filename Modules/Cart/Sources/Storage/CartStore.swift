import CartInterface
import DataSourceInterface
import FaresInterface
import Foundation
import ModuleManager
import Store

/// Stores the cart in a database, which several processes share.
struct CartStore: Sendable {
  let database: ModuleDatabase

  init(_ context: ModuleContext) {
    database = ModuleDatabase(context, migrations: .cart)
  }

  var content: CartContent {
    get async throws { try await database.read { try $0.cart.content } }
  }

  /// Changes the cart, and returns its content and whether that is another one. Nobody else changes
  /// it meanwhile.
  func change(
    _ body: @Sendable (inout CartState) throws -> Void
  ) async throws -> (content: CartContent, isNew: Bool) {
    let id = UUID().uuidString.lowercased()
    return try await database.write { transaction in
      let old = try transaction.cart
      var cart = old
      try body(&cart)
      cart.renew(after: old, id: id)
      // The earlier ids can differ when the content does not.
      guard cart != old else { return (old.content, false) }
      try transaction.store(cart)
      return (cart.content, cart.content != old.content)
    }
  }
}

extension [SQL] {
  /// All migrations of the database, oldest first. Only append to this list.
  fileprivate static let cart: [SQL] = [
    "CREATE TABLE cart (id TEXT NOT NULL, city TEXT, notice TEXT)",
    // The empty cart has an id, too.
    """
    INSERT INTO cart (id) SELECT substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-' ||
      substr(hex, 13, 4) || '-' || substr(hex, 17, 4) || '-' || substr(hex, 21)
    FROM (SELECT lower(hex(randomblob(16))) AS hex)
    """,
    """
    CREATE TABLE line (
      position INTEGER PRIMARY KEY, fare TEXT NOT NULL, name TEXT NOT NULL, rider TEXT,
      quantity INTEGER NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL
    )
    """,
    "CREATE TABLE earlier (number INTEGER PRIMARY KEY, id TEXT NOT NULL)",
  ]
}

extension Transaction {
  fileprivate var cart: CartState {
    get throws {
      let cart = try first("SELECT id, city, notice FROM cart") { row in
        CartState(
          id: try row[0], city: try (row[1] as String?).map(CityID.init(stored:)),
          notice: try row[2])
      }
      guard var cart else { throw StoreError.badColumn("id", reason: "the cart has no id") }
      cart.lines = try rows("SELECT * FROM line ORDER BY position") { try CartLine($0) }
      cart.earlierIDs = try rows("SELECT id FROM earlier ORDER BY number") { try $0[0] as String }
      return cart
    }
  }

  fileprivate func store(_ cart: CartState) throws {
    try run(
      """
      UPDATE cart SET id = \(cart.id), city = \(orNull: cart.city?.description),
        notice = \(orNull: cart.notice)
      """)
    try run("DELETE FROM line")
    for line in cart.lines {
      try run(
        """
        INSERT INTO line (fare, name, rider, quantity, amount, currency)
        VALUES (\(line.fare), \(line.name), \(orNull: line.rider), \(line.quantity),
          \(line.price.amount), \(line.price.currency.code))
        """)
    }
    try run("DELETE FROM earlier")
    for id in cart.earlierIDs { try run("INSERT INTO earlier (id) VALUES (\(id))") }
  }
}

extension CartLine {
  fileprivate init(_ row: borrowing Row) throws {
    let code: String = try row["currency"]
    guard let currency = Currency(code) else {
      throw StoreError.badColumn(
        "currency", reason: "'\(code)' is not a currency; restore the database from a copy")
    }
    self.init(
      fare: try row["fare"], name: try row["name"], rider: try row["rider"],
      quantity: try row["quantity"], price: Money(try row["amount"], currency))
  }
}

extension CityID {
  fileprivate init(stored text: String) throws {
    guard let id = CityID(text) else {
      throw StoreError.badColumn(
        "city", reason: "'\(text)' is not the id of a city; restore the database from a copy")
    }
    self = id
  }
}
