import Foundation
public import Mediator

/// An item of a `StoredList`, which is stored as JSON.
///
/// A field that is added later must be optional, or have a value for the items that lack it; a field
/// that is renamed, removed or gets another type must say so in `migrations`. `StoredItemFixtures`
/// finds what is missing.
///
/// ```swift
/// struct Wish: StoredItem {
///   static let noun = "wish"
///   static let migrations: [StoredItemMigration] = [
///     .renamed("name", to: "title"), .added("count", 1),
///   ]
///   var id = 0
///   var title: String
///   var count: Int
/// }
/// ```
public protocol StoredItem: Codable, Sendable {
  /// What errors call an item, such as `trip`.
  static var noun: String { get }
  /// Converts fields that earlier versions stored, oldest migration first.
  static var migrations: [StoredItemMigration] { get }
  /// The number of the item, which is never changed; 0 until it is added.
  var id: Int { get set }
  /// What changes call the item, in one line, such as `Buy milk`.
  var title: String { get }
}

extension StoredItem {
  /// None.
  public static var migrations: [StoredItemMigration] { [] }
}

/// A conversion of one field from the form in which an earlier version stored it. It is applied
/// whenever an item is read, also to items that are new already.
public struct StoredItemMigration: Sendable {
  /// The names that the field had in earlier versions.
  let oldFields: [String]
  let apply: @Sendable (inout [String: JSONValue]) throws -> Void

  /// The field has a new name.
  public static func renamed(_ old: String, to new: String) -> StoredItemMigration {
    StoredItemMigration(oldFields: [old]) { members in
      guard let value = members.removeValue(forKey: old), members[new] == nil else { return }
      members[new] = value
    }
  }

  /// The field was added; items that lack it get a value.
  public static func added(
    _ field: String, _ value: some Encodable & Sendable
  ) -> StoredItemMigration {
    StoredItemMigration(oldFields: []) { members in
      guard members[field] == nil else { return }
      members[field] = try JSON.decode(JSONValue.self, from: JSON.encodeExactly(value))
    }
  }

  /// The field was removed, and its values are of no use any more.
  public static func removed(_ field: String) -> StoredItemMigration {
    StoredItemMigration(oldFields: [field]) { $0[field] = nil }
  }

  /// The values of the field have another type. `convert` receives every stored value, including
  /// values that are already new; if it returns nil, the field is removed.
  public static func converted(
    _ field: String, _ convert: @escaping @Sendable (JSONValue) throws -> JSONValue?
  ) -> StoredItemMigration {
    StoredItemMigration(oldFields: [field]) { members in
      guard let value = members[field] else { return }
      members[field] = try convert(value)
    }
  }
}

extension StoredItem {
  /// Reads an item as this version or an earlier one has stored it.
  /// - Throws: `DecodingError`, and what a migration throws.
  static func read(_ content: Data) throws -> Self {
    guard !migrations.isEmpty,
      case .object(var members) = try JSON.decode(JSONValue.self, from: content)
    else { return try JSON.decode(Self.self, from: content) }
    for migration in migrations { try migration.apply(&members) }
    return try JSON.decode(Self.self, from: JSON.encode(JSONValue.object(members)))
  }
}
