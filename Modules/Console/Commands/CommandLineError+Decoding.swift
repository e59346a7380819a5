extension CommandLineError {
  /// Says what is wrong with a value in the words of a command line; a field that is none of
  /// `arguments` counts as an option.
  public init(_ error: DecodingError, arguments: [Argument] = []) {
    let (context, missing): (DecodingError.Context?, (any CodingKey)?) =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      case .keyNotFound(let key, let context): (context, key)
      @unknown default: (nil, nil)
      }
    let field = (missing ?? context?.codingPath.first)?.stringValue
    let name = field.map { field in
      arguments.first { $0.field == field }?.typed ?? "--\(hyphenated(field))"
    }
    let reason = missing == nil ? context?.debugDescription : "it is missing"
    self = .badValue(name ?? "the arguments", reason: reason ?? "\(error)")
  }
}

/// `change-time` of `changeTime`.
private func hyphenated(_ field: String) -> String {
  field.reduce(into: "") { name, letter in
    name += letter.isUppercase ? "-\(letter.lowercased())" : "\(letter)"
  }
}
