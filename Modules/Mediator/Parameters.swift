/// Named text values, as a command line or a URL query gives them.
public struct Parameters: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// The values of each name, in the order given.
  public private(set) var values: [String: [String]] = [:]

  /// No parameters.
  public init() {}

  /// One value for each name.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(value, for: name) }
  }

  /// Adds one more value for a name.
  public mutating func append(_ value: String, for name: String) {
    values[name, default: []].append(value)
  }

  /// Builds a value of `type` from the parameters, one field for each name.
  /// - Throws: `DecodingError` naming the field that is missing or does not fit.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: ParameterDecoder(parameters: self))
  }
}
