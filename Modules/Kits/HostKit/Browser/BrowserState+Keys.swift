import Console
import Scenes

extension BrowserState {
  private static let maximumHeldKeys = 200

  /// Handles a key. A key that refers to a row is held until rows are loaded, one after Enter until
  /// the row is open, and so are the keys after it, except for those that go back: they discard the
  /// held keys.
  mutating func press(_ key: Key) -> [Effect] {
    if case .mouse(let event) = key, let effects = moveScale(event) { return effects }
    if case .mouse(let event) = key, event.action == .press, top.confirmation == nil,
      let link = link(at: event.position)
    {
      top.message = nil
      return [.openLink(link)]
    }
    // A drag over a list sends many events, which do nothing.
    guard !key.isEndOfClick || top.scene.isCanvas else { return [] }
    if goesBack(key) { (heldKeys, opening) = ([], nil) }
    guard heldKeys.isEmpty, opening == nil, !mustHold(key) else {
      if heldKeys.count < Self.maximumHeldKeys { heldKeys.append(key) }
      return []
    }
    return handle(key)
  }

  /// The keys that a key of the terminal is now: where no text is edited, one with Alt is Esc and a
  /// key.
  func keys(of key: Key) -> [Key] {
    let isTyping =
      switch top.view.mode {
      case .browsing, .help: false
      case .searching, .saving: true
      case .filling:
        [content(of: top)].contains { $0.isTextSelected || $0.isTextEditable }
      }
    return isTyping ? [key] : key.outsideText
  }

  /// Whether a key leaves the scene. While a row opens, a letter may belong to a search in its
  /// scene.
  private func goesBack(_ key: Key) -> Bool {
    [.escape, .control("o")].contains(key)
      || key == .character(keys[.quit]) && opening == nil && navigation.entries.count > 1
        && top.view.mode == .browsing
  }

  /// Whether the first held key need not wait any longer.
  var isHeldKeyReady: Bool {
    guard let key = heldKeys.first else { return false }
    return opening == nil && !mustHold(key) && !awaitsFirstRow
  }

  /// Whether the first row, to which the first held key refers, may still appear above the selected
  /// one. A section that loads slowly is not awaited.
  private var awaitsFirstRow: Bool {
    guard let selection = top.view.cursor.selection, !top.view.cursor.isMoved,
      !isLoadingSlowly(top)
    else { return false }
    return top.scene.sections.prefix { $0.id != selection.section }.contains(where: \.isOpening)
  }

  /// Whether a key refers to a row and no row is loaded yet.
  private func mustHold(_ key: Key) -> Bool {
    top.scene.isOpening && top.view.cursor.selection == nil
      && top.view.refersToRow(key, rowKeys: top.scene.rowKeys.map { Key($0) }, keys)
  }

  mutating func handle(_ key: Key) -> [Effect] {
    // A click refers to the frame with the message.
    let content = content(of: top)
    // The release after a click must not remove the message that the click has shown.
    if !key.isEndOfClick {
      top.message = nil
      let isConfirmed = key == .character("y")
      if let effects = navigation.answer(isConfirmed, on: top.view.cursor.selection) {
        return effects.map(Effect.scene)
      }
    }
    top.rowToSelect = nil
    return top.view.press(key, content).map { perform($0) } ?? []
  }

  private mutating func perform(_ command: ScreenState.Command) -> [Effect] {
    let (id, selection) = (top.scene.id, top.view.cursor.selection)
    switch command {
    case .open:
      // A form handles the next keys itself.
      if top.scene.form == nil { opening = navigation.entries.map(\.scene.id) }
      return navigation.open(selection).map(Effect.scene)
    case .leave: return navigation.leave().map(Effect.scene)
    case .warnOfDiscarding:
      show("Esc again discards what you entered.")
      return []
    case .openBar: return [.scene(.openBar(id))]
    case .refresh: return [.scene(.refresh(id))]
    case .search: return navigation.search(top.view.search.text).map(Effect.scene)
    case .save(let path): return [.save(id, path: path)]
    case .copy: return [.copy(id)]
    case .performAction(let key): return [.scene(.performAction(id, key, selection))]
    case .edit(let key): return field(of: top).map { [.edit($0, key)] } ?? []
    case .mouse(let event):
      let position = ScreenFrame.Position(
        row: event.position.row - content(of: top).firstRow,
        column: event.position.column - Self.gutter)
      return [.canvas(id, event.action, position)]
    }
  }
}

extension Key {
  /// Whether the mouse was moved or released after a click, which only a canvas needs to know.
  fileprivate var isEndOfClick: Bool {
    guard case .mouse(let event) = self else { return false }
    return [.drag, .release].contains(event.action)
  }

  /// The key as a shortcut; nil if it cannot be one.
  var shortcut: Shortcut? {
    switch self {
    case .character(let character): .character(character)
    case .enter: .enter
    case .left: .left
    case .right: .right
    case .up: .up
    case .down: .down
    case .control, .alt, .wordLeft, .wordRight, .home, .end, .pageUp, .pageDown, .tab, .backspace,
      .delete, .escape, .f1, .paste,
      .mouse:
      nil
    }
  }

  init(_ shortcut: Shortcut) {
    self =
      switch shortcut {
      case .character(let character): .character(character)
      case .enter: .enter
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      }
  }
}
