/// One SQL statement, written as a literal in which every `\(value)` is bound, never spliced in.
///
/// No text that a program makes or reads can become part of a statement: both the statement and the
/// pieces between values are `StaticString`.
///
/// ```swift
/// try transaction.run("INSERT INTO bookmark (name) VALUES (\(name))")
/// ```
public struct SQL: Sendable, ExpressibleByStringInterpolation {
  let text: String
  let values: [StoreValue]

  /// Takes a text made of nothing but names in the schema.
  init(_ text: String, _ values: [StoreValue]) {
    self.text = text
    self.values = values
  }

  /// Takes a literal without values.
  public init(stringLiteral text: StaticString) {
    self.text = "\(text)"
    self.values = []
  }

  /// Takes a literal with values.
  public init(stringInterpolation interpolation: Interpolation) {
    self.text = interpolation.text
    self.values = interpolation.values
  }

  /// Collects the pieces of a literal.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var values: [StoreValue] = []

    /// Starts with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a piece of the statement.
    public mutating func appendLiteral(_ literal: StaticString) {
      text += "\(literal)"
    }

    /// Adds a value to bind.
    public mutating func appendInterpolation(_ value: some Storable) {
      text += "?"
      values.append(value.stored)
    }

    /// Adds a value to bind that may be missing. By a name, since Swift warns of any optional
    /// without one.
    public mutating func appendInterpolation(orNull value: (some Storable)?) {
      text += "?"
      values.append(value?.stored ?? .null)
    }
  }
}
