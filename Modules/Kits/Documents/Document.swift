public import Mediator

/// What a view returns: blocks one below the other. A document knows no width, no colours of an
/// output and no language; a renderer draws it.
///
/// ```swift
/// func document(of order: Order) -> Document {
///   [
///     .title("Order \(order.number)", note: .init(verbatim: order.state, .faint)),
///     .definitions(["state": "\(order.state)", "total": "\(order.total)"]),
///   ]
/// }
/// ```
public struct Document: Sendable, Hashable {
  /// The blocks, from top to bottom.
  public var blocks: [Block]

  /// Creates a document.
  public init(_ blocks: [Block] = []) {
    self.blocks = blocks
  }

  /// Creates a document of one paragraph.
  public init(_ text: Text) {
    blocks = [.paragraph(text)]
  }

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { blocks.allSatisfy(\.isEmpty) }

  /// Joins two documents.
  public static func + (above: Document, below: Document) -> Document {
    Document(above.blocks + below.blocks)
  }
}

extension Document: ExpressibleByArrayLiteral {
  /// Creates a document of blocks.
  public init(arrayLiteral blocks: Block...) {
    self.init(blocks)
  }
}

extension Document: ExpressibleByStringInterpolation {
  /// Creates a document of one paragraph.
  public init(stringLiteral words: String) {
    self.init(Text(stringLiteral: words))
  }

  /// Creates a document of one paragraph.
  public init(stringInterpolation: LocalizedText.StringInterpolation) {
    self.init(Text(stringInterpolation: stringInterpolation))
  }
}

/// A part of a document.
public indirect enum Block: Sendable, Hashable {
  /// A heading of a level from 1, and a note beside it, or below it where there is no room.
  case heading(Text, level: Int, note: Text?)
  /// A text in as many lines as necessary; an empty one is not drawn.
  case paragraph(Text)
  /// A text from outside with line breaks of its own, such as the body of a message.
  case multiline(String)
  /// A text for programs, such as a graph in a language of its own, whose lines are never broken.
  case code(String)
  /// A text in one line, which may be empty and is never broken, such as one for the prompt of a
  /// shell.
  case line(Text)
  /// Command lines that a shell runs as they are drawn.
  case commandLines([String])
  /// Rows of cells in aligned columns.
  case table(Table)
  /// Terms and what they mean, or names and values. An entry without a definition is not drawn.
  case definitions([Definition])
  /// A mark, such as a bullet or a number, and blocks beside it, which begin after the widest of
  /// some marks, so that several items are aligned.
  case item(mark: Text, alignedWith: [Text] = [], Document)
  /// Blocks without space between them.
  case group(Document)
  /// Blocks with space between them, such as a part of a group.
  case section(Document)
  /// A vertical line with nodes.
  case track(Track)
  /// A scale with a position on it. The position can be moved in a group or section, but not beside
  /// the mark of an item or the line of a track.
  case scale(Scale)
  /// A picture in the height that the blocks above it leave.
  case picture(Picture)
  /// An image on a page, and its description elsewhere.
  case image(EmbeddedImage)

  /// Whether there is nothing to draw.
  fileprivate var isEmpty: Bool {
    switch self {
    case .heading(let text, _, let note): text.isEmpty && note?.isEmpty != false
    case .paragraph(let text): text.isEmpty
    case .multiline(let text), .code(let text): text.isEmpty
    case .commandLines(let lines): lines.isEmpty
    case .table(let table): table.rows.isEmpty
    case .definitions(let entries): entries.allSatisfy(\.definition.isEmpty)
    case .item(_, _, let document), .group(let document), .section(let document):
      document.isEmpty
    case .track(let track): track.rows.isEmpty
    case .line, .scale, .picture, .image: false
    }
  }

  /// The title of a page.
  public static func title(_ text: LocalizedText, note: Text? = nil) -> Block {
    .heading(Text(text, .title), level: 1, note: note)
  }

  /// The heading of a part of a page.
  public static func heading(_ text: LocalizedText, note: Text? = nil) -> Block {
    .heading(Text(text, .title), level: 2, note: note)
  }

  /// A paragraph in one role; an empty text is not drawn.
  public static func paragraph(_ text: LocalizedText, _ role: TextRole) -> Block {
    .paragraph(Text(text, role))
  }

  /// A paragraph that is written as a sentence: with a capital letter at the start, and with a full
  /// stop unless something else ends it.
  public static func sentence(_ text: LocalizedText, _ role: TextRole = .plain) -> Block {
    .paragraph(Text(.sentence(text), role))
  }

  /// A paragraph of a text that may be written in any language, such as a reason, as a sentence.
  public static func sentence(verbatim text: String, _ role: TextRole = .plain) -> Block {
    .sentence(LocalizedText(verbatim: text), role)
  }

  /// Blocks without space between them.
  public static func group(_ blocks: [Block]) -> Block { .group(Document(blocks)) }

  /// Terms and what they mean, or names and values.
  public static func definitions(_ entries: KeyValuePairs<LocalizedText, Text>) -> Block {
    .definitions(entries.map { Definition($0, $1) })
  }

  /// A term and its definition.
  public struct Definition: Sendable, Hashable {
    /// The term, in a few words.
    public let term: LocalizedText
    /// The definition.
    public let definition: Text

    /// Creates an entry.
    public init(_ term: LocalizedText, _ definition: Text) {
      self.term = term
      self.definition = definition
    }
  }
}
