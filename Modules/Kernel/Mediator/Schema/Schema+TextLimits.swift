package import Foundation

extension Schema {
  /// Checks the lengths of the texts in an input against the limits of its fields.
  /// - Parameter schema: Returns the schema of the input. Finding it takes time, and only inputs
  ///   with long texts need it.
  /// - Throws: `DecodingError` naming the field whose texts are too long together, a text with too
  ///   many combining characters in a row, or members that are ignored and have more than 1 MiB
  ///   together; `CancellationError`.
  static func checkTexts(ofJSON json: Data, _ schema: @autoclosure () -> Schema?) throws {
    try json.withUnsafeBytes { bytes in
      let isSafe = StreamSafeText.isSafe(bytes, isJSON: true)
      // The JSON of a text is never shorter than the text.
      guard bytes.count > Field.usualTextLimit || !isSafe else { return }
      var counter = JSONTextCounter(bytes, isStreamSafe: isSafe)
      try counter.check(schema() ?? .any)
    }
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

extension Schema.Field {
  /// How many bytes of UTF-8 the texts of a field have together, unless a plug-in says otherwise:
  /// as many as a link.
  package static let usualTextLimit = DeepLink.maximumLength

  fileprivate static func reason(againstLength length: Int, limit: Int) -> String {
    "it has \(length) bytes; expected at most \(limit); shorten it"
  }
}

private func textProblem(_ path: [JSONKey], _ reason: String) -> DecodingError {
  .dataCorrupted(.init(codingPath: path, debugDescription: reason))
}

/// Adds up the lengths of the texts of each field in JSON, in one pass and without decoding it.
private struct JSONTextCounter {
  private enum Step {
    case name(String)
    case index(Int)
  }

  /// As many as a channel accepts.
  private static let maximumDepth = 2 * JSONValue.maximumDepth
  /// How many bytes members may have together that no field of their object has. They are ignored,
  /// but take time.
  private static let maximumIgnored = 1 << 20
  /// After how many values a cancellation is noticed.
  private static let cancellationInterval = 4096
  /// The JSON is not valid or has too many levels. A decoder that accepted it all the same would
  /// accept texts that were not counted.
  private static let notJSON = textProblem(
    [], "expected valid JSON in UTF-8 of at most \(maximumDepth) levels")

  private let bytes: UnsafeRawBufferPointer
  private let isStreamSafe: Bool
  private var position = 0
  private var path: [Step] = []
  private var valueCount = 0
  private var ignoredCount = 0
  /// The objects around the position, the outermost first, with their names.
  private var enclosing: [(name: String, schema: Schema)] = []

  init(_ bytes: UnsafeRawBufferPointer, isStreamSafe: Bool) {
    (self.bytes, self.isStreamSafe) = (bytes, isStreamSafe)
  }

  /// Checks the whole JSON.
  mutating func check(_ schema: Schema) throws {
    try check(try count([schema]), Schema.Field.usualTextLimit)
    guard next == nil else { throw Self.notJSON }
  }

  private func check(_ count: Int, _ limit: Int) throws {
    guard count > limit else { return }
    throw problem(Schema.Field.reason(againstLength: count, limit: limit))
  }

  private func problem(_ reason: String) -> DecodingError {
    let path = path.map { step in
      switch step {
      case .name(let name): JSONKey(stringValue: String(name.unicodeScalars.prefix(60)))
      case .index(let index): JSONKey(intValue: index)
      }
    }
    return textProblem(path, reason)
  }

  /// Reads a value, and returns how many bytes its texts have, without those of the fields of
  /// objects, which have limits of their own.
  /// - Parameter schemas: What the value may be.
  private mutating func count(_ schemas: [Schema]) throws -> Int {
    guard path.count < Self.maximumDepth else { throw Self.notJSON }
    valueCount += 1
    if valueCount.isMultiple(of: Self.cancellationInterval) { try Task.checkCancellation() }
    switch next {
    case UInt8(ascii: "\""): return try text().length
    case UInt8(ascii: "["): return try list(alternatives(schemas).compactMap(\.element))
    case UInt8(ascii: "{"): return try object(alternatives(schemas))
    case _:
      let start = position
      while position < bytes.count, !",]} \t\r\n".utf8.contains(bytes[position]) { position += 1 }
      guard position > start else { throw Self.notJSON }
      return 0
    }
  }

  private mutating func list(_ elements: [Schema]) throws -> Int {
    position += 1
    guard !read("]") else { return 0 }
    var (sum, index) = (0, 0)
    repeat {
      path.append(.index(index))
      sum += try count(elements)
      path.removeLast()
      index += 1
    } while read(",")
    guard read("]") else { throw Self.notJSON }
    return sum
  }

  private mutating func object(_ schemas: [Schema]) throws -> Int {
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
      guard next == UInt8(ascii: "\"") else { throw Self.notJSON }
      let start = position
      let (range, length) = try text()
      guard read(":"), let name = name(range) else { throw Self.notJSON }
      path.append(.name(name))
      let same = fields.filter { $0.name == name }
      let count = try count(same.isEmpty ? values : same.map(\.schema))
      if let limit = same.map(\.textLimit).max() {
        try check(count, limit)
      } else if fields.isEmpty || !values.isEmpty {
        sum += length + count
      } else {
        try ignore(position - start)
      }
      path.removeLast()
    } while read(",")
    guard read("}") else { throw Self.notJSON }
    return sum
  }

  private mutating func ignore(_ length: Int) throws {
    ignoredCount += length
    guard ignoredCount > Self.maximumIgnored else { return }
    throw problem(
      "it and other members that are ignored have more than \(Self.maximumIgnored) bytes; remove them"
    )
  }

  /// The name of a member. Only one with an escape is decoded, because there can be millions.
  private func name(_ range: Range<Int>) -> String? {
    guard !bytes[range].contains(UInt8(ascii: "\\")) else {
      return try? JSON.decode(String.self, from: Data(bytes[range]))
    }
    return String(validating: bytes[range].dropFirst().dropLast(), as: UTF8.self)
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
  private mutating func text() throws -> (range: Range<Int>, length: Int) {
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
    throw Self.notJSON
  }

  /// How many bytes of UTF-8 the character after a backslash has; half of one that two escapes
  /// form.
  private mutating func escapedLength() throws -> Int {
    guard position < bytes.count else { throw Self.notJSON }
    position += 1
    guard bytes[position - 1] == UInt8(ascii: "u") else { return 1 }
    guard position + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw Self.notJSON }
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
