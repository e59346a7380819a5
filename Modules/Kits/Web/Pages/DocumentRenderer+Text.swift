import Console
import Documents
import Foundation
import Mediator

extension DocumentRenderer {
  /// The letters that match what the person types, in a text of several parts.
  struct Marking {
    fileprivate var text = ""
    /// The positions to mark; nil while the text is being collected.
    fileprivate var positions: Set<Int>?
    /// The number of characters of the text that are already written.
    fileprivate var index = 0

    fileprivate mutating func skip(_ part: String) {
      index += part.count
      if positions == nil { text += part }
    }
  }

  /// Adds content, such as the cells of a row, in which the letters that match what the person
  /// types are marked.
  /// - Parameter write: Adds the content; it is called a second time when its text is known.
  mutating func appendMarked(
    to html: inout HTML, _ write: (inout HTML, inout DocumentRenderer) -> Void
  ) {
    if let matches = context.matches {
      marking = Marking()
      var unmarked = HTML()
      write(&unmarked, &self)
      marking = Marking(positions: Set(matches(marking?.text ?? "")))
    }
    write(&html, &self)
    marking = nil
  }

  /// Separates the text before from the one after, in the text in which a person searches: no word
  /// matches in both.
  mutating func separateTexts() { marking?.skip("  ") }

  /// Adds an element with a text, whose role is the class of the element if it has only one.
  mutating func append(_ name: StaticString, _ text: Text, to html: inout HTML) {
    if text.parts.count == 1, case .text(let words, let role) = text.parts[0],
      let className = role.className
    {
      html.append(name, ["class": className]) { append(Text(words), to: &$0) }
    } else {
      html.append(name) { append(text, to: &$0) }
    }
  }

  /// Adds a text, within the link if there is one.
  mutating func append(_ text: Text, to html: inout HTML) {
    guard let link, !text.isEmpty else { return appendWithoutLink(text, to: &html) }
    self.link = nil
    html.append("a", ["href": link]) { html in
      isWithinLink = true
      appendWithoutLink(text, to: &html)
      isWithinLink = false
    }
  }

  /// Adds a text beside the one that is the link, such as the mark of an item.
  mutating func appendWithoutLink(_ text: Text, to html: inout HTML) {
    for part in text.parts { append(part, to: &html) }
  }

  private mutating func append(_ part: Text.Part, to html: inout HTML) {
    switch part {
    case .text(let text, let role): append(text.description.printable, role, to: &html)
    case .error(let text, let role): append(text.printableError, role, to: &html)
    case .address(let url, let role): append(url, role, to: &html)
    case .badge(let badge): append(badge, to: &html)
    case .distinctBadges(let badges):
      for (index, badge) in badges.distinct.enumerated() {
        if index > 0 { append(" ", .plain, to: &html) }
        append(badge, to: &html)
      }
    case .progress(let text, let fraction):
      append(text.description.printable, .plain, to: &html)
      html.append(
        "progress",
        [
          "max": "100", "value": "\(Int((min(max(fraction, 0), 1) * 100).rounded()))",
          "aria-hidden": "true",
        ]
      ) { _ in }
    case .separator: append(" · ", .faint, to: &html)
    }
  }

  /// Adds an address as a link that leaves the app, unless it is the text of another link.
  private mutating func append(_ url: URL, _ role: TextRole, to html: inout HTML) {
    let address = url.absoluteString
    guard !isWithinLink else { return append(address.printable, role, to: &html) }
    html.append("a", ["href": address, "rel": "external noopener noreferrer"]) {
      append(address.printable, role, to: &$0)
    }
  }

  private mutating func append(_ text: String, _ role: TextRole, to html: inout HTML) {
    guard !text.isEmpty else { return }
    switch role {
    case .plain: append(printable: text, to: &html)
    case .title, .strong:
      html.append("strong", ["class": role == .title ? "title" : nil]) {
        append(printable: text, to: &$0)
      }
    case .faint, .accent, .positive, .warning, .critical, .selection:
      html.append("span", ["class": role.className]) { append(printable: text, to: &$0) }
    case .struck: html.append("s") { append(printable: text, to: &$0) }
    case .code: html.append("code") { append(printable: text, to: &$0) }
    case .match: html.append("mark") { append(printable: text, to: &$0) }
    // A symbol has a width in columns; the letters of a name would have others.
    case .color(let color):
      html.append(
        "svg",
        [
          "class": "ink", "width": "\(text.columns)ch", "height": "1em",
          "fill": color.symbolAttribute,
        ]
      ) { html in
        html.append("text", ["y": "0.85em"]) { $0.append(exactly: text) }
        marking?.skip(text)
      }
    }
  }

  /// Adds a badge. Its background is an image without content in the badge's colour.
  private mutating func append(_ badge: Badge, to html: inout HTML) {
    let className =
      badge.color == nil ? "badge" : badge.hasWhiteName ? "badge white" : "badge black"
    html.append("span", ["class": className]) { html in
      if let color = badge.color { html.append("svg", ["color": color.hex]) { _ in } }
      append(printable: badge.name.printable, to: &html)
    }
  }

  /// Adds a text, which is `printable`. One with letters from right to left is isolated, so that it
  /// does not change the order of what is beside it.
  private mutating func append(printable text: String, to html: inout HTML) {
    guard !text.hasRightToLeftLetters else {
      return html.append("bdi") { appendMarked(text, to: &$0) }
    }
    appendMarked(text, to: &html)
  }

  private mutating func appendMarked(_ text: String, to html: inout HTML) {
    guard let start = marking?.index, let positions = marking?.positions else {
      marking?.skip(text)
      return html.append(exactly: text)
    }
    marking?.skip(text)
    let characters = Array(text)
    var rest = characters.indices
    while let first = rest.first {
      let isMarked = positions.contains(start + first)
      let run = rest.prefix { positions.contains(start + $0) == isMarked }
      let part = String(characters[run])
      if isMarked {
        html.append("mark") { $0.append(exactly: part) }
      } else {
        html.append(exactly: part)
      }
      rest = rest.dropFirst(run.count)
    }
  }
}

extension [Badge] {
  /// The badges without those that look like an earlier one.
  fileprivate var distinct: [Badge] {
    guard count > 1 else { return self }
    var seen: Set<Badge> = []
    return filter { badge in
      let white = badge.hasWhiteName ? Color.white.rgb : nil
      return seen.insert(Badge(badge.name.printable, rgb: badge.color?.rgb, textRGB: white))
        .inserted
    }
  }
}

extension String {
  /// Whether it has letters of Hebrew, Arabic or another script that is written from right to left.
  ///
  /// Source: Unicode Standard Annex 9, with the ranges whose characters are R or AL by default.
  fileprivate var hasRightToLeftLetters: Bool {
    guard utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF,
        0x1_E800...0x1_EFFF:
        true
      default: false
      }
    }
  }
}
