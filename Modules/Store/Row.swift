/// One row that a query found; it cannot be kept beyond the closure that decodes it.
public struct Row: ~Copyable {
  let statement: OpaquePointer
  let columns: [String]

  /// The value at a position, counted from 0.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is of another type.
  public subscript<Value: Storable>(_ index: Int) -> Value {
    get throws(StoreError) {
      guard columns.indices.contains(index) else {
        throw .badColumn("\(index)", reason: "expected 0 to \(columns.count - 1)")
      }
      let found = StoreValue(in: statement, at: Int32(index))
      guard let value = Value(stored: found) else {
        throw .badColumn(columns[index], reason: "expected \(Value.self), found \(found.typeName)")
      }
      return value
    }
  }

  /// The value of the column of that name.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is of another type.
  public subscript<Value: Storable>(_ name: String) -> Value {
    get throws(StoreError) {
      guard let index = columns.firstIndex(of: name) else {
        throw .badColumn(name, reason: "expected one of \(columns.joined(separator: ", "))")
      }
      return try self[index]
    }
  }
}
