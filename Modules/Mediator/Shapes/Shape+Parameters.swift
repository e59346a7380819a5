extension Shape {
  /// One parameter of a URL, and one option of a command line.
  public struct Parameter: Hashable, Sendable {
    /// Its name in URLs, such as `changeTime`.
    public let name: String
    /// What its text looks like.
    public let shape: Shape
    /// Whether it may be left out.
    public let isOptional: Bool
    /// Whether it may be given several times, for a list.
    public let isRepeated: Bool

    /// Its name as an option, such as `--change-time`.
    public var option: String { "--" + kebabCased(name) }
  }

  /// The parameters that fill an object, in the order of its fields.
  /// - Throws: `ShapeError.needsJSON` for values within values.
  public func parameters() throws(ShapeError) -> [Parameter] {
    guard case .object(_, let fields) = self else {
      throw .needsJSON(type: description, field: nil)
    }
    var parameters: [Parameter] = []
    for field in fields {
      let (shape, isRepeated) =
        if case .list(let element) = field.shape { (element, true) } else { (field.shape, false) }
      guard shape.isText else {
        throw .needsJSON(type: field.shape.description, field: field.name)
      }
      parameters.append(
        Parameter(
          name: field.name, shape: shape, isOptional: field.isOptional, isRepeated: isRepeated))
    }
    return parameters
  }

  private var isText: Bool {
    switch self {
    case .boolean, .integer, .number, .text, .choice: true
    case .list, .dictionary, .object, .recursive: false
    }
  }
}
