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
    case .scene(let effect): presenter.perform(effect)
    case .edit(let field, let key): presenter.scene(field.scene)?.form?.press(key, in: field.field)
    case .canvas(let id, let action, let position):
      let scene = presenter.scene(id)
      let key = scene?.canvas?.receive(action, column: position.column, row: position.row)
      if let scene, let key { presenter.performAction(of: key, on: nil, in: scene) }
    case .moveScale(let id, let scale, let target):
      guard let move = presenter.scene(id)?.moveScale else { break }
      presenter.startTask { [self] in
        do { try await move(scale, target) } catch { presenter.show(error) }
      }
    case .openLink(let link):
      presenter.startTask { [presenter] in await presenter.openScene(ofLink: link) }
    case .save(let id, let path):
      guard let scene = presenter.scene(id) else { break }
      presenter.startTask { [self] in await presenter.showMessage { try save(scene, to: path) } }
    case .copy(let id):
      guard let scene = presenter.scene(id) else { break }
      presenter.startTask { [self] in await presenter.showMessage { try copy(scene) } }
    case .loadTransliterator:
      presenter.startTask { [self] in
        await Task.detached(priority: .utility) { _ = ["中"].transliterated }.value
        receive(.transliteratorLoaded)
      }
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
}

extension Browser {
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
      presenter.show(error)
    }
  }

  private func text(of scene: ListScene) -> String {
    scene.snapshot.text(on: Page(columns: 72))
  }
}

extension Browser {
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
    guard let list = presenter.scene(pane.list),
      let section = list.sections.first(where: { $0.id == pane.path.section })
    else { return nil }
    let row = SelectedRow(section: section, row: pane.row)
    switch list.makeDetail(of: row) {
    case .scene(let scene): return scene
    case .value(let value):
      guard let scene = try? presenter.makeScene(showing: value) else { return nil }
      list.prepare(scene, asDetailOf: row)
      return scene
    case nil: return nil
    }
  }
}
