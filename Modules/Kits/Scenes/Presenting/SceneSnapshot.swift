package import Mediator

/// The identity of an open scene. A presenter keeps each scene as long as its state has an entry
/// for it, so that no other scene gets the identity meanwhile.
package typealias SceneID = ObjectIdentifier

/// What a presenter's state reads of an open scene, as a value.
///
/// A scene is an object that changes at any time. The state of a presenter refers to it by its
/// identity and reads only its snapshot, so that the same messages always lead to the same state.
package struct SceneSnapshot: Equatable, Identifiable {
  /// A section, as far as it is known before its rows are drawn.
  package struct Section: Equatable {
    package let id: String
    /// Whether its first page is not loaded yet.
    package let isOpening: Bool
  }

  /// The content of the sections; two contents of one scene are equal if their revisions and
  /// urgencies are.
  package struct Content: Equatable {
    package let list: ListSnapshot

    package static func == (one: Content, other: Content) -> Bool {
      one.list.revision == other.list.revision && one.list.urgency == other.list.urgency
    }
  }

  /// An action of the scene or of its rows.
  package struct Action: Equatable {
    package let title: LocalizedText
    package let shortcut: Shortcut
  }

  /// The form of a scene.
  package struct Form: Equatable {
    /// Whether the person has entered something that would be lost with the form.
    package let isEdited: Bool
    package let isSubmitting: Bool
    /// The fields into which a text is typed.
    package let textFields: Set<FormField.ID>
    /// The fields with a text in which the cursor can be moved.
    package let editableFields: Set<FormField.ID>
  }

  /// The bar that a scene embeds.
  package struct Bar: Equatable {
    package let id: BarID
    /// What its key does, in a few words.
    package let summary: String
    /// The key that opens its scene; nil if an action of the embedding scene has the key.
    package let key: Shortcut?
    /// The text or its error; nil while it is hidden.
    package let text: String?
    package let isError: Bool
  }

  package let id: SceneID
  package let title: LocalizedText
  package let presentation: ScenePresentation
  package let content: Content
  package let sections: [Section]
  package let actions: [Action]
  /// The keys of the actions that apply to rows only, as long as rows may still appear.
  package let rowKeys: [Shortcut]
  package let rowCount: Int
  /// Whether a section has more rows to load.
  package let hasMore: Bool
  /// Whether a section has more rows, and no section is loading or has failed.
  package let canLoadMore: Bool
  /// Whether rows are being loaded.
  package let isLoading: Bool
  package let hasDetail: Bool
  package let hasSummary: Bool
  /// Whether the scene searches by itself.
  package let isSearch: Bool
  /// The name of the search field above the rows; nil for none.
  package let prompt: String?
  /// What can be typed in that field, in a few words.
  package let promptHint: String?
  /// The section that a wide screen shows beside those before it; nil for none.
  package let besideSection: String?
  package let isCanvas: Bool
  /// Whether a position on a scale of the scene can be moved.
  package let hasScale: Bool
  package let form: Form?
  package let bar: Bar?
  package let rowToSelect: RowPath?

  /// Reads a scene.
  /// - Parameter bar: The bar that the scene embeds, if a module of the app contributes it.
  @MainActor
  package init(_ scene: ListScene, bar: Bar? = nil) {
    let list = scene.snapshot
    id = ObjectIdentifier(scene)
    title = scene.title
    presentation = scene.presentation
    content = Content(list: list)
    sections = list.sections.map { Section(id: $0.id, isOpening: $0.state.isLoading) }
    actions = scene.actions.map { Action(title: $0.title, shortcut: $0.shortcut) }
    rowKeys =
      sections.contains(where: \.isOpening)
      ? scene.actions.filter { !$0.applies(to: nil) }.map(\.shortcut) : []
    rowCount = list.sections.reduce(0) { $0 + $1.rows.count }
    hasMore = scene.sections.contains { $0.hasMore }
    isLoading = scene.sections.contains { $0.isLoading }
    canLoadMore = hasMore && !isLoading && list.errors.isEmpty
    hasDetail = scene.sections.contains { $0.hasDetail }
    hasSummary = list.sections.contains { $0.isSummary }
    isSearch = scene.search != nil
    prompt = scene.prompt.map { "\($0.name)" }
    promptHint = scene.prompt.map { "\($0.hint)" }
    besideSection = list.sections.first { $0.isBeside }?.id
    isCanvas = scene.canvas != nil
    hasScale = scene.moveScale != nil
    form = scene.form.map { form in
      Form(
        isEdited: form.isEdited, isSubmitting: form.isSubmitting,
        textFields: Set(form.fields.filter(\.isText).map(\.id)),
        editableFields: Set(
          form.fields.filter { $0.isEditable && !$0.value.text.isEmpty }.map(\.id)))
    }
    self.bar = bar
    rowToSelect = scene.rowToSelect
  }

  /// Whether some sections have not loaded any rows yet.
  package var isOpening: Bool { sections.contains(where: \.isOpening) }
}

extension ListState {
  fileprivate var isLoading: Bool { if case .loading = self { true } else { false } }
}

extension FormField {
  fileprivate var isText: Bool { if case .text = kind { true } else { false } }
}
