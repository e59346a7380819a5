public import Documents
import Mediator

/// A text laid out in one line, with its parts `printable`.
struct TextLine {
  fileprivate enum Part {
    case text(String, TextRole)
    case badge(Badge)

    var columns: Int {
      switch self {
      case .text(let text, _): text.columns
      case .badge(let badge): badge.columns
      }
    }
  }

  fileprivate var parts: [Part]

  /// Lays out a text.
  init(_ text: Text, on page: Page) {
    parts = text.parts.flatMap { part -> [Part] in
      switch part {
      case .text(let text, let role): [.text(text.description.printable, role)]
      case .badge(let badge): [.badge(badge)]
      case .distinctBadges(let badges):
        Array(page.distinct(badges).map { [.badge($0)] }.joined(separator: [.text(" ", .plain)]))
      case .separator: [.text(" · ", .plain)]
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

  /// The line in at most `columns` columns; `…` replaces the end of a longer one, and the end of the
  /// name of a badge that does not fit.
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
      switch part {
      case .text(let text, let role):
        line.parts.append(.text(String(text.prefix(columns: free)), role))
      case .badge(let badge) where free >= 2 && badge.columns > free + 1:
        line.parts.append(.badge(badge.truncated(to: free + 1)))
        return line
      case .badge: break
      }
      break
    }
    line.parts.append(.text("…", .plain))
    return line
  }

  /// The words of the line, in lines of at most `columns` columns.
  fileprivate func wrapped(to columns: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var free = 0
    var isAfterSpace = true
    for part in parts.flatMap(\.words) {
      switch part {
      case .text(" ", _): isAfterSpace = true
      case _ where !lines.isEmpty && part.columns < free + (isAfterSpace ? 0 : 1):
        let last = lines.count - 1
        lines[last].append(part, afterSpace: isAfterSpace)
        free -= part.columns + (isAfterSpace ? 1 : 0)
        isAfterSpace = false
      default:
        let pieces = part.pieces(of: columns).map { piece in
          var line = self
          line.parts = [piece]
          return line
        }
        lines += pieces
        free = columns - (pieces.last?.columns ?? 0)
        isAfterSpace = false
      }
    }
    return lines
  }

  private mutating func append(_ part: Part, afterSpace: Bool) {
    let space = afterSpace ? " " : ""
    switch (parts.last, part) {
    case (.text(let text, let role)?, .text(let next, let nextRole)) where role == nextRole:
      parts[parts.count - 1] = .text(text + space + next, role)
    default: parts += (afterSpace ? [.text(" ", .plain)] : []) + [part]
    }
  }
}

extension TextLine.Part {
  /// The words and, as texts of one space, where spaces are.
  fileprivate var words: [Self] {
    guard case .text(let text, let role) = self else { return [self] }
    var words: [Self] = []
    var word = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        if !word.isEmpty { words.append(.text(word, role)) }
        words.append(.text(" ", role))
        word = ""
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    return word.isEmpty ? words : words + [.text(word, role)]
  }

  fileprivate func pieces(of columns: Int) -> [Self] {
    switch self {
    case .badge(let badge): [.badge(badge.truncated(to: columns))]
    case .text(let text, let role): text.wrapped(to: columns).map { .text($0, role) }
    }
  }
}

extension Page {
  /// Draws a text in one line, however long it is.
  public func line(_ text: Text) -> String { TextLine(text, on: self).text(on: self) }

  /// Draws a text in as many lines as necessary. Lines end between two phrases, or else at a space.
  package func wrapped(_ text: Text) -> [String] {
    // Most texts are one sentence in one role.
    if text.parts.count == 1, case .text(let words, let role) = text.parts[0] {
      return words.description.printable.wrapped(to: columns).map { paint($0, role) }
    }
    let whole = TextLine(text, on: self)
    guard whole.columns > columns else { return text.isEmpty ? [] : [whole.text(on: self)] }
    var lines: [TextLine] = []
    for phrase in text.phrases.map({ TextLine($0, on: self) }) where phrase.columns > 0 {
      if let last = lines.last, last.columns + 3 + phrase.columns <= columns {
        lines[lines.count - 1].join(phrase)
      } else {
        lines += phrase.wrapped(to: columns)
      }
    }
    return lines.map { $0.text(on: self) }
  }
}

extension TextLine {
  fileprivate mutating func join(_ phrase: TextLine) {
    parts += [.text(" · ", .plain)] + phrase.parts
  }
}

extension Text {
  /// The parts between separators.
  fileprivate var phrases: [Text] {
    parts.split(whereSeparator: { if case .separator = $0 { true } else { false } })
      .map { Text(parts: Array($0)) }
  }
}
