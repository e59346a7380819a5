public import Documents
import Mediator

extension Page {
  /// Draws a document, with an empty line between its blocks, and without a final newline.
  public func text(of document: Document) -> String {
    lines(of: document).map(\.text).joined(separator: "\n")
  }

  /// A line of a drawn document.
  package struct Line {
    package let text: String
    /// The scale that the line draws; nil for other lines.
    package let scale: Scale?

    package init(text: String, scale: Scale? = nil) {
      self.text = text
      self.scale = scale
    }
  }

  /// The lines of a document.
  package func lines(of document: Document) -> [Line] { lines(of: document, space: true) }

  /// - Parameter space: Whether an empty line is between two blocks.
  private func lines(of document: Document, space: Bool) -> [Line] {
    var lines: [Line] = []
    for block in document.blocks {
      let next = lowered(by: lines.isEmpty ? 0 : lines.count + (space ? 1 : 0)).lines(of: block)
      guard !next.isEmpty else { continue }
      if space, !lines.isEmpty { lines.append(Line(text: "")) }
      lines += next
    }
    return lines
  }

  private func lines(of block: Block) -> [Line] {
    let texts: [String]
    switch block {
    case .group(let document): return lines(of: document, space: false)
    case .section(let document): return lines(of: document, space: true)
    case .scale(let scale): return [Line(text: text(of: scale), scale: scale)]
    case .heading(let text, let level, let note): texts = heading(text, level, note)
    case .paragraph(let text): texts = wrapped(text)
    case .line(let text): texts = [line(text)]
    case .multiline(let text):
      texts = text.printableLines.flatMap { line in
        let lines = line.wrapped(to: columns)
        return lines.isEmpty ? [""] : lines
      }
    case .code(let text):
      // A line that ends with a carriage return keeps it.
      texts = text.filtered(as: .code).unicodeScalars
        .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    case .commandLines(let lines):
      texts = lines.flatMap { $0.printable.commandLines(columns: columns) }
    case .table(let table): texts = table.lines(on: self).map(\.text)
    case .definitions(let entries): texts = definitions(entries)
    case .item(let mark, let marks, let document): texts = item(mark, marks, document)
    case .track(let track): texts = track.lines(on: self)
    case .picture(let picture): texts = lines(of: picture)
    case .image(let image): texts = wrapped(image.description)
    }
    return texts.map { Line(text: $0) }
  }

  /// The page with fewer columns.
  func narrowed(by columns: Int) -> Page {
    var page = self
    page.columns = max(self.columns - columns, 1)
    return page
  }

  /// The page below a number of rows.
  private func lowered(by rows: Int) -> Page {
    var page = self
    page.rows = self.rows.map { max($0 - rows, 0) }
    return page
  }

  private func heading(_ text: Text, _ level: Int, _ note: Text?) -> [String] {
    let heading = wrapped(text)
    guard let note, !note.isEmpty else { return heading }
    let gap = level == 1 ? 4 : 2
    let (own, beside) = (TextLine(text, on: self), TextLine(note, on: self))
    guard own.columns + gap + beside.columns <= columns else { return heading + wrapped(note) }
    return [own.text(on: self) + String(repeating: " ", count: gap) + beside.text(on: self)]
  }

  /// A mark that is wider than a third of the page is cut.
  private func item(_ mark: Text, _ marks: [Text], _ document: Document) -> [String] {
    let mark = TextLine(mark, on: self)
    let gap = 2
    let widest = marks.map { TextLine($0, on: self).columns }.max() ?? 0
    let whole = max(mark.columns, widest == 0 ? 0 : widest + gap)
    let width = min(whole, columns / 3 + gap)
    let shown = mark.truncated(to: width < whole ? width - gap : width)
    let start = shown.text(on: self) + String(repeating: " ", count: width - shown.columns)
    let margin = String(repeating: " ", count: width)
    return narrowed(by: width).lines(of: document, space: false).enumerated()
      .map { $0 == 0 ? start + $1.text : $1.text.isEmpty ? "" : margin + $1.text }
  }

  private static let narrowestDefinition = 24

  /// Draws terms and their definitions in two columns, or each definition below its term if the
  /// page is too narrow.
  private func definitions(_ entries: [Block.Definition]) -> [String] {
    let terms = entries.map { $0.term.description.printable }
    let termWidth = terms.map(\.columns).max() ?? 0
    let isWide = columns - termWidth - 4 >= Self.narrowestDefinition
    let indent = isWide ? termWidth + 4 : 6
    let margin = String(repeating: " ", count: indent)
    let page = narrowed(by: indent)
    return zip(terms, entries).flatMap { term, entry -> [String] in
      guard !entry.definition.isEmpty else { return [] }
      let lines = page.wrapped(entry.definition)
      guard isWide, let first = lines.first else {
        let terms = term.wrapped(to: max(columns - 4, 1))
        return terms.enumerated().map { ($0 == 0 ? "  " : "    ") + $1 } + lines.map { margin + $0 }
      }
      return ["  \(term.padded(to: termWidth))  \(first)"] + lines.dropFirst().map { margin + $0 }
    }
  }
}
