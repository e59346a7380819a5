import Platform

extension DecodingError {
  /// The field that does not fit, such as `items[2].name`, and the reason as part of a sentence.
  public var problem: (field: String?, reason: String) {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context.codingPath.fieldName, formatted(context.debugDescription))
    case .keyNotFound(let key, let context):
      ((context.codingPath + [key]).fieldName, "a value is missing")
    @unknown default: (nil, "\(self)")
    }
  }

  /// The error that has led to this one.
  var underlyingError: (any Error)? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.underlyingError
    @unknown default: nil
    }
  }

  /// The error with a path that begins at a value below the first `depth` ones.
  package func droppingPath(_ depth: Int) -> DecodingError {
    func dropping(_ context: Context) -> Context {
      Context(
        codingPath: Array(context.codingPath.dropFirst(depth)),
        debugDescription: context.debugDescription, underlyingError: context.underlyingError)
    }
    return switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, dropping(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, dropping(context))
    case .keyNotFound(let key, let context): .keyNotFound(key, dropping(context))
    case .dataCorrupted(let context): .dataCorrupted(dropping(context))
    @unknown default: self
    }
  }

  /// Adds the choices that a field of `type` has to an error about its value.
  /// - Parameter text: Finds the given text of a field, if there is one.
  func namingChoices(
    of type: any Decodable.Type, text: (String) -> String? = { _ in nil }
  ) -> DecodingError {
    guard case .dataCorrupted(let context) = self,
      let choices = (try? Schema(of: type))?.choices(at: context.codingPath[...])
    else { return self }
    let given = context.codingPath.first.flatMap { text($0.stringValue) }
    return .dataCorrupted(
      Context(
        codingPath: context.codingPath,
        debugDescription: "expected one of \(choices.joined(separator: ", "))"
          + (given.map { ", not '\($0)'" } ?? ""),
        underlyingError: context.underlyingError))
  }
}

extension Schema {
  /// The choices of the value at a path inside this one; nil if that value is not a choice.
  fileprivate func choices(at path: ArraySlice<any CodingKey>) -> [String]? {
    switch self {
    case .choice(let choices): choices
    case .object(_, let fields):
      fields.first { $0.name == path.first?.stringValue }?.schema.choices(at: path.dropFirst())
    case .list(let element), .dictionary(let element): element.choices(at: path.dropFirst())
    case .nullable(let schema): schema.choices(at: path)
    case .anyOf(let schemas): schemas.flatMap { $0.choices(at: path) ?? [] }.nonEmpty
    case .any, .boolean, .integer, .number, .text, .recursive: nil
    }
  }
}

extension [String] {
  fileprivate var nonEmpty: [String]? { isEmpty ? nil : self }
}

extension [any CodingKey] {
  /// The field at the end of the path, such as `items[2].name`; nil for the whole value.
  var fieldName: String? {
    reduce(nil) { name, key in
      if let index = key.intValue { return "\(name ?? "")[\(index)]" }
      return name.map { "\($0).\(key.stringValue)" } ?? key.stringValue
    }
  }
}

/// Formats a message of Foundation like one of this package: in lower case, without a full stop and
/// without the names of Swift types.
private func formatted(_ text: String) -> String {
  if let match = text.wholeMatch(of: /Expected to decode .+ but (found .+) instead\.?/) {
    return String(match.1)
  }
  return text.asPartOfSentence ?? "it does not fit"
}
