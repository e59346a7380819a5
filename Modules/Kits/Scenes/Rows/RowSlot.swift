package import Mediator
public import ModuleManager

/// Rows of one type, such as orders, to which other modules and plug-ins add actions and details.
///
/// The module that owns the rows declares the slot, contributes it, and sets it on its sections:
///
/// ```swift
/// public static let contributions = Contributions(commands, scenes, [slot])
/// static let slot = RowSlot("order", Order.self)
///
/// orders.slot = OrdersModule.slot
/// ```
///
/// What others know about a row is its JSON. Its members are those of the schema of the type.
public struct RowSlot: Contribution {
  /// The name, in lower case with hyphens, which no other slot of the app has.
  public let name: String
  private let findSchema: @Sendable () throws(SchemaError) -> Schema

  /// Declares a slot.
  /// - Parameter type: The type of the rows.
  public init<Row: ListItem & Decodable>(_ name: String, _ type: Row.Type) {
    self.name = name
    findSchema = { () throws(SchemaError) in try Schema(of: type, for: .output) }
  }

  /// The schema of a row's JSON.
  /// - Throws: `SchemaError` when the type has none.
  package var schema: Schema { get throws(SchemaError) { try findSchema() } }
}
