import Console

/// What a scene shows at one moment, as a value: it can be drawn and written anywhere.
///
/// As JSON, a scene of one section is the list of its items, and a scene of several is an object
/// that has such a list for each section by its name. A section that shows the whole of one item is
/// that item.
public struct ListSnapshot: Sendable {
  struct Section: Sendable {
    let id: String
    let title: String
    let rows: [ListRow]
    let state: ListState
    let form: ListForm
    let firstRow: Int
    let empty: String?
    let more: String?
  }

  let sections: [Section]
  /// A number that is another one when the scene has come to show something else.
  public let edition: Int

  /// The error of a section that has nothing to show, when no other section has.
  public var failure: (any Error)? {
    guard sections.allSatisfy({ $0.rows.isEmpty }) else { return nil }
    return errors.first
  }

  /// The errors of all sections.
  public var errors: [any Error] { sections.compactMap { $0.state.error } }
}

extension ListScene {
  /// What the scene shows now.
  public var snapshot: ListSnapshot {
    ListSnapshot(
      sections: controller.sections.map { section in
        ListSnapshot.Section(
          id: section.id, title: section.title, rows: section.rows, state: section.state,
          form: section.form, firstRow: section.firstRow, empty: section.sentences.empty,
          more: section.hasMore ? section.sentences.more : nil)
      },
      edition: controller.sections.reduce(0) { $0 + $1.edition })
  }
}
