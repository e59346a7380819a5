extension DecodingError {
  /// Which field does not fit, and why; `stops[2].name` is a field within others.
  public var problem: (field: String?, reason: String) {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (name(of: context.codingPath), sentence(context.debugDescription))
    case .keyNotFound(let key, let context):
      (name(of: context.codingPath + [key]), "a value is missing")
    @unknown default: (nil, "\(self)")
    }
  }
}

private func name(of path: [any CodingKey]) -> String? {
  path.reduce(nil) { name, key in
    if let index = key.intValue { return "\(name ?? "")[\(index)]" }
    return name.map { "\($0).\(key.stringValue)" } ?? key.stringValue
  }
}

/// A sentence of Foundation's in the manner of ours: in lower case, without a full stop.
private func sentence(_ text: String) -> String {
  let isWord = text.dropFirst().first?.isLowercase ?? false
  let start = isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
  return start.hasSuffix(".") ? String(start.dropLast()) : start
}
