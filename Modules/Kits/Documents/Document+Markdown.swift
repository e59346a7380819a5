import Foundation
import Mediator

extension Document {
  /// The document in Markdown, without a final newline.
  ///
  /// Texts are escaped, so that one from outside cannot become markup; invisible characters remain.
  /// Only the role `code` is visible. A table without rows is left out.
  ///
  /// Source: CommonMark 0.31.2, and GitHub Flavored Markdown 0.29 for tables and links.
  public var markdown: String { markdown(paragraphBreak: "\n\n") }

  /// - Parameter paragraphBreak: What is between two paragraphs.
  fileprivate func markdown(paragraphBreak: String) -> String {
    var result = ""
    var last: Block?
    for block in blocks {
      let text = block.markdown
      guard !text.isEmpty else { continue }
      switch (last, block) {
      case (nil, _): break
      case (.item, .item): result += "\n"
      case (.paragraph, .paragraph): result += paragraphBreak
      default: result += "\n\n"
      }
      result += text
      last = block
    }
    return result
  }

  /// The document as an item of a list, with a label before its first paragraph.
  fileprivate func markdownItem(_ label: Text) -> String {
    var blocks = blocks
    switch blocks.first {
    case _ where label.isEmpty: break
    case .paragraph(let text): blocks[0] = .paragraph(label + " " + text)
    default: blocks.insert(.paragraph(label), at: 0)
    }
    let text = Document(blocks).markdown(paragraphBreak: String.hardBreak)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return "- " + lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n").dropFirst(2)
  }
}

extension Block {
  fileprivate var markdown: String {
    switch self {
    case .heading(let text, let level, let note):
      [
        "\(String(repeating: "#", count: min(max(level, 1), 6))) \(text.markdown)",
        note?.markdownLine ?? "",
      ]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .paragraph(let text), .line(let text): text.markdownLine
    case .multiline(let text):
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { Text(verbatim: String($0)).markdownLine }
        .split(separator: "").map { $0.joined(separator: String.hardBreak) }
        .joined(separator: "\n\n")
    case .code(let text): text.markdownFence
    case .commandLines(let lines): lines.joined(separator: "\n").markdownFence
    case .table(let table): table.markdown
    case .definitions(let entries):
      entries.filter { !$0.definition.isEmpty }
        .map { "- \(Text($0.term).markdownLine): \($0.definition.markdown)" }
        .joined(separator: "\n")
    case .item(let mark, _, let document): document.markdownItem(mark.isBullet ? "" : mark)
    case .group(let document): document.markdown(paragraphBreak: String.hardBreak)
    case .section(let document): document.markdown
    case .track(let track):
      track.rows.filter { !$0.label.isEmpty || !$0.content.isEmpty }
        .map { $0.content.markdownItem($0.label) }.joined(separator: "\n")
    case .scale(let scale): Text(scale.label).markdownLine
    case .picture(let picture): picture.textAlternative.markdown
    case .image(let image): image.description.markdown
    }
  }
}

extension Table {
  /// A table for the rows below each heading.
  fileprivate var markdown: String {
    var parts: [String] = []
    var rows: [String] = []
    func endTable() {
      guard !rows.isEmpty else { return }
      let alignments = columns.map { $0.alignment == .right ? "--:" : "---" }
      let head = [line(columns.map { Text($0.title) }), "|\(alignments.joined(separator: "|"))|"]
      parts.append((head + rows).joined(separator: "\n"))
      rows = []
    }
    for row in self.rows {
      if let heading = row.heading {
        endTable()
        parts.append(heading.markdown)
      } else {
        rows.append(
          line(columns.indices.map { row.cells.indices.contains($0) ? row.cells[$0] : "" }))
      }
    }
    endTable()
    return parts.joined(separator: "\n\n")
  }

  private func line(_ cells: [Text]) -> String {
    "| \(cells.map(\.markdown).joined(separator: " | ")) |"
  }
}

extension Text {
  /// Whether Markdown's own mark of a list replaces the text.
  fileprivate var isBullet: Bool { ["", "-", "·", "•"].contains(markdown) }

  /// The text in one line that begins no block, such as a list.
  fileprivate var markdownLine: String {
    let text = markdown
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    switch rest.first {
    case "-", "+", "=": return digits.isEmpty ? "\\\(text)" : text
    case ".", ")":
      let isMark = !digits.isEmpty && rest.dropFirst().first?.isWhitespace != false
      return isMark ? "\(digits)\\\(rest)" : text
    default: return text
    }
  }

  /// The text in one line, without space around it.
  fileprivate var markdown: String {
    var result = ""
    // A character is escaped because of its neighbours, so texts side by side are one.
    var (plain, code) = ("", "")
    for part in parts {
      if case .address(let url, _) = part {
        result += code.markdownCode + plain.markdownEscaped + url.markdownLink
        (plain, code) = ("", "")
        continue
      }
      let (text, isCode) = part.content
      guard !text.isEmpty else { continue }
      // Code in a table cannot contain '|'.
      if isCode, !text.unicodeScalars.contains("|") {
        result += plain.markdownEscaped
        plain = ""
        code += text
      } else {
        result += code.markdownCode
        code = ""
        plain += text
      }
    }
    return (result + code.markdownCode + plain.markdownEscaped).trimmingCharacters(
      in: .whitespacesAndNewlines)
  }
}

extension Text.Part {
  fileprivate var content: (text: String, isCode: Bool) {
    switch self {
    case .text(let text, let role): (text.description, role == .code)
    case .error(let text, _): (text, false)
    case .address(let url, _): (url.absoluteString, false)
    case .badge(let badge): ("[\(badge.name)]", false)
    case .distinctBadges(let badges): (badges.map { "[\($0.name)]" }.joined(separator: " "), false)
    case .progress(let text, _): (text.description, false)
    case .separator: (" · ", false)
    }
  }
}

extension URL {
  /// The address as a link. What would end the link, or the cell of a table, is percent-encoded.
  fileprivate var markdownLink: String {
    let address = absoluteString.unicodeScalars.map { scalar in
      switch scalar {
      case "<": "%3C"
      case ">": "%3E"
      case "|": "%7C"
      case "\\": "%5C"
      case _ where scalar.properties.isWhitespace || scalar.value < 0x20: "%20"
      default: String(scalar)
      }
    }
    return "<\(address.joined())>"
  }
}

extension String {
  /// A line break within a paragraph.
  fileprivate static let hardBreak = "\\\n"

  /// The text in one line, with escapes for what Markdown reads as markup. It is read scalar by
  /// scalar, because a combining mark does not change the meaning of the character before it.
  fileprivate var markdownEscaped: String {
    let scalars = unicodeScalars.map { $0.isLineBreak ? " " : $0 }
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isMarkup =
        switch scalar {
        case "\\", "`", "*", "_", "[", "]", "<", ">", "#", "&", "|", "~", "$", "@": true
        // A colon is escaped in an address, but not in a time such as 08:15.
        case ":": scalars[(index + 1)...].first.map { !$0.isSpaceOrDigit } ?? false
        case ".":
          scalars[..<index].suffix(3).map { $0.properties.lowercaseMapping } == ["w", "w", "w"]
        default: false
        }
      if isMarkup { result += "\\" }
      if scalar != " " || result.last != " " { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// The text as code within a line.
  fileprivate var markdownCode: String {
    guard !isEmpty else { return "" }
    let line = String(String.UnicodeScalarView(unicodeScalars.map { $0.isLineBreak ? " " : $0 }))
    let fence = String(repeating: "`", count: line.longestBackticks + 1)
    let space = fence.count > 1 ? " " : ""
    return fence + space + line + space + fence
  }

  /// The text as lines of code.
  fileprivate var markdownFence: String {
    let fence = String(repeating: "`", count: max(longestBackticks + 1, 3))
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let text = lines.joined(separator: "\n")
    return "\(fence)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)"
  }

  /// The length of the longest sequence of backticks.
  private var longestBackticks: Int {
    var (longest, current) = (0, 0)
    for scalar in unicodeScalars {
      current = scalar == "`" ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool { CharacterSet.newlines.contains(self) }

  fileprivate var isSpaceOrDigit: Bool { properties.isWhitespace || ("0"..."9").contains(self) }
}
