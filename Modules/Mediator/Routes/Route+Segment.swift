extension Route {
  /// What stands between two slashes of a pattern.
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

  /// What a placeholder takes, in the order in which they are tried.
  enum Kind: Int, CaseIterable, Comparable, Sendable {
    case int, number, text

    init?(_ name: some StringProtocol) {
      guard let kind = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
      self = kind
    }

    static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }

    func takes(_ text: String) -> Bool {
      switch self {
      case .int: Int(text) != nil
      case .number: Double(text)?.isFinite ?? false
      case .text: true
      }
    }
  }
}

extension Route.Segment {
  init(_ text: Substring, in pattern: String) throws(MediatorError) {
    guard text.first == ":" else {
      guard !text.isEmpty, !text.contains(where: { ":?#%<>".contains($0) }) else {
        throw .badRoute(pattern, reason: "expected a literal or a placeholder, not '\(text)'")
      }
      self = .literal(String(text))
      return
    }
    let isOptional = text.last == "?"
    let parts = text.dropFirst().dropLast(isOptional ? 1 : 0)
      .split(separator: "<", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = parts.count == 1 ? .text : Route.Kind(parts[1].dropLast())
    guard let name = parts.first, !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber }),
      let kind, parts.count == 1 || parts[1].last == ">"
    else {
      throw .badRoute(pattern, reason: "expected ':name', ':name<int>' or ':name?', not '\(text)'")
    }
    self = .placeholder(name: String(name), kind, isOptional: isOptional)
  }
}
