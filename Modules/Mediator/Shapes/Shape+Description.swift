extension Shape: CustomStringConvertible {
  /// The shape in a few words, such as `a list of whole numbers`.
  public var description: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .text(nil): "a text"
    case .text(.dateTime): "a date and time, as in '2026-11-20T08:00:00Z'"
    case .text(.uri): "a URL"
    case .text(.uuid): "a UUID"
    case .text(.base64): "Base64"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .list(let element): "a list, each \(element)"
    case .dictionary(let value): "values by name, each \(value)"
    case .object(let name, _), .recursive(let name): "a \(name)"
    }
  }
}
