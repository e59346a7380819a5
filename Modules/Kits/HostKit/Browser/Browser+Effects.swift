import Console
import Documents
import Foundation
import Mediator
import Scenes

extension Browser {
  /// How long the cursor rests on a row before its detail is loaded.
  private static let restingTime = Duration.milliseconds(150)

  func perform(_ effect: BrowserState.Effect) {
    switch effect {
    case .scene(let effect): perform(effect)
    case .edit(let field, let key): scene(field.scene)?.form?.press(key, in: field.field)
    case .canvas(let id, let action, let position):
      let scene = scene(id)
      let key = scene?.canvas?.receive(action, column: position.column, row: position.row)
      if let scene, let key { performAction(of: key, on: nil, in: scene) }
    case .moveScale(let id, let scale, let target):
      guard let move = scene(id)?.moveScale else { break }
      startTask { [self] in
        do { try await move(scale, target) } catch { showError(error) }
      }
    case .save(let id, let path):
      guard let scene = scene(id) else { break }
      startTask { [self] in await showMessage { try save(scene, to: path) } }
    case .copy(let id):
      guard let scene = scene(id) else { break }
      startTask { [self] in await showMessage { try copy(scene) } }
    case .loadTransliterator:
      startTask { [self] in
        await Task.detached(priority: .utility) { _ = ["中"].transliterated }.value
        receive(.transliteratorLoaded)
      }
    }
  }

  private func perform(_ effect: SceneEffect) {
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

  /// Does something until the task is cancelled.
  func run(_ activity: BrowserState.Activity) async {
    switch activity {
    case .showBar: break  // It is loaded when it begins to be shown.
    case .showDetail(let pane): await showDetail(pane)
    case .wait(let timer):
      try? await clock.sleep(for: BrowserState.Timer.duration)
      if !Task.isCancelled { receive(.timerFired(timer)) }
    }
  }

  private func startTask(in id: SceneID, _ body: @escaping @MainActor (ListScene) async -> Void) {
    if let scene = scene(id) { startTask { await body(scene) } }
  }
}

extension Browser {
  /// Performs the action of a key for a row, if one applies. An action that needs a confirmation
  /// only shows its question.
  private func performAction(of key: Shortcut, on selected: SelectedRow?, in scene: ListScene) {
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
    let action = scene.actions[asked.action]
    guard path == asked.path, selected?.row == asked.row, action.applies(to: selected) else {
      return showMessage("The row has changed meanwhile; nothing is done.")
    }
    perform(action, on: selected, in: scene)
  }

  private func perform(_ action: SceneAction, on selected: SelectedRow?, in scene: ListScene) {
    startTask { [self] in
      await showMessage { try await scene.perform(action, on: selected).map { "\($0)" } }
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

  /// Opens the first scene that can show a value, on top of the open scenes.
  func openScene(showing value: any Sendable) {
    do {
      guard let scene = try makeScene(showing: value) else {
        return showMessage("No module of this app shows that.")
      }
      scenes.last?.push(scene)
      reconcile()
    } catch {
      showError(error)
    }
  }

  private func makeScene(showing value: any Sendable) throws -> ListScene? {
    for description in descriptions {
      if let scene = try description.makeScene(for: value, mediator) { return scene }
    }
    return nil
  }
}

extension Browser {
  /// Shows an error as a message.
  func showError(_ error: any Error) { showMessage(error.sentence) }

  func showMessage(_ sentence: String) { receive(.message(sentence)) }

  /// Shows the sentence that `body` returns, if it returns one, or the error that it throws unless
  /// it was cancelled.
  private func showMessage(_ body: () async throws -> String?) async {
    do {
      if let sentence = try await body() { showMessage(sentence) }
    } catch is CancellationError {
      // The key that has cancelled it shows its own message.
    } catch {
      showError(error)
    }
  }

  /// Writes the file or the text of a scene to a path and returns a sentence about it. Without
  /// `path`, it creates a file named after the title.
  private func save(_ scene: ListScene, to path: String?) throws -> String {
    let saved =
      scene.file?()
      ?? SceneFile(.text("\(text(of: scene))\n"), title: "\(scene.title)", pathExtension: "txt")
    let file = NamedFile(
      path ?? NamedFile.name(for: saved.title, pathExtension: saved.pathExtension))
    if path == nil { try file.create(saved.content) } else { try file.write(saved.content) }
    return "Saved '\(saved.title)' to '\(file.path)'."
  }

  /// Copies the text of a scene to the clipboard of the terminal and returns a sentence about it.
  private func copy(_ scene: ListScene) throws -> String {
    send(try Clipboard.sequence(copying: text(of: scene)))
    return "Copied '\(scene.title)' to the clipboard, if the terminal allows it."
  }

  /// Copies a text to the clipboard of the terminal, or shows why that is not possible.
  func copy(_ text: String) {
    do {
      send(try Clipboard.sequence(copying: text))
    } catch {
      showError(error)
    }
  }

  private func text(of scene: ListScene) -> String {
    scene.snapshot.text(on: Page(columns: 72))
  }
}

extension Browser {
  /// The bar that a scene embeds, with its text; nil if there is none, or no module of the app
  /// contributes it.
  func bar(of scene: ListScene) -> SceneSnapshot.Bar? {
    guard scene.presentation == .fullScreen, let id = scene.bar,
      let bar = bars.first(where: { $0.id == id })
    else { return nil }
    let section = barTexts[id]?.sections.first
    let error = section?.state.error.map { "\($0)" }
    let isUsed = scene.actions.contains { $0.shortcut == bar.key }
    return SceneSnapshot.Bar(
      id: id, summary: bar.summary, key: isUsed ? nil : bar.key,
      text: error ?? section?.rows.first?.item as? String, isError: error != nil)
  }

  /// Loads the text of a bar. A bar that appears again shows its last text until it has a new one.
  func loadBar(_ id: BarID) {
    guard let text = barTexts[id] ?? bars.first(where: { $0.id == id })?.makeTextScene(mediator)
    else { return }
    barTexts[id] = text
    startTask { await text.refresh() }
  }

  /// Opens the scene of the bar as a sheet.
  private func openBar(of scene: ListScene) {
    guard let bar = bars.first(where: { $0.id == scene.bar }) else { return }
    do {
      scene.push(try bar.makeScene(mediator), as: .sheet)
    } catch {
      showError(error)
    }
  }

  /// Creates and loads the detail of a row, when the cursor has rested there.
  private func showDetail(_ pane: DetailPane) async {
    try? await clock.sleep(for: Self.restingTime)
    // A key may have moved the cursor after the sleep had ended.
    guard !Task.isCancelled else { return }
    guard let scene = makeDetail(pane) else {
      detail = nil
      return
    }
    if detail == nil { detail = (pane, scene) }
    await scene.open()
    guard !Task.isCancelled else { return }
    detail = (pane, scene)
  }

  private func makeDetail(_ pane: DetailPane) -> ListScene? {
    guard let list = scene(pane.list),
      let section = list.sections.first(where: { $0.id == pane.path.section })
    else { return nil }
    return switch list.makeDetail(of: SelectedRow(section: section, row: pane.row)) {
    case .scene(let scene): scene
    case .value(let value): try? makeScene(showing: value)
    case nil: nil
    }
  }
}

extension ListScene {
  /// The row at a path and its section; nil if there is none.
  func row(at path: RowPath?) -> SelectedRow? {
    guard let path, let section = sections.first(where: { $0.id == path.section }),
      let row = section.rows.first(where: { $0.id == path.row })
    else { return nil }
    return SelectedRow(section: section, row: row)
  }
}
