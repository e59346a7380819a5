/// A type that is described by what it contains, and fits while it is empty.
protocol Containing {
  static var empty: Any { get }
  static func shape(within enclosing: [any Any.Type], at place: String?) throws(ShapeError) -> Shape
}

extension Optional: Containing where Wrapped: Decodable {
  static var empty: Any { Self.none as Any }

  static func shape(within enclosing: [any Any.Type], at place: String?) throws(ShapeError) -> Shape
  {
    try Sample(Wrapped.self, within: enclosing, at: place).shape
  }
}

extension Array: Containing where Element: Decodable {
  static var empty: Any { [Element]() }

  static func shape(within enclosing: [any Any.Type], at place: String?) throws(ShapeError) -> Shape
  {
    .list(try Sample(Element.self, within: enclosing, at: (place ?? "") + "[]").shape)
  }
}

extension Set: Containing where Element: Decodable {
  static var empty: Any { Set<Element>() }

  static func shape(within enclosing: [any Any.Type], at place: String?) throws(ShapeError) -> Shape
  {
    try [Element].shape(within: enclosing, at: place)
  }
}

extension Dictionary: Containing where Key: Decodable, Value: Decodable {
  static var empty: Any { [Key: Value]() }

  static func shape(within enclosing: [any Any.Type], at place: String?) throws(ShapeError) -> Shape
  {
    guard Key.self is any CodingKeyRepresentable.Type else {
      throw .indescribable(
        type: "\(Self.self)", field: place, reason: "its keys are not texts")
    }
    return .dictionary(try Sample(Value.self, within: enclosing, at: (place ?? "") + "[]").shape)
  }
}
