public import Foundation

/// What a channel makes of an item.
public struct ShareDocument: Codable, Hashable, Sendable {
  /// The document as it is shown or written; text is UTF-8.
  public let content: Data
  /// What a file of it may be called, such as `Trindade-Aliados.ics`.
  public let fileName: String
  /// What to tell a person to whom the content itself says nothing.
  public let note: String?

  /// Composes a document.
  public init(content: Data, fileName: String, note: String? = nil) {
    self.content = content
    self.fileName = fileName
    self.note = note
  }
}
