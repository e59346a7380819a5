public import Documents
import Foundation

/// The medium that text is laid out for: its size, its colours and their theme.
public struct Page: Sendable, Hashable {
  /// The width of a row of text in columns.
  public internal(set) var columns: Int
  /// The number of rows that are visible at once; nil if there is no limit, as in a file.
  public internal(set) var rows: Int?
  /// The colours that can be shown; none with the theme `none`.
  public let colors: ColorDepth
  /// The look of text.
  public let theme: Theme

  /// Creates a page.
  public init(columns: Int, rows: Int? = nil, colors: ColorDepth = .none, theme: Theme = .dark) {
    self.columns = columns
    self.rows = rows
    self.colors = theme == .none ? .none : colors
    self.theme = theme
  }

  /// Draws a text in a role, or plain if the page has no colours.
  ///
  /// The text is made `printable` first, so any look that it already has is lost.
  public func paint(_ text: String, _ role: TextRole) -> String {
    paint(text, theme.rendition(of: role, at: colors))
  }

  func paint(_ text: String, _ rendition: GraphicRendition) -> String {
    let start = sequence(for: rendition)
    let text = text.printable
    guard !start.isEmpty, !text.isEmpty else { return text }
    return start + text + Self.reset
  }
}
