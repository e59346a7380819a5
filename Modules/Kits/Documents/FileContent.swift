public import Foundation

/// What is written to a file that a person names.
public enum FileContent: Sendable, Hashable {
  /// A text, of which only visible characters, line breaks, tabs and styles are written.
  case text(String)
  /// JSON, whose invisible characters are escaped.
  case json(Data)
  /// Bytes that are not text.
  case bytes(Data)
}
