import Console
import Documents
import Foundation
import Mediator
import Scenes

extension Browser {
  /// Performs the effect of a key in the topmost scene.
  func perform(_ effect: BrowserState.Effect, in entry: NavigationEntry) {
    let scene = entry.scene
    switch effect {
    case .open:
      guard let search = entry.search else { return openSelectedRow(of: entry) }
      // After quick typing, Enter opens a result of the latest search, not of an earlier one.
      startTask { [self] in
        await search.value
        updateEntries()
        if scenes.last === scene { openSelectedRow(of: currentEntry) }
      }
    case .leave: leave()
    case .warnOfDiscarding: showMessage("Esc again discards what you entered.")
    case .openBar: openBar(of: entry)
    case .refresh: startTask { await scene.refresh() }
    case .search:
      guard let search = scene.search else { break }
      let task = startTask { [self] in
        await search(entry.state.search.text)
        // Select the first result, which matches best.
        if entries.last?.scene === scene { entries[entries.count - 1].state.cursor = Cursor() }
      }
      entries[entries.count - 1].search = task
    case .save(let path):
      startTask { [self] in await showMessage { try save(scene, to: path) } }
    case .edit(let key):
      if let row = entry.state.cursor.selection?.row { scene.form?.press(key, in: row) }
    case .mouse(let event):
      let key = scene.canvas?.receive(
        event.action, column: event.position.column - Self.gutter,
        row: event.position.row - content(of: entry).firstRow)
      if let key { perform(.performAction(key), in: entry) }
    case .copy: startTask { [self] in await showMessage { try copy(scene) } }
    case .performAction(let key): performAction(of: key, in: entry)
    }
  }

  /// Opens the first scene that can show a value, on top of the open scenes.
  func openScene(showing value: any Sendable) {
    do {
      guard let scene = try makeScene(showing: value) else {
        return showMessage("No module of this app shows that.")
      }
      scenes.last?.push(scene)
    } catch {
      showError(error)
    }
  }

  func makeScene(showing value: any Sendable) throws -> ListScene? {
    for description in descriptions {
      if let scene = try description.makeScene(for: value, mediator) { return scene }
    }
    return nil
  }

  /// Shows an error as a message.
  func showError(_ error: any Error) { showMessage(error.sentence) }

  /// Shows a message, and scrolls so that it does not cover the selected row.
  func showMessage(_ sentence: String) {
    updateEntries()
    entries[entries.count - 1].message = sentence.printable
    entries[entries.count - 1].confirmation = nil
    scrollToSelection()
  }

  /// Shows the sentence that `body` returns, if it returns one, or the error that it throws unless it
  /// was cancelled.
  func showMessage(_ body: () async throws -> String?) async {
    do {
      if let sentence = try await body() { showMessage(sentence) }
    } catch is CancellationError {
      // The key that has cancelled it shows its own message.
    } catch {
      showError(error)
    }
  }

  private func openSelectedRow(of entry: NavigationEntry) {
    let selected = selectedRow(of: entry)
    guard entry.scene.action(for: .enter, on: selected) == nil else {
      return performAction(of: .enter, in: entry)
    }
    guard let selected else { return }
    if entry.scene.form == nil {
      entry.scene.openDetail(of: selected)
    } else {
      entry.scene.enterField(selected.row.id)
    }
  }

  func selectedRow(of entry: NavigationEntry) -> SelectedRow? {
    guard let path = entry.state.cursor.selection,
      let section = entry.scene.sections.first(where: { $0.id == path.section }),
      let row = section.rows.first(where: { $0.id == path.row })
    else { return nil }
    return SelectedRow(section: section, row: row)
  }

  /// Writes the file or the text of a scene to a path and returns a sentence about it. Without `path`,
  /// it creates a file named after the title.
  private func save(_ scene: ListScene, to path: String?) throws -> String {
    let saved =
      scene.file?()
      ?? SceneFile(.text("\(text(of: scene))\n"), title: scene.title, pathExtension: "txt")
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
