public import Console
public import Documents
import Foundation

/// One line of a drawn scene.
public struct ListLine: Sendable, Hashable {
  /// The text, which fits the page.
  public let text: String
  /// The row that the line belongs to; nil if the user cannot select it, such as a title.
  public let rowPath: RowPath?
  /// What the line is the heading of; nil for other lines.
  package let heading: Heading?
  /// The scale that the line draws; nil for other lines.
  package let scale: Scale?

  /// What follows a line that is a title or the space before one, from the widest to the narrowest.
  package enum Heading: Int, Sendable {
    case section, table, group
  }

  /// Creates a line.
  public init(_ text: String, rowPath: RowPath? = nil) {
    self.init(text, rowPath: rowPath, heading: nil)
  }

  fileprivate init(
    _ text: String, rowPath: RowPath? = nil, heading: Heading?, scale: Scale? = nil
  ) {
    self.text = text
    self.rowPath = rowPath
    self.heading = heading
    self.scale = scale
  }
}

/// The content of a scene at one moment, as a value.
///
/// In JSON, a scene with one section is the list of its items, and a scene with several sections is
/// an object with a list for each section id. A section with the `detail` layout is its item
/// instead of a list.
public struct ListSnapshot: Sendable {
  struct Section: Sendable {
    let id: String
    let title: String
    let rows: [ListRow]
    let state: ListState
    let layout: AnyListLayout
    let firstRow: Int
    let empty: String?
    let more: String?
    let isDrawn: Bool
    let isSummary: Bool
    /// How old the rows are, in words; nil for rows that are up to date.
    var age: String?
  }

  let sections: [Section]
  /// How urgent the content is.
  public let urgency: Urgency
  /// A number that changes whenever the content of the scene changes.
  public let revision: Int

  /// The first error, if no section has rows.
  var failure: (any Error)? {
    guard sections.allSatisfy({ $0.rows.isEmpty }) else { return nil }
    return errors.first
  }

  /// The errors of all sections.
  var errors: [any Error] { sections.compactMap { $0.state.error } }

  /// The row at a path; nil if there is none.
  package func row(at path: RowPath) -> ListRow? {
    sections.first { $0.id == path.section }?.rows.first { $0.id == path.row }
  }

  /// The sections, with titles if several have content.
  public var document: Document {
    let shown = sectionsWithDifferentAges.map { (section: $0, document: $0.document) }
      .filter { !$0.document.isEmpty }
    return Document(
      shown.map { section, document in
        guard shown.count > 1, !section.title.isEmpty else { return .section(document) }
        let title = Text(verbatim: section.title, urgency.title)
        return .group([.heading(title, level: 2, note: nil), .section(document)])
      })
  }

  /// Draws the sections without a final newline.
  public func text(on page: Page) -> String { page.text(of: document) }

  /// Draws the same content line by line, for a host that loads more rows by itself: `…` replaces
  /// the text that says how to load more. On a page with too few rows for all lines, summaries show
  /// their first rows only.
  public func lines(on page: Page) -> [ListLine] {
    let sections = drawnSections(on: page)
    let lines = sections.lines
    guard let rows = page.rows, lines.count > rows else { return lines }
    return sections.map { $0.shortened(on: rows) }.lines
  }

  /// The sections with content, with titles if there are several.
  private func drawnSections(on page: Page) -> [DrawnSection] {
    let shown =
      sectionsWithDifferentAges
      .map { (section: $0, lines: $0.lines(on: page, more: $0.more.map { _ in "…" })) }
      .filter { !$0.lines.isEmpty }
    return shown.map { section, lines in
      let hasTitle = shown.count > 1 && !section.title.isEmpty
      let title = ListLine(page.paint(section.title, urgency.title), heading: .section)
      return DrawnSection(
        title: hasTitle ? [title] : [], lines: lines, isSummary: section.isSummary)
    }
  }

  /// The lines of a section.
  fileprivate struct DrawnSection {
    var title: [ListLine]
    var lines: [ListLine]
    let isSummary: Bool
    var isShortened = false

    /// A summary with a row for each ten of the page. If that is only one row, it has no title.
    func shortened(on pageRows: Int) -> DrawnSection {
      guard isSummary else { return self }
      let maximum = max(pageRows / 10, 1)
      var section = self
      section.isShortened = true
      if maximum == 1 { section.title = [] }
      var rows: Set<RowPath> = []
      section.lines = lines.filter { line in
        guard let row = line.rowPath else { return true }
        return rows.contains(row) || rows.count < maximum && rows.insert(row).inserted
      }
      return section
    }
  }

  /// The sections, of which only the first of several with the same age has one.
  private var sectionsWithDifferentAges: [Section] {
    var ages: Set<String> = []
    return sections.map { section in
      var section = section
      if let age = section.age, !ages.insert(age).inserted { section.age = nil }
      return section
    }
  }
}

extension [ListSnapshot.DrawnSection] {
  /// The lines with an empty one between the sections, apart from shortened ones.
  fileprivate var lines: [ListLine] {
    enumerated().flatMap { index, section in
      let isApart = index > 0 && !(section.isShortened && self[index - 1].isShortened)
      return (isApart ? [ListLine("", heading: .section)] : []) + section.title + section.lines
    }
  }
}

extension ListScene {
  /// The current content of the scene.
  public var snapshot: ListSnapshot {
    ListSnapshot(
      sections: sections.map { section in
        ListSnapshot.Section(
          id: section.id, title: section.title, rows: section.rows, state: section.state,
          layout: section.layout, firstRow: section.firstRow,
          empty: section.emptyText ?? section.messages.empty,
          more: section.hasMore ? section.messages.more : nil, isDrawn: section.isDrawn,
          isSummary: section.isSummary, age: section.age(at: environment.now()))
      },
      urgency: urgency, revision: sections.reduce(0) { $0 + $1.revision })
  }
}

extension SceneSection {
  /// The age in seconds from which rows are marked that could not be refreshed. A younger list, of
  /// which only the next page could not be loaded, is up to date.
  private static let markedAge: TimeInterval = 30

  /// How old the rows are, in words such as "As of yesterday 23:10"; nil for rows that are up to
  /// date.
  fileprivate func age(at now: Date) -> String? {
    guard let date, !rows.isEmpty, isDrawn else { return nil }
    let isOld = state.error != nil && now.timeIntervalSince(date.shown) >= Self.markedAge
    return date.isStale || isOld ? "As of \(date.shown.inWords(at: now))" : nil
  }
}

extension ListSnapshot.Section {
  /// The rows, and what is to be said about them.
  fileprivate var document: Document {
    let rows =
      isDrawn
      ? Self.joined([
        Self.message(age ?? "", .warning), layout.document(of: rows, from: firstRow),
      ]) : []
    let more = Self.message(more ?? "", .faint)
    return switch state {
    case .loading: Self.message("Loading…", .faint)
    case .empty: Self.message(isDrawn ? empty ?? "" : "", .plain)
    case .content: Self.joined([rows, more])
    case .failed(let error): Self.message("\(error)".printableError, .plain)
    case .stale(let error):
      Self.joined([rows, more, Self.message("Not up to date: \(error)".printableError, .faint)])
    }
  }

  private static func message(_ text: String, _ role: TextRole) -> Document {
    text.isEmpty ? [] : [.paragraph(Text(verbatim: text, role))]
  }

  /// The documents without space between them.
  private static func joined(_ documents: [Document]) -> Document {
    let parts = documents.filter { !$0.isEmpty }
    return parts.count > 1 ? [.group(parts.map { .section($0) })] : parts.first ?? []
  }

  fileprivate func lines(on page: Page, more: String?) -> [ListLine] {
    switch state {
    case .loading: page.message("Loading…", .faint)
    case .empty: page.message(isDrawn ? empty ?? "" : "", .plain)
    case .content: content(on: page) + page.message(more ?? "", .faint)
    case .failed(let error): page.message("\(error)".printableError, .plain)
    case .stale(let error):
      content(on: page) + page.message(more ?? "", .faint)
        + page.message("Not up to date: \(error)".printableError, .faint)
    }
  }

  private func content(on page: Page) -> [ListLine] {
    guard isDrawn else { return [] }
    return page.message(age ?? "", .warning, heading: .table)
      + layout.lines(of: rows, from: firstRow, on: page).map { line in
        ListLine(
          line.text, rowPath: line.row.map { RowPath(section: id, row: rows[$0].id) },
          heading: line.isHeading ? .group : line.row == nil && layout.isTable ? .table : nil,
          scale: line.scale)
      }
  }
}

extension Page {
  fileprivate func message(
    _ text: String, _ role: TextRole, heading: ListLine.Heading? = nil
  ) -> [ListLine] {
    text.printable.wrapped(to: columns).map { ListLine(paint($0, role), heading: heading) }
  }
}

extension ListSnapshot: Encodable {
  public func encode(to encoder: any Encoder) throws {
    guard let section = sections.first, sections.count == 1 else {
      var fields = encoder.container(keyedBy: SectionKey.self)
      for section in sections {
        try fields.encode(section, forKey: SectionKey(stringValue: section.id))
      }
      return
    }
    try section.encode(to: encoder)
  }

  private struct SectionKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension ListSnapshot.Section: Encodable {
  func encode(to encoder: any Encoder) throws {
    if case .detail = layout, let row = rows.first { return try row.item.encode(to: encoder) }
    var items = encoder.unkeyedContainer()
    for row in rows { try items.encode(row.item) }
  }
}
