import CSQLite

/// One row that a query found; it cannot be kept beyond the closure that decodes it.
public struct Row: ~Copyable {
  private let statement: OpaquePointer
  private let count: Int

  @usableFromInline
  init(of statement: OpaquePointer) {
    self.statement = statement
    count = Int(sqlite3_data_count(statement))
  }

  /// The text at a position, counted from 0.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is no text.
  public subscript(_ index: Int) -> String {
    get throws(StoreError) {
      guard 0..<count ~= index, let text = StoreValue.text(in: statement, at: Int32(index))
      else { return try value(index) }
      return text
    }
  }

  /// The text at a position, counted from 0; nil where it is null.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is no text.
  public subscript(_ index: Int) -> String? {
    get throws(StoreError) {
      guard 0..<count ~= index, let text = StoreValue.text(in: statement, at: Int32(index))
      else { return try value(index) }
      return text
    }
  }

  /// The value at a position, counted from 0.
  /// - Throws: `StoreError.badColumn` when there is no such column or its value is of another type.
  public subscript<Value: Storable>(_ index: Int) -> Value {
    get throws(StoreError) { try value(index) }
  }

  private func value<Value: Storable>(_ index: Int) throws(StoreError) -> Value {
    guard 0..<count ~= index else {
      throw .badColumn("\(index)", reason: "expected 0 to \(count - 1)")
    }
    let found = StoreValue(in: statement, at: Int32(index))
    guard let value = Value(stored: found) else {
      let name = sqlite3_column_name(statement, Int32(index)).map { String(cString: $0) }
      throw .badColumn(
        name ?? "\(index)", reason: "expected \(Value.self), found \(found.typeName)")
    }
    return value
  }
}
