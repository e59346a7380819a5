/// Named text values, as a command line or a URL query gives them.
///
/// A name may be given several times, for a field that is a list; and without any value, for a
/// field that is true or false.
public struct Parameters: Sendable {
  struct Item: Sendable {
    let name: String
    let value: String?
  }

  /// What is given, in order.
  private(set) var items: [Item] = []

  /// No parameters.
  public init() {}

  /// Room for as many values as most calls have.
  mutating func reserve() { items.reserveCapacity(4) }

  /// Adds one more value for a name.
  public mutating func append(_ value: String, for name: String) {
    items.append(Item(name: name, value: value))
  }

  /// Adds a name that stands without a value.
  public mutating func append(flag name: String) {
    items.append(Item(name: name, value: nil))
  }

  /// The values of each name, in the order given; none for a name that only stands there.
  public var values: [String: [String]] {
    items.reduce(into: [:]) { values, item in
      values[item.name, default: []] += item.value.map { [$0] } ?? []
    }
  }

  /// The values of a name, in the order given; nil where it is not given at all.
  public subscript(name: String) -> [String]? {
    let given = items.filter { $0.name == name }
    return given.isEmpty ? nil : given.compactMap(\.value)
  }

  /// Builds a value of `type` from the parameters, one field for each name; names that fit no field
  /// are ignored.
  ///
  /// Numbers, `true` and `false`, dates (ISO 8601), URLs and data (Base64) are read from their
  /// text, other values as they read themselves from a single text. Values within values need JSON.
  /// - Throws: `DecodingError` naming the field that is missing or does not fit.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ParameterReader(items).decode(type)
  }

  /// Builds a value of `type` from all parameters.
  /// - Throws: `DecodingError` naming the field that is missing or does not fit, or the parameter
  ///   that fits no field.
  func decodeAll<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let reader = ParameterReader(items)
    let value = try reader.decode(type)
    try reader.checkNothingIsLeft(for: type)
    return value
  }
}

extension Parameters: ExpressibleByDictionaryLiteral {
  /// One value for each name.
  public init(dictionaryLiteral elements: (String, String)...) {
    items = elements.map(Item.init)
  }
}

extension Parameters: Equatable {
  /// Whether both give the same values for the same names, in the same order for each.
  public static func == (first: Parameters, second: Parameters) -> Bool {
    first.grouped == second.grouped
  }

  private var grouped: [String: [String?]] {
    items.reduce(into: [:]) { $0[$1.name, default: []].append($1.value) }
  }
}
