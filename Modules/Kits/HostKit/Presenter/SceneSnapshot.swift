import Mediator
import Scenes

/// The identity of an open scene. A presenter keeps each scene as long as its state has an entry
/// for it, so that no other scene gets the identity meanwhile.
typealias SceneID = ObjectIdentifier

/// What a presenter's state reads of an open scene, as a value.
///
/// A scene is an object that changes at any time. The state of a presenter refers to it by its
/// identity and reads only its snapshot, so that the same messages always lead to the same state.
struct SceneSnapshot: Equatable, Identifiable {
  /// A section, as far as it is known before its rows are drawn.
  struct Section: Equatable {
    let id: String
    /// Whether its first page is not loaded yet.
    let isOpening: Bool
  }

  /// The content of the sections; two contents of one scene are equal if their revisions and
  /// urgencies are.
  struct Content: Equatable {
    let list: ListSnapshot

    static func == (one: Content, other: Content) -> Bool {
      one.list.revision == other.list.revision && one.list.urgency == other.list.urgency
    }
  }

  /// An action of the scene or of its rows.
  struct Action: Equatable {
    let title: LocalizedText
    let shortcut: Shortcut
  }

  /// The form of a scene.
  struct Form: Equatable {
    /// Whether the person has entered something that would be lost with the form.
    let isEdited: Bool
    let isSubmitting: Bool
    /// The fields into which a text is typed.
    let textFields: Set<FormField.ID>
  }

  /// The bar that a scene embeds.
  struct Bar: Equatable {
    let id: BarID
    /// What its key does, in a few words.
    let summary: String
    /// The key that opens its scene; nil if an action of the embedding scene has the key.
    let key: Shortcut?
    /// The text or its error; nil while it is hidden.
    let text: String?
    let isError: Bool
  }

  let id: SceneID
  let title: LocalizedText
  let presentation: ScenePresentation
  let content: Content
  let sections: [Section]
  let actions: [Action]
  /// The keys of the actions that apply to rows only, as long as rows may still appear.
  let rowKeys: [Shortcut]
  let rowCount: Int
  /// Whether a section has more rows to load.
  let hasMore: Bool
  /// Whether a section has more rows, and no section is loading or has failed.
  let canLoadMore: Bool
  /// Whether rows are being loaded.
  let isLoading: Bool
  let hasDetail: Bool
  let hasSummary: Bool
  /// Whether the scene searches by itself.
  let isSearch: Bool
  let isCanvas: Bool
  /// Whether a position on a scale of the scene can be moved.
  let hasScale: Bool
  let form: Form?
  let bar: Bar?
  let rowToSelect: RowPath?

  /// Reads a scene.
  /// - Parameter bar: The bar that the scene embeds, if a module of the app contributes it.
  @MainActor
  init(_ scene: ListScene, bar: Bar? = nil) {
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
    isCanvas = scene.canvas != nil
    hasScale = scene.moveScale != nil
    form = scene.form.map { form in
      Form(
        isEdited: form.isEdited, isSubmitting: form.isSubmitting,
        textFields: Set(form.fields.filter(\.isText).map(\.id)))
    }
    self.bar = bar
    rowToSelect = scene.rowToSelect
  }

  /// Whether some sections have not loaded any rows yet.
  var isOpening: Bool { sections.contains(where: \.isOpening) }
}

extension ListState {
  fileprivate var isLoading: Bool { if case .loading = self { true } else { false } }
}

extension FormField {
  fileprivate var isText: Bool { if case .text = kind { true } else { false } }
}
