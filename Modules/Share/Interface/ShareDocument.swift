public import Foundation

/// What a channel makes of an item.
public struct ShareDocument: Codable, Hashable, Sendable {
  /// The document as it is shown or written.
  public let content: Data
  /// The kind of content, such as `text/calendar`; text is UTF-8.
  public let mediaType: String
  /// What a file of it may be called, such as `Trindade-Aliados.ics`.
  public let fileName: String
  /// What to tell a person to whom the content itself says nothing.
  public let note: String?

  /// Composes a document.
  public init(content: Data, mediaType: String, fileName: String, note: String? = nil) {
    self.content = content
    self.mediaType = mediaType
    self.fileName = fileName
    self.note = note
  }
}
