extension MediatorError {
  /// Says which field of an action's input does not fit; `stops[2].name` names one within others.
  static func badInput(_ error: DecodingError, path: String) -> MediatorError {
    let (context, missing): (DecodingError.Context, (any CodingKey)?) =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      case .keyNotFound(let key, let context): (context, key)
      @unknown default: (.init(codingPath: [], debugDescription: "\(error)"), nil)
      }
    let field = fieldName(context.codingPath + (missing.map { [$0] } ?? []))
    let reason = missing == nil ? context.debugDescription.asReason : "a value is missing"
    return .badInput(path: path, field: field, reason: reason)
  }
}

private func fieldName(_ path: [any CodingKey]) -> String? {
  path.reduce(nil) { name, key in
    if let index = key.intValue { return "\(name ?? "")[\(index)]" }
    return name.map { "\($0).\(key.stringValue)" } ?? key.stringValue
  }
}

extension String {
  /// A sentence of Foundation's in the manner of ours: in lower case, without a full stop.
  fileprivate var asReason: String {
    let isWord = dropFirst().first?.isLowercase ?? false
    let start = isWord ? prefix(1).lowercased() + dropFirst() : self
    return start.hasSuffix(".") ? String(start.dropLast()) : start
  }
}
