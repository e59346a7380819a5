public import Documents
import Foundation

/// The medium that text is laid out for: its size, its colours and their theme.
public struct Page: Sendable, Hashable {
  /// The width of a row of text in columns.
  public let columns: Int
  /// The number of rows that are visible at once; nil if there is no limit, as in a file.
  public let rows: Int?
  /// The colours that can be shown; none with the theme `none`.
  public let colors: ColorDepth
  /// The look of text.
  public let theme: Theme

  /// Creates a page.
  public init(
    columns: Int, rows: Int? = nil, colors: ColorDepth = .none, theme: Theme = .dark
  ) {
    self.columns = columns
    self.rows = rows
    self.colors = theme == .none ? .none : colors
    self.theme = theme
  }

  /// Draws a text in a style, or plain if the page has no colours.
  ///
  /// The text is made `printable` first, so any style that it already has is lost.
  public func paint(_ text: String, _ style: TextRole) -> String {
    paint(text, theme.rendition(of: style, at: colors))
  }

  func paint(_ text: String, _ rendition: GraphicRendition) -> String {
    let start = sequence(for: rendition)
    let text = text.printable
    guard !start.isEmpty, !text.isEmpty else { return text }
    return start + text + Self.reset
  }

  /// Draws a text in as many lines as necessary, and makes it `printable`.
  public func paragraph(_ text: String, _ style: TextRole = .plain) -> String {
    text.printable.wrapped(to: columns).map { paint($0, style) }.joined(separator: "\n")
  }

  /// Draws a text as a sentence: a paragraph with a capital letter at the start, and with a full stop if
  /// nothing else ends it, also before a closing quotation mark or bracket.
  package func sentence(_ text: String, _ style: TextRole = .plain) -> String {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let last = text.last { !"\"”」』)）".contains($0) }
    let end = last.map(".!?…。！？".contains) == true ? "" : "."
    return paragraph(text.capitalizedSentence + end, style)
  }

  private static let narrowestDefinition = 24

  /// Draws terms and their definitions in two columns, or each definition below its term if the
  /// page is too narrow.
  public func definitions(_ entries: [(term: String, definition: String)]) -> String {
    let termWidth = entries.map(\.term.columns).max() ?? 0
    let isWide = columns - termWidth - 4 >= Self.narrowestDefinition
    let indent = isWide ? termWidth + 4 : 6
    let margin = String(repeating: " ", count: indent)
    return entries.flatMap { term, definition -> [String] in
      let lines = definition.wrapped(to: columns - indent)
      guard isWide, let first = lines.first else {
        let terms = term.wrapped(to: max(columns - 4, 1))
        return terms.enumerated().map { ($0 == 0 ? "  " : "    ") + $1 } + lines.map { margin + $0 }
      }
      return ["  \(term.padded(to: termWidth))  \(first)"] + lines.dropFirst().map { margin + $0 }
    }.joined(separator: "\n")
  }
}

extension String {
  /// The text with a capital letter at the start.
  package var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
