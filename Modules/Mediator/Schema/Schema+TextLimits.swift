package import Foundation

extension Schema {
  /// Checks the lengths of the texts in an input against the limits of its fields.
  /// - Parameter schema: Returns the schema of the input. Finding it takes time, and only inputs with
  ///   long texts need it.
  /// - Throws: `DecodingError` naming the field whose texts are too long together, or a text with too
  ///   many combining characters in a row.
  static func checkTexts(
    ofJSON json: Data, _ schema: @autoclosure () -> Schema?
  ) throws(DecodingError) {
    let problem = json.withUnsafeBytes { bytes -> DecodingError? in
      let isSafe = StreamSafeText.isSafe(bytes, isJSON: true)
      // The JSON of a text is never shorter than the text.
      guard bytes.count > Field.usualTextLimit || !isSafe else { return nil }
      var counter = JSONTextCounter(bytes, isStreamSafe: isSafe)
      return counter.problem(in: schema() ?? .any)
    }
    if let problem { throw problem }
  }

  /// Checks the lengths of parameters, as `checkTexts(ofJSON:_:)` does those of JSON.
  static func checkTexts(
    of items: [Parameters.Item], _ schema: @autoclosure () -> Schema?
  ) throws(DecodingError) {
    var count = 0
    for item in items {
      count += item.value?.utf8.count ?? 0
      guard item.name.isStreamSafe, item.value?.isStreamSafe ?? true else {
        throw textProblem(
          [JSONKey(stringValue: String(item.name.unicodeScalars.prefix(60)))], StreamSafeText.reason
        )
      }
    }
    guard count > Field.usualTextLimit else { return }
    let schema = schema()
    var counts: [String: Int] = [:]
    for item in items { counts[item.name, default: 0] += item.value?.utf8.count ?? 0 }
    for item in items {
      let field = schema?.fields.first { $0.name == item.name }
      // What an object does not have is ignored, or another error.
      if field == nil, case .object? = schema { continue }
      let limit = field?.textLimit ?? Field.usualTextLimit
      if let count = counts[item.name], count > limit {
        throw textProblem(
          [JSONKey(stringValue: item.name)], Field.reason(againstLength: count, limit: limit))
      }
    }
  }

  /// Decodes an input and checks it, as a call by name with this schema does.
  /// - Throws: `DecodingError`, as `validated(_:)`, and for a text that is too long.
  package func input(fromJSON json: Data) throws -> JSONValue {
    try Self.checkTexts(ofJSON: json, self)
    return try validated(JSON.decode(JSONValue.self, from: json))
  }
}

extension Parameters {
  /// Checks the lengths of the values before they are decoded; see `Schema.Field.textLimit`.
  /// - Parameter schema: Returns the schema of the input; nil if it is not known.
  /// - Throws: `DecodingError` naming the field whose values are too long together, or one with too many
  ///   combining characters in a row.
  package func checkTexts(_ schema: @autoclosure () -> Schema?) throws(DecodingError) {
    try Schema.checkTexts(of: items, schema())
  }
}

extension Schema.Field {
  /// How many bytes of UTF-8 the texts of a field have together, unless its type says otherwise: as
  /// many as a link. See `SchemaDescribing.textLimits`.
  public static let usualTextLimit = DeepLink.maximumLength

  fileprivate static func reason(againstLength length: Int, limit: Int) -> String {
    "it has \(length) bytes; expected at most \(limit); shorten it"
  }
}

private func textProblem(_ path: [JSONKey], _ reason: String) -> DecodingError {
  .dataCorrupted(.init(codingPath: path, debugDescription: reason))
}

/// Adds up the lengths of the texts of each field in JSON, in one pass and without decoding it.
private struct JSONTextCounter {
  /// Why counting ended.
  private enum End: Error {
    case problem(DecodingError)
    /// The JSON is not valid or has too many levels. A decoder that accepted it all the same would accept
    /// texts that were not counted.
    case notJSON
  }

  private enum Step {
    case name(String)
    case index(Int)
  }

  /// As many as a channel accepts.
  private static let maximumDepth = 2 * JSONValue.maximumDepth

  private let bytes: UnsafeRawBufferPointer
  private let isStreamSafe: Bool
  private var position = 0
  private var path: [Step] = []
  /// The objects around the position, the outermost first, with their names.
  private var enclosing: [(name: String, schema: Schema)] = []

  init(_ bytes: UnsafeRawBufferPointer, isStreamSafe: Bool) {
    (self.bytes, self.isStreamSafe) = (bytes, isStreamSafe)
  }

  /// The first text that is not accepted; nil if all are.
  mutating func problem(in schema: Schema) -> DecodingError? {
    do throws(End) {
      try check(try count([schema]), Schema.Field.usualTextLimit)
      guard next == nil else { throw End.notJSON }
      return nil
    } catch {
      return switch error {
      case .problem(let problem): problem
      case .notJSON:
        textProblem([], "expected valid JSON in UTF-8 of at most \(Self.maximumDepth) levels")
      }
    }
  }

  private func check(_ count: Int, _ limit: Int) throws(End) {
    guard count > limit else { return }
    throw problem(Schema.Field.reason(againstLength: count, limit: limit))
  }

  private func problem(_ reason: String) -> End {
    let path = path.map { step in
      switch step {
      case .name(let name): JSONKey(stringValue: name)
      case .index(let index): JSONKey(intValue: index)
      }
    }
    return .problem(textProblem(path, reason))
  }

  /// Reads a value, and returns how many bytes its texts have, without those of the fields of objects,
  /// which have limits of their own.
  /// - Parameter schemas: What the value may be.
  private mutating func count(_ schemas: [Schema]) throws(End) -> Int {
    guard path.count < Self.maximumDepth else { throw .notJSON }
    switch next {
    case UInt8(ascii: "\""): return try text().length
    case UInt8(ascii: "["): return try list(alternatives(schemas).compactMap(\.element))
    case UInt8(ascii: "{"): return try object(alternatives(schemas))
    case _:
      let start = position
      while position < bytes.count, !",]} \t\r\n".utf8.contains(bytes[position]) { position += 1 }
      guard position > start else { throw .notJSON }
      return 0
    }
  }

  private mutating func list(_ elements: [Schema]) throws(End) -> Int {
    position += 1
    guard !read("]") else { return 0 }
    var (sum, index) = (0, 0)
    repeat {
      path.append(.index(index))
      sum += try count(elements)
      path.removeLast()
      index += 1
    } while read(",")
    guard read("]") else { throw .notJSON }
    return sum
  }

  private mutating func object(_ schemas: [Schema]) throws(End) -> Int {
    position += 1
    guard !read("}") else { return 0 }
    let depth = enclosing.count
    for case .object(let name, let fields) in schemas {
      enclosing.append((name, .object(name: name, fields)))
    }
    defer { enclosing.removeLast(enclosing.count - depth) }
    let fields = schemas.flatMap(\.fields)
    // Names and values of anything but an object with fields belong to the field around it.
    let values = schemas.compactMap(\.value)
    var sum = 0
    repeat {
      guard next == UInt8(ascii: "\"") else { throw .notJSON }
      let (range, length) = try text()
      guard read(":") else { throw .notJSON }
      let json = Data(bytes[range])
      guard let name = try? JSON.decode(String.self, from: json) else { throw .notJSON }
      path.append(.name(name))
      let same = fields.filter { $0.name == name }
      let count = try count(same.isEmpty ? values : same.map(\.schema))
      if let limit = same.map(\.textLimit).max() {
        try check(count, limit)
      } else if fields.isEmpty || !values.isEmpty {
        sum += length + count
      }
      path.removeLast()
    } while read(",")
    guard read("}") else { throw .notJSON }
    return sum
  }

  /// The schemas without alternatives and references.
  private func alternatives(_ schemas: [Schema]) -> [Schema] {
    schemas.flatMap { schema in
      switch schema {
      case .nullable(let schema): alternatives([schema])
      case .anyOf(let schemas): alternatives(schemas)
      case .recursive(let name): enclosing.last { $0.name == name }.map { [$0.schema] } ?? [.any]
      case .any, .boolean, .integer, .number, .text, .choice, .list, .dictionary, .object: [schema]
      }
    }
  }

  /// Reads a text; the range includes its quotes.
  private mutating func text() throws(End) -> (range: Range<Int>, length: Int) {
    let start = position
    position += 1
    var length = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        guard isStreamSafe || StreamSafeText.isSafe(text, isJSON: true) else {
          throw problem(StreamSafeText.reason)
        }
        return (start..<position, length)
      case UInt8(ascii: "\\"): length += try escapedLength()
      case _: length += 1
      }
    }
    throw .notJSON
  }

  /// How many bytes of UTF-8 the character after a backslash has; half of one that two escapes form.
  private mutating func escapedLength() throws(End) -> Int {
    guard position < bytes.count else { throw .notJSON }
    position += 1
    guard bytes[position - 1] == UInt8(ascii: "u") else { return 1 }
    guard position + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw .notJSON }
    position += 4
    return switch unit {
    case ..<0x80: 1
    case ..<0x800, 0xD800...0xDFFF: 2
    case _: 3
    }
  }

  /// The next byte after white space; nil at the end.
  private var next: UInt8? {
    mutating get {
      while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
      return position < bytes.count ? bytes[position] : nil
    }
  }

  private mutating func read(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}

extension Schema {
  fileprivate var element: Schema? { if case .list(let element) = self { element } else { nil } }

  /// The schema of the values of an object without fields.
  fileprivate var value: Schema? {
    switch self {
    case .dictionary(let value): value
    case .any: .any
    case .boolean, .integer, .number, .text, .choice, .list, .object, .recursive, .anyOf, .nullable:
      nil
    }
  }
}
