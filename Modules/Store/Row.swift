/// One row that a query found; it cannot be kept beyond the closure that decodes it.
public struct Row: ~Copyable {
  let statement: OpaquePointer
  let columns: [String]

  @usableFromInline
  init(statement: OpaquePointer, columns: [String]) {
    self.statement = statement
    self.columns = columns
  }

  /// The text at a position, counted from 0.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is no text.
  public subscript(_ index: Int) -> String {
    get throws(StoreError) {
      guard columns.indices.contains(index),
        let text = StoreValue.text(in: statement, at: Int32(index))
      else { return try value(index) }
      return text
    }
  }

  /// The text at a position, counted from 0; nil where it is null.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is no text.
  public subscript(_ index: Int) -> String? {
    get throws(StoreError) {
      guard columns.indices.contains(index),
        let text = StoreValue.text(in: statement, at: Int32(index))
      else { return try value(index) }
      return text
    }
  }

  /// The value at a position, counted from 0.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is of another type.
  public subscript<Value: Storable>(_ index: Int) -> Value {
    get throws(StoreError) { try value(index) }
  }

  /// The value of the column of that name.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is of another type.
  public subscript<Value: Storable>(_ name: String) -> Value {
    get throws(StoreError) {
      guard let index = columns.firstIndex(of: name) else {
        throw .badColumn(name, reason: "expected one of \(columns.joined(separator: ", "))")
      }
      return try value(index)
    }
  }

  private func value<Value: Storable>(_ index: Int) throws(StoreError) -> Value {
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
