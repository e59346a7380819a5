import Mediator

extension ScenePresenter {
  /// Does what the state of a presenter asks for.
  package func perform(_ effect: SceneEffect) {
    switch effect {
    case .open(let id): startTask(in: id) { await $0.open() }
    case .refresh(let id): startTask(in: id) { await $0.refresh() }
    case .endSelection(let id): scene(id)?.rowToSelect = nil
    case .loadMore(let id):
      startTask(in: id) { [self] scene in
        await scene.loadMore()
        receive(.moreLoaded(id))
      }
    case .search(let id, let text, let number):
      startTask(in: id) { [self] scene in
        await scene.search?(text)
        receive(.searchEnded(id, number))
      }
    case .openRow(let id, let path): if let scene = scene(id) { openRow(at: path, in: scene) }
    case .performAction(let id, let key, let path):
      if let scene = scene(id) { performAction(of: key, on: scene.row(at: path), in: scene) }
    case .performConfirmed(let id, let asked, let path):
      if let scene = scene(id) { perform(asked, at: path, in: scene) }
    case .openBar(let id): if let scene = scene(id) { openBar(of: scene) }
    case .closeScene(let id): scene(id)?.pop()
    case .check(let field): scene(field.scene)?.form?.check(field.field)
    }
  }

  private func startTask(in id: SceneID, _ body: @escaping @MainActor (ListScene) async -> Void) {
    if let scene = scene(id) { startTask { await body(scene) } }
  }

  /// Performs the action of a key for a row, if one applies. An action that needs a confirmation
  /// only asks its question.
  package func performAction(
    of key: Shortcut, on selected: SelectedRow?, in scene: ListScene
  ) {
    guard
      let number = scene.actions.firstIndex(where: {
        $0.shortcut == key && $0.applies(to: selected)
      })
    else { return }
    let action = scene.actions[number]
    guard let question = action.confirmation(for: selected) else {
      return perform(action, on: selected, in: scene)
    }
    let path = selected.map { RowPath(section: $0.section.id, row: $0.row.id) }
    receive(
      .question(
        "\(question)", PendingConfirmation(action: number, path: path, row: selected?.row)))
  }

  private func perform(_ asked: PendingConfirmation, at path: RowPath?, in scene: ListScene) {
    let selected = scene.row(at: path)
    // Other modules may add fewer actions now.
    let action = scene.actions.dropFirst(asked.action).first
    guard path == asked.path, selected?.row == asked.row, let action, action.applies(to: selected)
    else { return receive(.message("The row has changed meanwhile; nothing is done.")) }
    perform(action, on: selected, in: scene)
  }

  private func perform(_ action: SceneAction, on selected: SelectedRow?, in scene: ListScene) {
    startTask { [self] in
      await showMessage {
        do {
          return try await scene.perform(action, on: selected).map { "\($0)" }
        } catch let error where error.ownText == nil {
          throw ListSceneError.actionFailed("\(action.title)", reason: error.plainText)
        }
      }
    }
  }

  private func openRow(at path: RowPath?, in scene: ListScene) {
    let selected = scene.row(at: path)
    guard scene.action(for: .enter, on: selected) == nil else {
      return performAction(of: .enter, on: selected, in: scene)
    }
    guard let selected else { return }
    if scene.form == nil {
      scene.openDetail(of: selected)
    } else {
      scene.enterField(selected.row.id)
    }
  }
}

extension ListScene {
  /// The row at a path and its section; nil if there is none.
  package func row(at path: RowPath?) -> SelectedRow? {
    guard let path, let section = sections.first(where: { $0.id == path.section }),
      let row = section.rows.first(where: { $0.id == path.row })
    else { return nil }
    return SelectedRow(section: section, row: row)
  }
}
