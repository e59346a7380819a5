/// A text that only its receiver may see, such as a password. Descriptions, debuggers and forms do
/// not show it.
public struct Secret: Hashable, Sendable {
  /// The text itself, for the request that needs it.
  public let text: String

  /// Creates a secret.
  public init(_ text: String) {
    self.text = text
  }
}

extension Secret: Codable {
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Secret: SchemaProviding {
  /// A text of the format `password`, for which a form shows dots.
  public static func schema(for use: Schema.Use) -> Schema { .text(.password) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Three dots, whatever the text is.
  public var description: String { "…" }
  /// Three dots, whatever the text is.
  public var debugDescription: String { description }
  /// A mirror without the text.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
