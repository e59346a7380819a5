public import Documents
import Foundation
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

  fileprivate var parts: [Part] = []

  private init(parts: [Part] = []) {
    self.parts = parts
  }

  /// Lays out a text.
  init(_ text: Text, on page: Page) {
    parts = text.parts.flatMap { part -> [Part] in
      switch part {
      case .text(let text, let role): [.text(text.description.printable, role)]
      case .error(let text, let role): [.text(text.printableError, role)]
      case .address(let url, let role): [.text(url.absoluteString.printable, role)]
      case .badge(let badge): [.badge(badge)]
      case .distinctBadges(let badges):
        Array(page.distinct(badges).map { [.badge($0)] }.joined(separator: [.text(" ", .plain)]))
      case .progress(let text, _): [.text(text.description.printable, .plain)]
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

  /// The line in at most `columns` columns; `…` replaces the end of a longer one, and the end of
  /// the name of a badge that does not fit.
  func truncated(to columns: Int) -> TextLine {
    guard self.columns > columns else { return self }
    var line = TextLine()
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
    for word in words {
      let width = word.columns
      if !lines.isEmpty, width < free {
        lines[lines.count - 1].append(word)
        free -= width + 1
      } else {
        lines += width > columns ? word.pieces(of: columns) : [word]
        free = columns - (lines.last?.columns ?? 0)
      }
    }
    return lines
  }

  /// The words of the line. A word may have several parts, such as a name and the comma after it.
  private var words: [TextLine] {
    var words: [TextLine] = []
    var word = TextLine()
    for part in parts {
      guard case .text(let text, let role) = part else {
        word.parts.append(part)
        continue
      }
      for (index, piece) in text.unicodeScalars.split(
        omittingEmptySubsequences: false, whereSeparator: \.properties.isWhitespace
      ).enumerated() {
        if index > 0, !word.parts.isEmpty {
          words.append(word)
          word = TextLine()
        }
        if !piece.isEmpty { word.parts.append(.text(String(piece), role)) }
      }
    }
    return word.parts.isEmpty ? words : words + [word]
  }

  /// Adds a space and a word.
  private mutating func append(_ word: TextLine) {
    guard case .text(let text, let role)? = parts.last,
      case .text(let next, role)? = word.parts.first
    else {
      parts += [.text(" ", .plain)] + word.parts
      return
    }
    parts[parts.count - 1] = .text("\(text) \(next)", role)
    parts += word.parts.dropFirst()
  }

  /// The parts of a long word in lines of at most `columns` columns.
  private func pieces(of columns: Int) -> [TextLine] {
    parts.flatMap { part -> [Part] in
      switch part {
      case .badge(let badge): [.badge(badge.truncated(to: columns))]
      case .text(let text, let role): text.wrapped(to: columns).map { .text($0, role) }
      }
    }.map { TextLine(parts: [$0]) }
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
    let phrases = text.phrases.map { TextLine($0, on: self) }.filter { $0.columns > 0 }
    var lines: [TextLine] = []
    for phrase in phrases {
      if let last = lines.last, last.columns + 3 + phrase.columns <= columns {
        lines[lines.count - 1].join(phrase)
      } else {
        lines += phrase.columns <= columns ? [phrase] : phrase.wrapped(to: columns)
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
