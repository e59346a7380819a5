/// A pattern of URLs, such as `shelf/:shelf/item/:name?`, with the syntax described at
/// `Action.init(_:_:_:_:at:summary:)`.
struct URLPattern: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was declared.
  let description: String
  /// The names of the placeholders, in order.
  let placeholders: [String]
  let segments: [Segment]

  /// Parses a pattern.
  /// - Throws: `MediatorError.badURLPattern` with the reason.
  init(_ pattern: String) throws(MediatorError) {
    description = pattern
    // Bytes, because characters would take a hundred times as long, for every pattern at each
    // start.
    segments = try pattern.utf8
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { text throws(MediatorError) in try Segment(Substring(text), in: pattern) }
    placeholders = segments.compactMap { $0.name }
    try validate()
  }

  /// The first segment.
  var target: String? {
    if case .literal(let text)? = segments.first { text } else { nil }
  }

  /// Returns the URL of some parameters: the placeholders' values in the path, the others in the
  /// query.
  /// - Throws: `MediatorError.badURLPattern` when a placeholder has no value, several values, or
  ///   one that it does not accept.
  func url(_ parameters: Parameters, scheme: String) throws(MediatorError) -> String {
    var path: [String] = []
    var omitted: String?
    for segment in segments {
      switch segment {
      case .literal(let text): path.append(text.percentEncoded)
      case .placeholder(let name, let kind, let isOptional):
        let given = parameters.values[name] ?? []
        if isOptional && given.isEmpty {
          omitted = omitted ?? name
        } else if let omitted {
          throw .badURLPattern(
            description, reason: "':\(name)' needs a value for ':\(omitted)' before it")
        } else if given.count == 1, !given[0].isEmpty, kind.accepts(given[0]) {
          path.append(given[0].percentEncoded)
        } else {
          throw .badURLPattern(description, reason: "':\(name)' needs one value of kind \(kind)")
        }
      }
    }
    let rest = parameters.items.filter { !placeholders.contains($0.name) }
    let query = rest.map { item in
      // RFC 3986 allows a colon in a query, so times such as 08:00 remain readable.
      item.name.percentEncoded + (item.value.map { "=" + $0.percentEncoded(except: ":") } ?? "")
    }
    return "\(scheme)://" + path.joined(separator: "/")
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  private func validate() throws(MediatorError) {
    func error(_ reason: String) -> MediatorError { .badURLPattern(description, reason: reason) }
    guard case .literal(let target)? = segments.first, target == target.lowercased() else {
      throw error("expected it to begin with a literal in lower case")
    }
    guard placeholders.isEmpty || Set(placeholders).count == placeholders.count else {
      throw error("expected each placeholder once")
    }
    guard !segments.drop(while: { !$0.isOptional }).contains(where: { !$0.isOptional }) else {
      throw error("expected optional placeholders at the end")
    }
  }
}

extension URLPattern {
  /// The part of a pattern between two slashes.
  enum Segment: Hashable, Sendable {
    case literal(String)
    case placeholder(name: String, Kind, isOptional: Bool)

    var name: String? {
      if case .placeholder(let name, _, _) = self { name } else { nil }
    }

    var isOptional: Bool {
      if case .placeholder(_, _, true) = self { true } else { false }
    }
  }

  /// The values that a placeholder accepts, in order of preference.
  enum Kind: Int, CaseIterable, Comparable, Sendable {
    case int, number, text

    init?(_ name: some StringProtocol) {
      guard let kind = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
      self = kind
    }

    static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }

    func accepts(_ text: String) -> Bool {
      switch self {
      case .int: Int(text) != nil
      case .number: Double(text)?.isFinite ?? false
      case .text: true
      }
    }
  }
}

extension URLPattern.Segment {
  fileprivate init(_ text: Substring, in pattern: String) throws(MediatorError) {
    guard text.utf8.first == UInt8(ascii: ":") else {
      guard !text.isEmpty, !text.utf8.contains(where: { ":?#%<>".utf8.contains($0) }) else {
        throw .badURLPattern(pattern, reason: "expected a literal or a placeholder, not '\(text)'")
      }
      self = .literal(String(text))
      return
    }
    let isOptional = text.last == "?"
    let parts = text.dropFirst().dropLast(isOptional ? 1 : 0)
      .split(at: "<", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = parts.count == 1 ? .text : URLPattern.Kind(parts[1].dropLast())
    guard let name = parts.first, !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber }),
      let kind, parts.count == 1 || parts[1].last == ">"
    else {
      throw .badURLPattern(
        pattern, reason: "expected ':name', ':name<int>' or ':name?', not '\(text)'")
    }
    self = .placeholder(name: String(name), kind, isOptional: isOptional)
  }
}
