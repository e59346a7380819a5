/// One SQL statement, written as a literal in which SQLite binds every `\(value)`.
///
/// Input can never become part of a statement: the text of the literal and the texts between its
/// values are `StaticString`, and values are bound, not inserted.
///
/// ```swift
/// try transaction.run("INSERT INTO bookmark (name) VALUES (\(name))")
/// ```
public struct SQL: Sendable, ExpressibleByStringInterpolation {
  let text: String
  let values: [StoreValue]

  /// Creates a statement from a text that the store composed of literals and quoted names.
  init(_ text: String, _ values: [StoreValue]) {
    self.text = text
    self.values = values
  }

  /// Creates a statement from a literal without values.
  public init(stringLiteral text: StaticString) {
    self.text = "\(text)"
    self.values = []
  }

  /// Creates a statement from a literal with values.
  public init(stringInterpolation interpolation: Interpolation) {
    self.text = interpolation.text
    self.values = interpolation.values
  }

  /// Collects the texts and values of a literal.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var values: [StoreValue] = []

    /// Creates an empty statement; the arguments are only hints.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a text between values.
    public mutating func appendLiteral(_ literal: StaticString) {
      text += "\(literal)"
    }

    /// Appends a placeholder and its value.
    public mutating func appendInterpolation(_ value: some Storable) {
      text += "?"
      values.append(value.stored)
    }

    mutating func appendInterpolation(name: String) { text += name.quoted }

    mutating func appendInterpolation(names: [String]) {
      text += names.map(\.quoted).joined(separator: ", ")
    }

    /// Appends a placeholder and its value, or null for nil. It needs a label because Swift warns
    /// about optionals in interpolations without one.
    public mutating func appendInterpolation(orNull value: (some Storable)?) {
      text += "?"
      values.append(value?.stored ?? .null)
    }
  }
}
