public import Console
import Foundation

/// One line of a drawn scene.
public struct ListLine: Sendable, Hashable {
  /// The text, which fits the page.
  public let text: String
  /// The row that the line belongs to; nil if the user cannot select it, such as a title.
  public let rowPath: RowPath?
  /// Whether the line is above a group of rows, as its heading or the space before it.
  package let isHeading: Bool

  /// Creates a line.
  public init(_ text: String, rowPath: RowPath? = nil) {
    self.init(text, rowPath: rowPath, isHeading: false)
  }

  fileprivate init(_ text: String, rowPath: RowPath? = nil, isHeading: Bool) {
    self.text = text
    self.rowPath = rowPath
    self.isHeading = isHeading
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
    /// How old the rows are, in words; nil for rows that are up to date.
    var age: String?
  }

  let sections: [Section]
  /// How urgent the content is.
  public let theme: SceneTheme
  /// A number that changes whenever the content of the scene changes.
  public let revision: Int

  /// The first error, if no section has rows.
  public var failure: (any Error)? {
    guard sections.allSatisfy({ $0.rows.isEmpty }) else { return nil }
    return errors.first
  }

  /// The errors of all sections.
  public var errors: [any Error] { sections.compactMap { $0.state.error } }

  /// Draws the sections without a final newline. Titles are drawn if several sections have content.
  public func text(on page: Page) -> String {
    lines(on: page, moreText: \.more).map(\.text).joined(separator: "\n")
  }

  /// Draws the same content line by line, for a host that loads more rows by itself: `…` replaces
  /// the text that says how to load more.
  public func lines(on page: Page) -> [ListLine] {
    lines(on: page) { $0.more.map { _ in "…" } }
  }

  private func lines(on page: Page, moreText: (Section) -> String?) -> [ListLine] {
    let shown =
      sectionsWithDifferentAges
      .map { (title: $0.title, lines: $0.lines(on: page, more: moreText($0))) }
      .filter { !$0.lines.isEmpty }
    let blocks = shown.map { title, lines in
      shown.count > 1 && !title.isEmpty ? [ListLine(page.paint(title, theme.title))] + lines : lines
    }
    return Array(blocks.joined(separator: [ListLine("")]))
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
          age: section.age(at: now()))
      },
      theme: theme, revision: sections.reduce(0) { $0 + $1.revision })
  }
}

extension ListSection {
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
  fileprivate func lines(on page: Page, more: String?) -> [ListLine] {
    switch state {
    case .loading: page.message("Loading…", .faint)
    case .empty: page.message(isDrawn ? empty ?? "" : "", .plain)
    case .content: content(on: page) + page.message(more ?? "", .faint)
    case .failed(let error): page.message("\(error)", .plain)
    case .stale(let error):
      content(on: page) + page.message(more ?? "", .faint)
        + page.message("Not up to date: \(error)", .faint)
    }
  }

  private func content(on page: Page) -> [ListLine] {
    guard isDrawn else { return [] }
    var group: ListGroup?
    return page.message(age ?? "", .warning)
      + layout.lines(of: rows, from: firstRow, on: page).flatMap { line in
        let row = line.row.map { rows[$0] }
        let text = ListLine(line.text, rowPath: row.map { RowPath(section: id, row: $0.id) })
        guard let next = row?.group, next != group else { return [text] }
        let space = group == nil ? [] : [ListLine("", isHeading: true)]
        group = next
        let title = next.title.prefix(1).uppercased() + next.title.dropFirst()
        let heading = title.printable.wrapped(to: page.columns)
          .map { ListLine(page.paint($0, next.theme.title), isHeading: true) }
        return space + heading + [text]
      }
  }
}

extension Page {
  fileprivate func message(_ text: String, _ style: Style) -> [ListLine] {
    text.printable.wrapped(to: columns).map { ListLine(paint($0, style)) }
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
