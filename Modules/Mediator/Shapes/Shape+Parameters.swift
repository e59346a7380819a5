extension Shape {
  /// The fields of an object, each of which can be a parameter of a URL and an option of a command
  /// line.
  /// - Throws: `ShapeError.needsJSON` for values within values.
  public func parameters() throws(ShapeError) -> [Field] {
    guard case .object(_, let fields) = self else {
      throw .needsJSON(type: description, field: nil)
    }
    for field in fields where !field.valueShape.isText {
      throw .needsJSON(type: field.shape.description, field: field.name)
    }
    return fields
  }

  private var isText: Bool {
    switch self {
    case .boolean, .integer, .number, .text, .choice: true
    case .list, .dictionary, .object, .recursive: false
    }
  }
}

extension Shape.Field {
  /// Its name as an option, such as `--change-time`.
  public var option: String { "--" + name.kebabCased }

  /// Whether it may be given several times, as a list.
  public var isRepeated: Bool {
    if case .list = shape { true } else { false }
  }

  /// What each text given for it looks like.
  public var valueShape: Shape {
    if case .list(let element) = shape { element } else { shape }
  }
}
