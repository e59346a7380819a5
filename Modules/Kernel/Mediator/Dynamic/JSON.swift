public import Foundation

/// The JSON of actions and files: dates as ISO 8601, data as Base64, keys in alphabetical order.
public enum JSON {
  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Date(iso8601: text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "expected \(Schema.text(.dateTime)), not '\(text)'")
      }
      return date
    }
    return decoder
  }()

  private static let exactEncoder = {
    let exact = encoder([.sortedKeys, .withoutEscapingSlashes])
    exact.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.iso8601)
    }
    return exact
  }()

  private static let encoder = encoder([.sortedKeys, .withoutEscapingSlashes])
  private static let prettyEncoder = encoder(
    [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])

  private static func encoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = formatting
    return encoder
  }

  /// Decodes a value.
  /// - Throws: `DecodingError` whose description says what was expected; see
  ///   `DecodingError.problem`.
  public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    do {
      return try decoder.decode(type, from: data)
    } catch let error as DecodingError {
      throw describing(numberError(error, of: type, in: data), of: type)
    }
  }

  /// Foundation calls JSON invalid that has a number of another kind than its field, such as 2.5
  /// for a whole number, and names no field. The error then says it by the schema of the type.
  private static func numberError<Value: Decodable>(
    _ error: DecodingError, of type: Value.Type, in data: Data
  ) -> DecodingError {
    guard case .dataCorrupted(let context) = error, context.codingPath.isEmpty,
      context.debugDescription.contains("not valid JSON"),
      let value = try? decoder.decode(JSONValue.self, from: data)
    else { return error }
    if let schema = try? Schema(of: type) {
      do throws(DecodingError) { _ = try schema.validated(value) } catch { return error }
    }
    return .dataCorrupted(
      context.with("a number does not fit its field; expected a smaller one, or a whole one"))
  }

  /// The error of a type that was decoded, with a description that says what was expected.
  package static func describing(
    _ error: DecodingError, of type: any Decodable.Type
  ) -> DecodingError {
    switch error {
    case .typeMismatch(let type, let context):
      .typeMismatch(type, context.with("expected \(description(of: type))"))
    case .valueNotFound(let type, let context):
      .valueNotFound(type, context.with("a value is missing"))
    case _: error.namingChoices(of: type)
    }
  }

  /// Encodes a value in one line.
  /// - Throws: `EncodingError` when the value has no JSON form.
  public static func encode(_ value: some Encodable) throws -> Data { try encoder.encode(value) }

  /// Encodes a value in one line, with the fractions of a second that its dates have, so that it is
  /// read as it was.
  /// - Throws: `EncodingError` when the value has no JSON form.
  package static func encodeExactly(_ value: some Encodable) throws -> Data {
    try exactEncoder.encode(value)
  }

  /// Encodes a value in indented lines, for files that people read.
  /// - Throws: `EncodingError` when the value has no JSON form.
  public static func encodePrettyPrinted(_ value: some Encodable) throws -> Data {
    try prettyEncoder.encode(value)
  }

  private static func description(of type: any Any.Type) -> String {
    switch type {
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: ScalarSchema(type)?.schema.description ?? "a value of type \(type)"
    }
  }
}

extension Date {
  /// The date as `2026-11-20T08:00:00Z`, with a fraction of a second if it has one.
  ///
  /// Nine digits are more than a `Date` of this century keeps, so that it is read again as it was.
  var iso8601: String {
    let seconds = timeIntervalSince1970.rounded(.down)
    let nanoseconds = Int(((timeIntervalSince1970 - seconds) * 1e9).rounded())
    let text = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    guard (1..<1_000_000_000).contains(nanoseconds) else { return text }
    let digits = "\(1_000_000_000 + nanoseconds)".dropFirst()
    let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return "\(text.dropLast()).\(digits[...end])Z"
  }

  /// Parses a whole text such as `2026-11-20T08:00:00Z`. Foundation alone ignores any text after
  /// the date, and reads 25:00 as 01:00 on the next day, and 31 February as 3 March.
  ///
  /// Source: RFC 3339, internet date and time.
  init?(iso8601 text: String) {
    let form = /\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/
    guard text.wholeMatch(of: form) != nil, text.prefix(10).isDay,
      let date = try? Date(text, strategy: .iso8601)
    else { return nil }
    self = date
  }
}

extension Substring {
  /// Whether the month of a text such as `2026-02-29` has the day.
  fileprivate var isDay: Bool {
    // Every month has these days.
    guard suffix(2) > "28" else { return true }
    let start = try? Date("\(self)T00:00:00Z", strategy: .iso8601)
    return start?.formatted(.iso8601).hasPrefix(self) == true
  }
}

extension DecodingError.Context {
  fileprivate func with(_ description: String) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath, debugDescription: description, underlyingError: underlyingError)
  }
}
