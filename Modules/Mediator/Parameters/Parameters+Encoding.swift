extension Parameters {
  /// The parameters from which `value` can be decoded again, ordered by name.
  /// - Throws: `ShapeError.needsJSON` for values within values.
  public init<Value: Encodable>(encoding value: Value) throws {
    self.init()
    let json = try JSON.encode(value)
    guard let fields = try? JSON.decode([String: JSONTree?].self, from: json) else {
      throw ShapeError.needsJSON(type: "\(Value.self)", field: nil)
    }
    for case (let name, let field?) in fields.sorted(by: { $0.key < $1.key }) {
      let elements = if case .list(let list) = field { list } else { [field] }
      for element in elements {
        guard case .text(let text) = element else {
          throw ShapeError.needsJSON(type: "\(Value.self)", field: name)
        }
        append(text, for: name)
      }
    }
  }
}
