public import Documents
import Foundation
package import Mediator

/// The content of a scene at one moment, as a value.
///
/// In JSON, a scene with one section is the list of its items, and a scene with several sections is
/// an object with a list for each section id. A section with the `detail` layout is its item
/// instead of a list.
public struct ListSnapshot: Sendable {
  package struct Section: Sendable {
    package let id: String
    package let title: LocalizedText
    package var rows: [ListRow]
    package var state: ListState
    package let layout: AnyListLayout
    package let firstRow: Int
    package let empty: LocalizedText?
    package let more: LocalizedText?
    /// What is wrong with rows that are left out, in one sentence; nil if none is.
    package let warning: LocalizedText?
    package let isDrawn: Bool
    package let isSummary: Bool
    package let isFound: Bool
    package let isBeside: Bool
    /// How old the rows are, in words; nil for rows that are up to date.
    package fileprivate(set) var age: LocalizedText?
  }

  package var sections: [Section]
  /// How urgent the content is.
  public let urgency: Urgency
  /// A number that changes whenever the content of the scene changes.
  public let revision: Int

  /// The first error, if no section has rows.
  package var failure: (any Error)? {
    guard sections.allSatisfy({ $0.rows.isEmpty }) else { return nil }
    return errors.first
  }

  /// The errors of all sections.
  package var errors: [any Error] { sections.compactMap { $0.state.error } }

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
        let title = Text(section.title, urgency.title)
        return .group([.heading(title, level: 2, note: nil), .section(document)])
      })
  }

  /// The sections, of which only the first of several with the same age has one.
  package var sectionsWithDifferentAges: [Section] {
    var ages: Set<LocalizedText> = []
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
          more: section.hasMore ? section.messages.more : nil, warning: section.warning,
          isDrawn: section.isDrawn,
          isSummary: section.isSummary, isFound: section.isFound, isBeside: section.isBeside,
          age: section.age(at: environment.now()))
      },
      urgency: urgency, revision: sections.reduce(0) { $0 + $1.revision })
  }
}

extension SceneSection {
  private static let namedProblems = 3

  /// What is wrong with rows that are left out, in one sentence; nil if none is.
  fileprivate var warning: LocalizedText? {
    guard !problems.isEmpty, isDrawn else { return nil }
    let others = problems.count - Self.namedProblems
    let named = problems.prefix(Self.namedProblems).joined(separator: "; ")
    return others > 0 ? "Left out \(named); and \(others) more" : "Left out \(named)"
  }

  /// The age in seconds from which rows are marked that could not be refreshed. A younger list, of
  /// which only the next page could not be loaded, is up to date.
  private static let markedAge: TimeInterval = 30

  /// How old the rows are, in words such as "As of yesterday 23:10"; nil for rows that are up to
  /// date.
  fileprivate func age(at now: Date) -> LocalizedText? {
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
    let more = Self.joined([
      Self.message(more ?? "", .faint), Self.message(warning ?? "", .warning),
    ])
    return switch state {
    case .loading: Self.message("Loading…", .faint)
    case .empty:
      Self.joined([
        Self.message(isDrawn ? empty ?? "" : "", .plain), Self.message(warning ?? "", .warning),
      ])
    case .content: Self.joined([rows, more])
    case .failed(let error): [.paragraph(Text(error))]
    case .stale(let error):
      Self.joined([
        rows, more, [.paragraph(Text("Not up to date: ", .faint) + Text(error, .faint))],
      ])
    }
  }

  private static func message(_ text: LocalizedText, _ role: TextRole) -> Document {
    text.isEmpty ? [] : [.paragraph(text, role)]
  }

  /// The documents without space between them.
  private static func joined(_ documents: [Document]) -> Document {
    let parts = documents.filter { !$0.isEmpty }
    return parts.count > 1 ? [.group(parts.map { .section($0) })] : parts.first ?? []
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
  package func encode(to encoder: any Encoder) throws {
    if case .detail = layout, let row = rows.first { return try row.item.encode(to: encoder) }
    var items = encoder.unkeyedContainer()
    for row in rows { try items.encode(row.item) }
  }
}
