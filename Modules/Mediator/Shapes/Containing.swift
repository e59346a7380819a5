/// A type that is described by what it contains, and fits while it is empty.
protocol Containing {
  static var empty: Any { get }
  static func shape(at place: Place) throws(ShapeError) -> Shape
}

extension Optional: Containing where Wrapped: Decodable {
  static var empty: Any { Self.none as Any }

  static func shape(at place: Place) throws(ShapeError) -> Shape {
    try Sample(Wrapped.self, at: place).shape
  }
}

extension Array: Containing where Element: Decodable {
  static var empty: Any { [Element]() }

  static func shape(at place: Place) throws(ShapeError) -> Shape {
    .list(try Sample(Element.self, at: place.element).shape)
  }
}

extension Set: Containing where Element: Decodable {
  static var empty: Any { Set<Element>() }

  static func shape(at place: Place) throws(ShapeError) -> Shape {
    try [Element].shape(at: place)
  }
}

extension Dictionary: Containing where Key: Decodable, Value: Decodable {
  static var empty: Any { [Key: Value]() }

  static func shape(at place: Place) throws(ShapeError) -> Shape {
    guard Key.self is any CodingKeyRepresentable.Type else {
      throw place.indescribable(Self.self, because: "its keys are not texts")
    }
    return .dictionary(try Sample(Value.self, at: place.element).shape)
  }
}
