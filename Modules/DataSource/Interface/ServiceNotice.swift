public import Documents
public import Mediator

/// A notice in an answer that it concerns, such as a journey over a closed section.
public struct ServiceNotice: Codable, Hashable, Sendable {
  /// The id, under which the notice can be read as a whole.
  public let id: String
  /// The title, in one line.
  public let title: String
  /// Whether it is an invented example; absent for a real notice.
  public let isSample: Bool?

  /// Creates a notice.
  public init(id: String, title: String, isSample: Bool? = nil) {
    self.id = id
    self.title = title
    self.isSample = isSample
  }

  /// The notice as a line, such as `! no trains between Elm and Oak`.
  public var inWords: Text {
    Text(isSample == true ? "! Sample: \(title)" : "! \(title)", .warning)
  }
}

extension ServiceNotice: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["isSample": "whether it is an invented example; absent for a real notice"]
  }
}
