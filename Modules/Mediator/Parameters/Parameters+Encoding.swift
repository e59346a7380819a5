extension Parameters {
  /// The parameters from which `value` can be decoded again, ordered by name.
  /// - Throws: `ShapeError.needsJSON` for values within values.
  public init<Value: Encodable>(encoding value: Value) throws {
    self.init()
    let json = try JSON.encode(value)
    guard let fields = try? JSON.decode([String: Field].self, from: json) else {
      throw ShapeError.needsJSON(type: "\(Value.self)", field: nil)
    }
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      guard let texts = field.texts else {
        throw ShapeError.needsJSON(type: "\(Value.self)", field: name)
      }
      for text in texts { append(text, for: name) }
    }
  }
}

/// One field of a JSON object, as text.
private struct Field: Decodable {
  /// Its values; nil when it is a value within a value.
  let texts: [String]?

  init(from decoder: any Decoder) throws {
    if let scalar = try? Scalar(from: decoder) {
      texts = [scalar.text]
    } else {
      let container = try decoder.singleValueContainer()
      texts = container.decodeNil() ? [] : try? container.decode([Scalar].self).map { $0.text }
    }
  }
}

private struct Scalar: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let truth = try? container.decode(Bool.self) {
      text = "\(truth)"
    } else if let number = try? container.decode(Int.self) {
      text = "\(number)"
    } else if let number = try? container.decode(Double.self) {
      text = "\(number)"
    } else {
      text = try container.decode(String.self)
    }
  }
}
