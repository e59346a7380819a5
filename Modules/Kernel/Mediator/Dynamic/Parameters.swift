/// Named texts, as in a URL query or on a command line.
///
/// A name can have several values, for a field that is a list, or none, for a boolean field.
public struct Parameters: Sendable {
  struct Item: Sendable {
    let name: String
    let value: String?
  }

  /// The names and values, in the order given.
  private(set) var items: [Item] = []

  /// Receives the name of each field that is decoded, whether or not it has a value.
  private var onRead: (@Sendable (String) -> Void)?

  /// Creates parameters without names and values.
  public init() {}

  /// Reserves memory for the number of values that most calls have.
  mutating func reserve() { items.reserveCapacity(4) }

  /// Adds a value for a name.
  public mutating func append(_ value: String, for name: String) {
    items.append(Item(name: name, value: value))
  }

  /// Removes the values of a name.
  package mutating func remove(_ name: String) { items.removeAll { $0.name == name } }

  /// Adds a name without a value.
  mutating func append(flag name: String) { items.append(Item(name: name, value: nil)) }

  /// Sorts the parameters by name. Values of the same name stay in order.
  mutating func sortByName() { items.sort { $0.name < $1.name } }

  /// The values of each name, in the order given; empty for a name without a value.
  public var values: [String: [String]] {
    items.reduce(into: [:]) { values, item in
      values[item.name, default: []] += item.value.map { [$0] } ?? []
    }
  }

  /// The values of a name, in the order given; nil when the name is not given.
  public subscript(name: String) -> [String]? {
    let given = items.filter { $0.name == name }
    return given.isEmpty ? nil : given.compactMap(\.value)
  }

  /// Decodes a value of `type`, whose fields have the names of the parameters. Names that fit no
  /// field are ignored.
  ///
  /// Numbers, booleans, dates (ISO 8601), URLs and data (Base64) are parsed from their text. Other
  /// types decode themselves from a single text. Objects within objects need JSON. The texts of a
  /// field have at most 16,384 bytes.
  /// - Throws: `DecodingError` naming the field that is missing or does not fit.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Schema.checkTexts(of: items, try? Schema(of: type))
    return try ParameterReader(items, onRead: onRead).decode(type)
  }

  /// The parameters, which report the name of each field that `decode(_:)` asks for, also of one
  /// that has no value. A name can be reported several times.
  package func reportingReads(to onRead: @escaping @Sendable (String) -> Void) -> Parameters {
    var parameters = self
    parameters.onRead = onRead
    return parameters
  }

  /// Decodes a value of `type`, and requires that every parameter fits a field.
  /// - Throws: `DecodingError` naming the field that is missing or does not fit, or the parameter
  ///   that fits no field.
  func decodeAll<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Schema.checkTexts(of: items, try? Schema(of: type))
    let reader = ParameterReader(items)
    let value = try reader.decode(type)
    try reader.checkAllAreRead(fields: (try? Schema(of: type))?.fields ?? [])
    return value
  }
}

extension Parameters: ExpressibleByDictionaryLiteral {
  /// Creates parameters with one value for each name.
  public init(dictionaryLiteral elements: (String, String)...) {
    items = elements.map(Item.init)
  }
}

extension Parameters: Equatable {
  /// Whether both have the same values for the same names, in the same order for each name.
  public static func == (first: Parameters, second: Parameters) -> Bool {
    first.grouped == second.grouped
  }

  private var grouped: [String: [String?]] {
    items.reduce(into: [:]) { $0[$1.name, default: []].append($1.value) }
  }
}
