public import Documents
import Mediator

/// A text laid out in one line, with its parts `printable`.
struct TextLine {
  private enum Part {
    case text(String, TextRole)
    case badge(Badge)

    var columns: Int {
      switch self {
      case .text(let text, _): text.columns
      case .badge(let badge): badge.columns
      }
    }
  }

  private var parts: [Part]

  /// Lays out a text, without the badges that look like an earlier one on the page.
  init(_ text: Text, on page: Page) {
    let shown = text.distinctBadges.map { Text.badges(page.distinct($0)) } ?? text
    parts = shown.parts.map { part in
      switch part {
      case .text(let text, let role): .text(text.description.printable, role)
      case .badge(let badge): .badge(badge)
      }
    }
  }

  /// The width in columns.
  var columns: Int { parts.reduce(0) { $0 + $1.columns } }

  func text(on page: Page) -> String {
    parts.map { part in
      switch part {
      case .text(let text, let role): page.paint(text, role)
      case .badge(let badge): page.paint(badge)
      }
    }.joined()
  }

  /// The line in at most `columns` columns; `…` replaces the end of a longer one, and a badge that does
  /// not fit is left out.
  func truncated(to columns: Int) -> TextLine {
    guard self.columns > columns else { return self }
    var line = self
    line.parts = []
    guard columns > 0 else { return line }
    var free = columns - 1
    for part in parts {
      guard part.columns > free else {
        line.parts.append(part)
        free -= part.columns
        continue
      }
      if case .text(let text, let role) = part {
        line.parts.append(.text(String(text.prefix(columns: free)), role))
      }
      break
    }
    line.parts.append(.text("…", .plain))
    return line
  }
}

extension Page {
  /// Draws a text in one line, however long it is.
  public func line(_ text: Text) -> String { TextLine(text, on: self).text(on: self) }
}
