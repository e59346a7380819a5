/// What a value looks like to those who do not speak Swift: the one source of command-line options,
/// URL parameters, JSON Schema, help and completion.
///
/// It is read off a `Decodable` type by decoding it from nothing and watching what it asks for; a
/// first time costs 50 to 300 µs, so no start should wait for it. What can be seen that way:
///
/// - A field is optional when it is decoded with `decodeIfPresent`, as optional properties are. A
///   default value is invisible, and decoding ignores it: what may be left out is an optional.
/// - An enum is a choice when it is `CaseIterable` with a text or whole number as raw value.
/// - Only one way through a hand-written `init(from:)` is seen: fields that are decoded depending on
///   others, such as those of an enum's cases, stay unseen.
/// - A type that refuses the values tried (the empty text, 0, false) cannot be described where it is
///   required, unless it is `Exemplified`.
/// - `Duration`, tuples and the like show the form of their own coding: declare whole seconds or a
///   type of your own instead.
public indirect enum Shape: Hashable, Sendable {
  /// True or false.
  case boolean
  /// A whole number.
  case integer
  /// A number.
  case number
  /// A text, of a format where one is known.
  case text(Format?)
  /// One of a few texts or whole numbers.
  case choice([String])
  /// Values of one shape in order.
  case list(Shape)
  /// Values of one shape by name.
  case dictionary(Shape)
  /// Named fields; the name is the Swift type's.
  case object(name: String, [Field])
  /// The object of that name, within which it stands.
  case recursive(name: String)

  /// Describes a type.
  /// - Throws: `ShapeError` naming the type and the field that cannot be described.
  public init(of type: any Decodable.Type) throws(ShapeError) {
    self = try Self.shape(of: type)
  }

  /// The fields of an object; none of anything else.
  public var fields: [Field] {
    if case .object(_, let fields) = self { fields } else { [] }
  }

  private static func shape<Value: Decodable>(of type: Value.Type) throws(ShapeError) -> Shape {
    try Sample(type).shape
  }
}
