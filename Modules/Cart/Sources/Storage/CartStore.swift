import CartInterface
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleManager
import Store

/// Stores the cart in a database, which several processes share.
struct CartStore: Sendable {
  let database: Database

  init(_ context: ModuleContext) {
    database = Database(context, migrations: .cart)
  }

  var cart: CartState {
    get async throws { try await database.read { try $0.cart } }
  }

  /// Changes the cart, after it has followed the current city, if that is known. Nobody else
  /// changes it meanwhile.
  func change(
    inCity city: CityID?, _ body: @Sendable (inout CartState) throws -> Void
  ) async throws -> CartTransition {
    try await database.write { transaction in
      let old = try transaction.cart
      var cart = old
      if let city { try cart.change { $0.follow(currentCity: city) } }
      try cart.change {
        try body(&$0)
        $0.currentCity = city ?? $0.currentCity
      }
      // The earlier ids can differ when the content does not.
      if cart != old { try transaction.store(cart) }
      return CartTransition(old: old, new: cart)
    }
  }
}

extension CartState {
  fileprivate mutating func change(_ body: (inout CartState) throws -> Void) throws {
    let old = self
    try body(&self)
    renew(after: old, id: UUID().uuidString.lowercased())
  }
}

extension [SQL] {
  /// All migrations of the database, oldest first. Only append to this list.
  static let cart: [SQL] = [
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
    "ALTER TABLE cart ADD COLUMN current_city TEXT",
    // Each content is JSON.
    "CREATE TABLE undoable (number INTEGER PRIMARY KEY, content TEXT NOT NULL)",
    "ALTER TABLE line ADD COLUMN medium TEXT",
  ]
}

extension Transaction {
  fileprivate var cart: CartState {
    get throws {
      let cart = try first("SELECT id, city, notice, current_city FROM cart") { row in
        CartState(
          id: try row["id"], city: try (row["city"] as String?).map(CityID.init(stored:)),
          notice: try row["notice"],
          currentCity: try (row["current_city"] as String?).map(CityID.init(stored:)))
      }
      guard var cart else { throw StoreError.badColumn("id", reason: "the cart has no id") }
      cart.lines = try rows("SELECT * FROM line ORDER BY position") { try CartLine($0) }
      cart.earlierIDs = try rows("SELECT id FROM earlier ORDER BY number") {
        try $0["id"] as String
      }
      // Damage of an earlier content must not keep the tickets from being used.
      cart.undoable = try rows("SELECT content FROM undoable ORDER BY number") { row in
        try? JSON.decode(UndoableContent.self, from: Data((try row["content"] as String).utf8))
      }.compactMap(\.self)
      return cart
    }
  }

  fileprivate func store(_ cart: CartState) throws {
    try run(
      """
      UPDATE cart SET id = \(cart.id), city = \(orNull: cart.city?.description),
        notice = \(orNull: cart.notice), current_city = \(orNull: cart.currentCity?.description)
      """)
    try run("DELETE FROM line")
    for line in cart.lines {
      try run(
        """
        INSERT INTO line (fare, name, rider, medium, quantity, amount, currency)
        VALUES (\(line.fare), \(line.name), \(orNull: line.rider), \(orNull: line.medium),
          \(line.quantity), \(line.price.amount), \(line.price.currency.code))
        """)
    }
    try run("DELETE FROM earlier")
    for id in cart.earlierIDs { try run("INSERT INTO earlier (id) VALUES (\(id))") }
    try run("DELETE FROM undoable")
    for content in cart.undoable {
      let json = String(decoding: try JSON.encode(content), as: UTF8.self)
      try run("INSERT INTO undoable (content) VALUES (\(json))")
    }
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
      medium: try row["medium"], quantity: try row["quantity"],
      price: Money(try row["amount"], currency))
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
