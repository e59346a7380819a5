/// Any JSON, for values whose structure is only known at run time.
///
/// Whole numbers that fit are `integer`, in whatever way the JSON spells them: `3`, `3.0`, `3e0`.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number. It must be finite.
  case number(Double)
  /// A text.
  case text(String)
  /// An array.
  case list([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// The levels of lists and objects that are accepted. Without a limit, hostile input could
  /// exhaust the stack; and Foundation would take seconds for the errors inside `init(from:)`,
  /// because each contains its whole path.
  package static let maximumDepth = 64

  static var depthError: DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: "it has more than \(maximumDepth) levels"))
  }

  /// The value of a number: `integer` where it is whole and fits.
  init(_ number: Double) {
    self = Int(exactly: number).map(JSONValue.integer) ?? .number(number)
  }
}

extension JSONValue: Codable {
  /// Decodes any JSON.
  /// - Throws: `DecodingError.dataCorrupted` for more than 64 levels of lists and objects, or a
  ///   number that does not fit a `Double`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The types of most values come first: a type that does not match throws, which takes time.
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try container.decodeNumber() {
      self.init(number)
    } else if let boolean = try? container.decode(Bool.self) {
      self = .boolean(boolean)
    } else if decoder.codingPath.count >= Self.maximumDepth {
      throw Self.depthError
    } else if let members = try? decoder.container(keyedBy: JSONKey.self) {
      self = .object(
        try members.allKeys.reduce(into: [:]) { object, key in
          object[key.stringValue] = try members.decode(JSONValue.self, forKey: key)
        })
    } else {
      var elements = try decoder.unkeyedContainer()
      var list: [JSONValue] = []
      while !elements.isAtEnd { list.append(try elements.decode(JSONValue.self)) }
      self = .list(list)
    }
  }

  /// Encodes the value, with the keys of objects in alphabetical order.
  /// - Throws: `EncodingError` for a number that is not finite.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: JSONKey.self)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        try container.encode(value, forKey: JSONKey(stringValue: name))
      }
    case .list(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null, .boolean, .integer, .number, .text:
      var container = encoder.singleValueContainer()
      try encode(to: &container)
    }
  }

  private func encode(to container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .boolean(let boolean): try container.encode(boolean)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .null, .list, .object: try container.encodeNil()
    }
  }
}

extension SingleValueDecodingContainer {
  /// Decodes a number; nil when the value is something else.
  fileprivate func decodeNumber() throws -> Double? {
    do { return try decode(Double.self) } catch DecodingError.typeMismatch { return nil }
  }
}

/// The name of any field, or an index in a list.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
