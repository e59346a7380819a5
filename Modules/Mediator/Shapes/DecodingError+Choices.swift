extension DecodingError {
  /// Names the choices that a field of `type` has, where a value is none of them; `given` finds the
  /// text of a field.
  func namingChoices(
    of type: any Decodable.Type, given: (String) -> String? = { _ in nil }
  ) -> DecodingError {
    guard case .dataCorrupted(let context) = self,
      let choices = (try? Shape(of: type))?.choices(at: context.codingPath[...])
    else { return self }
    let culprit = context.codingPath.first.flatMap { given($0.stringValue) }
    return .dataCorrupted(
      Context(
        codingPath: context.codingPath,
        debugDescription: "expected one of \(choices.joined(separator: ", "))"
          + (culprit.map { ", not '\($0)'" } ?? "")))
  }
}

extension Shape {
  /// The choices of what stands at a path within a value; nil where it is no choice.
  fileprivate func choices(at path: ArraySlice<any CodingKey>) -> [String]? {
    switch self {
    case .choice(let choices): choices
    case .object(_, let fields):
      fields.first { $0.name == path.first?.stringValue }?.shape.choices(at: path.dropFirst())
    case .list(let element), .dictionary(let element): element.choices(at: path.dropFirst())
    case .boolean, .integer, .number, .text, .recursive: nil
    }
  }
}
