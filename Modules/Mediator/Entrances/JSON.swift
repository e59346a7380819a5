import Foundation

/// How the mediator reads and writes JSON: dates as ISO 8601, data as Base64, keys in order.
enum JSON {
  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Date(iso8601: text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "expected \(Shape.text(.dateTime)), not '\(text)'")
      }
      return date
    }
    return decoder
  }()

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// - Throws: `DecodingError` in our words, which name what was expected.
  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    do {
      return try decoder.decode(type, from: data)
    } catch DecodingError.typeMismatch(let type, let context) {
      throw DecodingError.typeMismatch(type, context.saying("expected \(words(for: type))"))
    } catch DecodingError.valueNotFound(let type, let context) {
      throw DecodingError.valueNotFound(type, context.saying("a value is missing"))
    } catch let error as DecodingError {
      throw error.namingChoices(of: type)
    }
  }

  static func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }
}

private func words(for type: any Any.Type) -> String {
  switch type {
  case is [Any].Type: "a list"
  case is [String: Any].Type: "an object"
  default: Leaf(type)?.shape.description ?? "a value of type \(type)"
  }
}

extension DecodingError.Context {
  fileprivate func saying(_ text: String) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath, debugDescription: text, underlyingError: underlyingError)
  }
}
