public import Foundation
public import Mediator
public import ModuleManager

/// The items that a module stores, each with a number. Every change can be undone: `add`, `change`
/// and `remove` for one item, and `changeAll` for several in one step.
///
/// ```swift
/// struct Wish: StoredItem {
///   static let noun = "wish"
///   var id = 0
///   let title: String
/// }
///
/// let wishes = StoredList<Wish>(context)
/// let lamp = try await wishes.add(Wish(title: "Lamp"))
/// try await wishes.remove(lamp.id)
/// print(try await wishes.undo())  // removing 'Lamp'
/// ```
///
/// Items of another shape, queries or many thousands of items need tables of their own; see
/// `Database` and `UndoLog`.
public struct StoredList<Item: StoredItem>: Sendable {
  /// The database, which a module opens when it starts and closes when it stops.
  public let database: Database
  private let known = LastSeenChange()
  /// Sets the alarm of the item with a number; nil removes it.
  private let setAlarm: @Sendable (borrowing Transaction, Int, Item?) throws -> Void

  /// Creates the list of a module, without opening its database.
  public init(_ context: ModuleContext) {
    database = Database(context, migrations: .storedList)
    setAlarm = { _, _, _ in }
  }

  /// Creates the list of a module whose items have alarms, without opening its database.
  ///
  /// At the date of an alarm, its event reaches its durable followers; if no process runs then, as
  /// soon as one does. Each change of an item, also an undo, sets its alarm again or removes it.
  /// - Parameter alarm: Returns the date and the event of an item; nil for none. An alarm in the
  ///   past is not set.
  public init<Alarm: Event & Codable>(
    _ context: ModuleContext, alarm: @escaping @Sendable (Item) -> (date: Date, event: Alarm)?
  ) {
    database = Database(context, migrations: .storedList)
    setAlarm = { transaction, id, item in
      try transaction.setAlarm(item.flatMap(alarm), key: "\(id)")
    }
  }

  /// All items, in the order in which they were added.
  /// - Throws: `StoreError`
  public var items: [Item] {
    get async throws {
      let (items, last) = try await database.read { transaction in
        (try transaction.items() as [Item], try transaction.lastChange(of: .storedList))
      }
      known.didRead(last)
      return items
    }
  }

  /// Returns the item with a number.
  /// - Throws: `StoreError`, such as `unknownItem`.
  public func item(_ id: Int) async throws -> Item {
    try await database.read { try $0.item(id) }
  }

  /// Adds an item, and returns it with its number.
  @discardableResult
  public func add(_ item: Item) async throws -> Item {
    try await write { transaction in
      let change = try transaction.beginChange("adding '\(item.title)'", in: .storedList)
      return try insert(item, in: transaction, change)
    }
  }

  /// Changes the item with a number, and returns it. Nobody else changes it meanwhile. If `body`
  /// changes nothing, there is nothing to undo.
  /// - Parameters:
  ///   - verb: What the change does to the item, such as `finishing`.
  ///   - body: Changes the item, but not its number.
  /// - Throws: `StoreError`, such as `unknownItem`, and what `body` throws.
  @discardableResult
  public func change(
    _ id: Int, _ verb: String = "changing", _ body: @Sendable (inout Item) throws -> Void
  ) async throws -> Item {
    try await write { transaction in
      let old: Item = try transaction.item(id)
      var item = old
      try body(&item)
      item.id = id
      let content = try JSON.encodeExactly(item)
      guard content != (try JSON.encodeExactly(old)) else { return item }
      let change = try transaction.beginChange("\(verb) '\(old.title)'", in: .storedList)
      try update(item, to: content, in: transaction, change)
      return item
    }
  }

  /// Removes an item, and returns it.
  /// - Throws: `StoreError`, such as `unknownItem`.
  @discardableResult
  public func remove(_ id: Int) async throws -> Item {
    try await write { transaction in
      let item: Item = try transaction.item(id)
      let change = try transaction.beginChange("removing '\(item.title)'", in: .storedList)
      try delete(id, in: transaction, change)
      return item
    }
  }

  /// Changes several items in one step, which one undo takes back. Nobody else changes them
  /// meanwhile. Items that are missing afterwards are removed, those with the number 0 are added,
  /// and the others are changed; their order is ignored.
  ///
  /// ```swift
  /// try await wishes.changeAll("removing what is bought") { $0.removeAll(where: \.isBought) }
  /// ```
  /// - Parameters:
  ///   - description: What the change does, such as `removing what is bought`.
  ///   - body: Changes the items, but not their numbers.
  /// - Returns: What `body` returns.
  /// - Throws: `StoreError.unknownItem` for a number that no item has, or that two have, other
  ///   `StoreError`s, and what `body` throws. Then nothing is changed.
  @discardableResult
  public func changeAll<Result: Sendable>(
    _ description: String, _ body: @Sendable (inout [Item]) throws -> Result
  ) async throws -> Result {
    try await write { transaction in
      let old: [Item] = try transaction.items()
      var items = old
      let result = try body(&items)
      var removed = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
      let change = try transaction.beginChange(description, in: .storedList)
      for item in items {
        guard item.id != 0 else {
          try insert(item, in: transaction, change)
          continue
        }
        guard let before = removed.removeValue(forKey: item.id) else {
          throw StoreError.unknownItem(item.id, noun: Item.noun)
        }
        let content = try JSON.encodeExactly(item)
        guard content != (try JSON.encodeExactly(before)) else { continue }
        try update(item, to: content, in: transaction, change)
      }
      for id in removed.keys.sorted() { try delete(id, in: transaction, change) }
      return result
    }
  }

  /// Undoes the last change, and returns its description, such as `removing 'Lamp'`.
  /// - Throws: `StoreError.nothingToUndo`, `StoreError.changedElsewhere` when another process has
  ///   changed the items since they were first read or last changed here, and other `StoreError`s.
  public func undo() async throws -> String {
    try await write { [known] transaction in
      guard let undone = try transaction.undo(.storedList, known: known) else {
        throw StoreError.nothingToUndo
      }
      for id in undone.ids { try setAlarm(transaction, id, try transaction.itemIfAny(id)) }
      return undone.description
    }
  }

  @discardableResult
  private func insert(
    _ item: Item, in transaction: borrowing Transaction, _ change: OpenChange
  ) throws -> Item {
    let content = try JSON.encodeExactly(item)
    let insertion: SQL = "INSERT INTO item (content) VALUES (\(content)) RETURNING id"
    var item = item
    item.id = try transaction.first(insertion) { try $0["id"] } ?? 0
    try transaction.recordAddition(of: item.id, in: change)
    try setAlarm(transaction, item.id, item)
    return item
  }

  private func update(
    _ item: Item, to content: Data, in transaction: borrowing Transaction, _ change: OpenChange
  ) throws {
    try transaction.recordChange(of: item.id, in: change)
    try transaction.run("UPDATE item SET content = \(content) WHERE id = \(item.id)")
    try setAlarm(transaction, item.id, item)
  }

  private func delete(
    _ id: Int, in transaction: borrowing Transaction, _ change: OpenChange
  ) throws {
    try transaction.recordRemoval(of: id, in: change)
    try transaction.run("DELETE FROM item WHERE id = \(id)")
    try setAlarm(transaction, id, nil)
  }

  /// Runs `body` in a write transaction, and remembers the change that it makes.
  private func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result {
    try await database.write(in: .storedList, known: known, body)
  }
}

extension [SQL] {
  fileprivate static let storedList: [SQL] =
    ["CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, content BLOB NOT NULL)"]
    + UndoLog.storedList.migrations
}

extension UndoLog {
  fileprivate static let storedList = UndoLog(of: "item", in: "item_change")
}

extension Transaction {
  /// All items, in the order in which they were added.
  fileprivate borrowing func items<Item: StoredItem>() throws -> [Item] {
    try rows("SELECT id, content FROM item ORDER BY id") { try Item($0) }
  }

  fileprivate borrowing func item<Item: StoredItem>(_ id: Int) throws -> Item {
    guard let item: Item = try itemIfAny(id) else {
      throw StoreError.unknownItem(id, noun: Item.noun)
    }
    return item
  }

  /// Nil if there is no item with this number.
  fileprivate borrowing func itemIfAny<Item: StoredItem>(_ id: Int) throws -> Item? {
    try first("SELECT id, content FROM item WHERE id = \(id)") { try Item($0) }
  }
}

extension StoredItem {
  fileprivate init(_ row: borrowing Row) throws {
    let id: Int = try row["id"]
    do {
      self = try Self.read(try row["content"])
    } catch let error as DecodingError {
      throw StoreError.badColumn(
        "content",
        reason:
          "in \(Self.noun) \(id), \(error.plainText); use the newer program that wrote it, or "
          + "say in 'migrations' how the field is read")
    } catch {
      throw StoreError.badColumn(
        "content", reason: "in \(Self.noun) \(id), \(error.plainText); correct 'migrations'")
    }
    self.id = id
  }
}
