extension Shape {
  /// One field of an object.
  public struct Field: Hashable, Sendable {
    /// Its name, as in JSON.
    public let name: String
    /// What its values look like.
    public let shape: Shape
    /// Whether it may be left out.
    public let isOptional: Bool

    /// A field that is described by hand.
    public init(name: String, shape: Shape, isOptional: Bool) {
      self.name = name
      self.shape = shape
      self.isOptional = isOptional
    }
  }

  /// What a text has to look like.
  public enum Format: String, Hashable, Sendable {
    /// Date and time as in `2026-11-20T08:00:00Z`.
    case dateTime = "date-time"
    /// A URL.
    case uri
    /// A UUID.
    case uuid
    /// Bytes in Base64.
    case base64
  }
}
