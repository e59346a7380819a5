import Documents
import Mediator
import Observation
import Scenes

/// What a page remembers of a scene.
struct TabView: Equatable {
  /// What the person searches for.
  var search = ""
  /// The row whose actions are shown.
  var selection: RowPath?
}

/// One page of a browser: open scenes, and what the person does with them. Its state changes as that
/// of the browser in a terminal does.
@MainActor @Observable
final class Tab {
  /// The name of the tab in addresses, which is no secret.
  let name: String
  /// Without it, nothing of the tab can be read or changed.
  let key = SecretKey()
  let presenter: ScenePresenter
  /// What programs ask the person.
  let questions: PageQuestions
  private(set) var navigation: NavigationState<TabView>
  /// The text that the page is to copy; nil for none.
  private(set) var clipboard: String?
  /// Whether nothing of the tab is shown any more.
  private(set) var isEnded = false
  /// The rows that have opened scenes, by the scenes; one that was opened in another way has none.
  @ObservationIgnored private(set) var openedBy: [SceneID: RowPath] = [:]
  /// The link that has opened a scene above the first one; nil for none.
  @ObservationIgnored private(set) var openedByLink: (scene: SceneID, url: String)?
  /// The row that is being opened, and its scene.
  @ObservationIgnored private var opening: (below: SceneID, row: RowPath)?
  /// Whether the tab is on the way to an address, so that nobody sees what it passes.
  @ObservationIgnored private var isOpeningAddress: Bool
  @ObservationIgnored private var hasOpenedFirstScene = false
  @ObservationIgnored private var isReconciling = false
  @ObservationIgnored private var loadedBars: Set<BarID> = []
  /// The rows in which the person searches; nil before the first search.
  @ObservationIgnored var filteredRows: FilteredRows?
  /// The rows of the scene beside the topmost one; nil before they are drawn.
  @ObservationIgnored var drawnSections: DrawnSections?
  /// The size of a canvas on the page, in pixels.
  var canvasSize = PictureRenderer.usualSize
  /// The page that was sent last.
  @ObservationIgnored var sent: SentPage?
  /// When somebody has used the tab.
  @ObservationIgnored var lastUse = ContinuousClock.now
  /// How many streams of its changes are open.
  @ObservationIgnored var streamCount = 0

  /// Creates a tab with the first scene.
  /// - Parameter address: The address that is opened next. Of the first scene, only the section that
  ///   leads there is loaded; the others follow when the scene is shown.
  init(
    _ name: String, _ presenter: ScenePresenter, _ questions: PageQuestions,
    for address: TabAddress = TabAddress()
  ) {
    isOpeningAddress = address.depth > 0
    self.name = name
    self.presenter = presenter
    self.questions = questions
    navigation = NavigationState(SceneSnapshot(presenter.root), view: TabView())
    presenter.receive = { [weak self] in self?.receive($0) }
    if address.link == nil, let first = address.rows.first,
      let section = presenter.root.sections.first(where: { $0.id == first.section })
    {
      presenter.startTask { await section.open() }
    }
    reconcile()
  }

  /// Shows what the modules contribute from now on.
  func update(to contributions: PresentedContributions) { presenter.update(to: contributions) }

  /// Shows where the tab is, after it has opened an address.
  func endOpeningAddress() {
    isOpeningAddress = false
    reconcile()
  }

  private func receive(_ message: ScenePresenter.Message) {
    switch message {
    case .message(let sentence): navigation.show(sentence)
    case .notice(let sentence):
      // It may arrive while the person reads something, or is asked; and again and again.
      guard navigation.top.message?.contains(sentence) != true else { break }
      let sentences = [navigation.top.message, sentence].compactMap(\.self)
      navigation.show(
        sentences.joined(separator: " "), asking: navigation.top.confirmation)
    case .error(let error): navigation.show(error.plainText)
    case .question(let sentence, let asked): navigation.show(sentence, asking: asked)
    case .searchEnded(let id, let number):
      if navigation.endSearch(id, number: number) {
        reconcile()
        openFirst()
      }
    case .moreLoaded(let id): navigation.endLoadingMore(id)
    case .copy(let text): clipboard = text
    case .scenesChanged: break
    }
    reconcile()
  }

  /// Adapts the state to the open scenes.
  func reconcile() {
    guard !isReconciling else { return }
    isReconciling = true
    defer { isReconciling = false }
    while true {
      let scenes = presenter.snapshots
      noteOpening(in: scenes.map(\.id))
      var next = navigation
      let effects = next.reconcile(with: scenes) { _ in TabView() }
      if let row = next.top.rowToSelect, topScene?.row(at: row) != nil {
        next.top.view.selection = row
        next.top.rowToSelect = nil
      }
      for scene in presenter.scenes { scene.canvas?.size = canvasSize }
      // Nothing is sent when nothing has changed.
      if next != navigation { navigation = next }
      openFirstSceneIfShown()
      for bar in scenes.compactMap(\.bar?.id) where loadedBars.insert(bar).inserted {
        presenter.loadBar(bar)
      }
      guard !effects.isEmpty else { return }
      perform(effects)
    }
  }

  private func openFirstSceneIfShown() {
    guard !hasOpenedFirstScene, !isOpeningAddress, navigation.entries.count == 1 else { return }
    hasOpenedFirstScene = true
    presenter.perform(.open(ObjectIdentifier(presenter.root)))
  }

  /// Remembers by which row a new scene was opened.
  private func noteOpening(in scenes: [SceneID]) {
    if let opening, let index = scenes.firstIndex(of: opening.below), index + 1 < scenes.count {
      openedBy[scenes[index + 1]] = opening.row
      self.opening = nil
    }
    openedBy = openedBy.filter { scenes.contains($0.key) }
    if let link = openedByLink, !scenes.contains(link.scene) { openedByLink = nil }
  }

  /// Remembers that a link has opened the topmost scene.
  func noteLink(_ url: String) { openedByLink = (navigation.top.scene.id, url) }

  private func perform(_ effects: [SceneEffect]) {
    for effect in effects { presenter.perform(effect) }
  }

  /// Does something that the person has asked for, which removes the message before.
  func change(_ body: (inout NavigationState<TabView>) -> [SceneEffect] = { _ in [] }) {
    lastUse = .now
    var next = navigation
    next.top.message = nil
    let effects = body(&next)
    if next != navigation { navigation = next }
    perform(effects)
    reconcile()
  }

  /// The scene to which everything refers that the person does.
  var topScene: ListScene? { presenter.scene(navigation.top.scene.id) }
}

// MARK: What the person does

extension Tab {
  /// Opens a row of the topmost scene.
  func open(_ row: RowPath) {
    opening = (navigation.top.scene.id, row)
    change { $0.open(row) }
  }

  /// Shows the actions of a row; nil for those of no row.
  func select(_ row: RowPath?) {
    change {
      $0.top.view.selection = row
      return []
    }
  }

  /// Performs the action of a shortcut for a row, or else for the selected one.
  /// - Parameter contribution: That of the action on the page; nil for one of the scene itself.
  func performAction(_ shortcut: Shortcut, contribution: String?, on row: RowPath?) {
    let path = row ?? navigation.top.view.selection
    let action = topScene?.action(for: shortcut, on: topScene?.row(at: path))
    change { state in
      guard action?.contribution == contribution else {
        state.show("The actions have changed meanwhile; nothing is done.")
        return []
      }
      return [.performAction(state.top.scene.id, shortcut, path)]
    }
  }

  /// Answers the question that is shown.
  func answer(_ isConfirmed: Bool) {
    change { $0.answer(isConfirmed, on: $0.top.confirmation?.path) ?? [] }
  }

  /// Leaves the scenes above the first ones.
  func leave(to count: Int) {
    while navigation.entries.count > max(count, 1) {
      let before = navigation.entries.count
      change { $0.leave() }
      guard navigation.entries.count < before else { return }
    }
  }

  func search(_ text: String) {
    change { state in
      state.top.view.search = text
      state.top.view.selection = nil
      return state.search(text)
    }
  }

  func loadMore() { change { $0.loadMore() } }

  func openBar() { change { [.openBar($0.fullScreen.scene.id)] } }

  /// Moves the position on a scale of the scene.
  func move(_ scale: String, _ move: Scale.Move) {
    change()
    guard let handler = topScene?.moveScale else { return }
    presenter.startTask { [presenter] in
      do { try await handler(scale, move) } catch { presenter.show(error) }
    }
  }

  /// The form of the topmost scene; nil if it has none.
  var form: Form? { topScene?.form }

  /// Sets the values of the form's fields that the person has changed.
  func enter(_ values: Parameters) {
    guard let form, !form.isSubmitting else { return }
    for field in form.fields {
      guard let typed = values["field.\(field.id)"]?.last else { continue }
      // A value that was chosen has another text than its label.
      if typed != field.value.label { form.setValue(FieldValue(typed), of: field.id) }
    }
  }

  func submit() {
    change()
    guard let form else { return }
    presenter.startTask { await form.submit() }
  }

  func check(_ field: FormField.ID) {
    form?.check(field)
    reconcile()
  }

  /// Opens the list in which the value of a field is chosen.
  func pick(_ field: FormField.ID) {
    change()
    form?.openPicker(field)
    reconcile()
  }

  func forgetClipboard() { clipboard = nil }

  /// Cancels what the tab does, and ends its streams.
  func end() {
    presenter.end()
    isEnded = true
  }
}
