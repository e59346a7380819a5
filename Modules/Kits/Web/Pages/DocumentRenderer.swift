import Console
package import Documents
import Mediator
import Scenes

extension HTML {
  /// Adds a document.
  package mutating func append(_ document: Document, in context: PageContext) {
    var renderer = DocumentRenderer(context)
    renderer.append(document, to: &self)
  }

  /// Adds a text within a line, such as a title.
  package mutating func append(_ text: Text) {
    var renderer = DocumentRenderer(PageContext())
    renderer.append(text, to: &self)
  }

  /// Adds what a canvas shows: a picture, with its legend but without its title.
  /// - Parameters:
  ///   - viewport: The visible part, whose size is in pixels; nil for all of the picture.
  ///   - selection: The index of the place that is selected.
  package mutating func append(
    _ picture: Picture, in context: PageContext, viewport: Viewport? = nil, selection: Int? = nil
  ) {
    PictureRenderer(picture, context, in: viewport, selection: selection).append(to: &self)
    guard let legend = picture.legend else { return }
    var documents = DocumentRenderer(context)
    documents.append(legend, to: &self)
  }
}

/// Turns documents into markup. What a browser cannot know, such as where a link leads, is in its
/// context.
struct DocumentRenderer {
  let context: PageContext
  /// The level of the highest heading of a document.
  var headingLevel: Int
  /// The levels that the documents give the headings above the current block, from the highest one.
  private var headings: [Int] = []
  /// The address of the link around the next text; nil for none.
  var link: String?
  /// Whether the text is that of a link, so that it contains no other one.
  var isWithinLink = false
  /// What the letters to mark depend on; nil while nobody searches.
  var marking: Marking?

  init(_ context: PageContext) {
    self.context = context
    headingLevel = context.headingLevel
  }

  /// Adds the blocks of a document whose headings are below those of the page only.
  mutating func append(_ document: Document, to html: inout HTML) {
    headings = []
    appendBlocks(of: document, to: &html)
  }

  /// Adds blocks below the headings before them.
  mutating func appendBlocks(of document: Document, to html: inout HTML) {
    var rest = document.blocks[...]
    while let block = rest.first {
      let items = rest.prefix { $0.isItem }
      if items.isEmpty {
        append(block, to: &html)
        rest.removeFirst()
      } else {
        html.append("ul", ["class": "items"]) { html in
          for item in items { append(item, to: &html) }
        }
        rest.removeFirst(items.count)
      }
      separateTexts()
    }
  }

  private mutating func append(_ block: Block, to html: inout HTML) {
    guard !Document([block]).isEmpty else { return }
    switch block {
    case .heading(let text, let level, let note): appendHeading(text, level, note, to: &html)
    case .paragraph(let text): append("p", text, to: &html)
    case .multiline(let text): appendParagraphs(of: text, to: &html)
    case .line(let text): html.append("p", ["class": "line"]) { append(text, to: &$0) }
    case .code(let text): appendCode(text.printableLines, className: "code", to: &html)
    case .commandLines(let lines):
      appendCode(lines.map(\.printable), className: "commands", to: &html)
    case .table(let table): append(table, to: &html)
    case .definitions(let entries): append(entries, to: &html)
    case .item(let mark, _, let document):
      html.append("li") { html in
        html.append("span", ["class": "mark"]) { appendWithoutLink(mark, to: &$0) }
        separateTexts()
        html.append("div") { appendBlocks(of: document, to: &$0) }
      }
    case .group(let document):
      html.append("div", ["class": "group"]) { appendBlocks(of: document, to: &$0) }
    case .section(let document):
      html.append("div", ["class": "section"]) { appendBlocks(of: document, to: &$0) }
    case .track(let track): append(track, to: &html)
    case .scale(let scale): append(scale, to: &html)
    case .picture(let picture): append(picture, to: &html)
    case .image(let image):
      html.append("figure", ["class": "image"]) { html in
        html.append(image)
        html.append("figcaption") { append(image.description, to: &$0) }
      }
    }
  }

  /// Adds a heading. Its level is one below that of the last higher heading, so that no level is
  /// left out.
  private mutating func appendHeading(
    _ text: Text, _ level: Int, _ note: Text?, to html: inout HTML
  ) {
    while let last = headings.last, last >= level { headings.removeLast() }
    headings.append(level)
    let name = HTML.headingName(headingLevel + headings.count - 1)
    guard let note, !note.isEmpty else { return append(name, text, to: &html) }
    html.append("hgroup") { html in
      append(name, text, to: &html)
      separateTexts()
      append("p", note, to: &html)
    }
  }

  private mutating func appendParagraphs(of text: String, to html: inout HTML) {
    let lines = text.printableLines
    for paragraph in lines.split(whereSeparator: \.isEmpty) {
      html.append("p", ["dir": "auto"]) { html in
        for (index, line) in paragraph.enumerated() {
          if index > 0 { html.append(empty: "br") }
          append(Text(verbatim: line), to: &html)
        }
      }
    }
  }

  /// Adds lines that are not broken. A person can scroll them with the keyboard.
  private func appendCode(_ lines: [String], className: String, to html: inout HTML) {
    html.append("pre", ["class": className, "tabindex": "0"]) { html in
      html.append("code") { html in
        for (index, line) in lines.enumerated() {
          if index > 0 { html.append(exactly: "\n") }
          html.append(line)
        }
      }
    }
  }

  private mutating func append(_ entries: [Block.Definition], to html: inout HTML) {
    html.append("dl") { html in
      for entry in entries where !entry.definition.isEmpty {
        html.append("dt") { append(Text(entry.term), to: &$0) }
        separateTexts()
        html.append("dd") { append(entry.definition, to: &$0) }
        separateTexts()
      }
    }
  }
}

extension HTML {
  /// The element of a heading of a level from 1 to 6; a lower one has the level 6.
  static func headingName(_ level: Int) -> StaticString {
    let names: [StaticString] = ["h1", "h2", "h3", "h4", "h5", "h6"]
    return names[min(max(level, 1), names.count) - 1]
  }
}

extension Block {
  fileprivate var isItem: Bool { if case .item = self { true } else { false } }
}
