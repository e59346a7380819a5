import Console
import Scenes

extension Browser {
  private static let maximumHeldKeys = 200

  /// Handles a key; a click on a key in the last line is that key. A key that refers to a row is held
  /// until rows are loaded, one after Enter until the row is open, and so are the keys after it, except
  /// for those that go back: they discard the held keys.
  func press(_ key: Key) {
    if case .mouse(let event) = key, moveScale(event) { return }
    // A drag over a list sends many events, which do nothing.
    guard !key.isEndOfClick || scenes.last?.canvas != nil else { return }
    Screen.prepareForStackOverflow()
    let isAsking = currentEntry.confirmation != nil
    updateEntries()
    // A question that a held key has just asked was not shown yet, so the key is no answer to it.
    guard isAsking || currentEntry.confirmation == nil else { return }
    if case .mouse(let event) = key, event.action == .press,
      let named = self.key(at: event.position)
    {
      return press(named)
    }
    if goesBack(key) {
      heldKeys = []
      endOpening()
    }
    guard heldKeys.isEmpty, opening == nil, !mustHold(key) else {
      if heldKeys.count < Self.maximumHeldKeys { heldKeys.append(key) }
      return
    }
    handle(key)
  }

  /// Whether a key leaves the scene. While a row opens, a letter may belong to a search in its scene.
  private func goesBack(_ key: Key) -> Bool {
    [.escape, .control("o")].contains(key)
      || key == .character("q") && opening == nil && scenes.count > 1
        && currentEntry.state.mode == .browsing
  }

  /// Handles the held keys that need not wait any longer.
  func pressHeldKeys() {
    guard !isPressingHeldKeys else { return }
    isPressingHeldKeys = true
    defer { isPressingHeldKeys = false }
    while let key = heldKeys.first, opening == nil, !mustHold(key), !awaitsFirstRow {
      heldKeys.removeFirst()
      handle(key)
    }
  }

  /// Whether the first row, to which the first held key refers, may still appear above the selected
  /// one. A section that loads slowly is not awaited.
  private var awaitsFirstRow: Bool {
    let entry = currentEntry
    guard let selection = entry.state.cursor.selection, !entry.state.cursor.isMoved,
      !isLoadingSlowly(entry.scene)
    else { return false }
    return entry.scene.sections.prefix { $0.id != selection.section }
      .contains { if case .loading = $0.state { true } else { false } }
  }

  /// Whether a key refers to a row and no row is loaded yet.
  private func mustHold(_ key: Key) -> Bool {
    let entry = currentEntry
    let rowKeys = entry.scene.actions.filter { !$0.applies(to: nil) }.map { Key($0.shortcut) }
    return entry.scene.isOpening && entry.state.cursor.selection == nil
      && entry.state.refersToRow(key, rowKeys: rowKeys)
  }

  private func handle(_ key: Key) {
    updateEntries()
    guard var entry = entries.popLast() else { return }
    // A click refers to the frame with the message.
    let content = content(of: entry)
    // The release after a click must not remove the message that the click has shown.
    if !key.isEndOfClick { entry.message = nil }
    if let asked = entry.confirmation, !key.isEndOfClick {
      entry.confirmation = nil
      entries.append(entry)
      answer(asked, with: key)
      return updateEntries()
    }
    entry.scene.rowToSelect = nil
    let previous = entry.state.cursor.selection
    let effect = entry.state.press(key, content)
    entries.append(entry)
    // A form handles the next keys itself.
    if effect == .open, entry.scene.form == nil { beginOpening() }
    if let effect { perform(effect, in: entry) }
    updateEntries()
    // An error of a field is shown as soon as the person leaves the field.
    if let form = entry.scene.form, let previous, currentEntry.state.cursor.selection != previous {
      form.check(previous.row)
    }
  }
}

/// What happens after Enter until the row is open.
struct RowOpening {
  /// The scenes that were open before.
  let scenes: [ObjectIdentifier]
  /// Ends the waiting after `maximumOpeningTime`.
  let timer: Task<Void, Never>
}

extension Browser {
  /// How long keys wait for the scene that a row opens.
  private static let maximumOpeningTime = Duration.milliseconds(300)

  private func beginOpening() {
    endOpening()
    let timer = Task { [weak self, clock] in
      do { try await clock.sleep(for: Self.maximumOpeningTime) } catch { return }
      self?.opening = nil
      self?.updateEntries()
    }
    opening = RowOpening(scenes: scenes.map { ObjectIdentifier($0) }, timer: timer)
  }

  private func endOpening() {
    opening?.timer.cancel()
    opening = nil
  }

  /// Ends the opening of a row when a scene is shown that was not open before, or nothing is done any
  /// more.
  func updateOpening() {
    guard let opening, let top = scenes.last else { return }
    if !opening.scenes.contains(ObjectIdentifier(top)) || !isBusy { endOpening() }
  }
}

extension Key {
  /// Whether the mouse was moved or released after a click, which only a canvas needs to know.
  fileprivate var isEndOfClick: Bool {
    guard case .mouse(let event) = self else { return false }
    return [.drag, .release].contains(event.action)
  }
}
