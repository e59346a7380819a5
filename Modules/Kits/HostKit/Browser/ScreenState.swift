import Console
import Scenes

/// The state of the browser in one scene. Keys and new lines on the screen change it.
struct ScreenState: Equatable {
  /// What the keys mean.
  indirect enum Mode: Equatable {
    /// Keys move the cursor and perform actions.
    case browsing
    /// Keys type a text to search for.
    case searching
    /// Keys type the name of a file to write.
    case saving(TextEntry)
    /// The list of keys of another mode is shown; most keys return to that mode.
    case help(Cursor, of: Mode)
    /// Keys change the selected field of a form.
    case filling
  }

  /// What a key asks the browser to do.
  enum Command: Equatable {
    case open, leave, refresh
    /// Say that the next key to leave discards what the person has entered.
    case warnOfDiscarding
    /// Open the scene of the bar.
    case openBar
    /// Search for the text, which has changed.
    case search
    /// Write the scene to a file; nil for a new file named after the title.
    case save(path: String?)
    /// Copy the scene to the clipboard.
    case copy
    /// Perform the action of the scene, or of the selected row, that has a key.
    case performAction(Shortcut)
    /// Change the selected field of the form.
    case edit(Key)
    /// Pass an action of the mouse to the canvas.
    case mouse(MouseEvent)
  }

  var mode = Mode.browsing
  var cursor = Cursor()
  var search = TextEntry()
  let layout = LayoutCache()

  var isShowingHelp: Bool { if case .help = mode { true } else { false } }

  init() {}

  /// The state of a scene that is new on the screen.
  init(_ scene: SceneSnapshot) {
    if scene.isSearch { mode = .searching }
    if scene.form != nil { mode = .filling }
  }

  /// The number of visible lines at the last update.
  private var height = 0
  /// Whether the selected row stays selected when rows are added above it. While the scene is
  /// opening and no key was pressed, the first row is selected instead.
  private var isSettled = false
  /// Whether the previous key has warned that the next one discards what the person has entered.
  private var isDiscarding = false

  mutating func press(_ key: Key, _ content: Content) -> Command? {
    isSettled = true
    let wasDiscarding = isDiscarding
    isDiscarding = false
    let command = command(of: key, content)
    guard command == .leave, content.isEdited, !wasDiscarding else { return command }
    isDiscarding = true
    return .warnOfDiscarding
  }

  private mutating func command(of key: Key, _ content: Content) -> Command? {
    if case .mouse(let event) = key { return receive(event, content) }
    return switch mode {
    case .browsing: pressWhileBrowsing(key, content)
    case .searching: pressWhileSearching(key, content)
    case .saving(let path): pressWhileSaving(key, path)
    case .help(let cursor, let mode): pressInHelp(key, cursor, of: mode, content)
    case .filling: pressWhileFilling(key, content)
    }
  }

  /// Whether a key refers to a row, so that it has no meaning before rows are loaded.
  /// - Parameter rowKeys: The keys of the scene that need a selected row.
  func refersToRow(_ key: Key, rowKeys: [Key], _ keys: BrowserKeys = .standard) -> Bool {
    switch mode {
    case .browsing:
      rowKeys.contains(key) || key == .enter || Motion(key) != nil
        || keys.standardKey(for: key).map { Motion(letter: $0) != nil } ?? false
    case .searching:
      key == .enter || Motion(key) != nil && (search.text.isEmpty || !key.movesInText)
    case .filling: ![.escape, .control("o"), .f1].contains(key)
    case .saving, .help: false
    }
  }

  /// Whether a key has a meaning in every scene, so that no bar should use it.
  static func isGeneral(_ key: Key) -> Bool {
    var state = ScreenState()
    let command = state.press(key, Content(lines: [], height: 1))
    // The browser itself draws the whole screen again for Ctrl-L, so its state does not know the
    // key.
    return Motion(key) != nil || Motion(letter: key) != nil || command != nil
      || state.mode != .browsing || key == .control("l")
  }

  /// Updates the cursor when the lines have changed. While the help is shown, this is the cursor of
  /// the help.
  mutating func update(for content: Content) {
    guard case .help(var help, let mode) = mode else {
      if !isSettled, !cursor.isMoved { cursor = Cursor() }
      isSettled = isSettled || !content.isOpening
      cursor.update(for: content.lines, height: content.height)
      if content.height < height { scrollToSelection(in: content) }
      height = content.height
      return
    }
    help.update(for: content.lines, height: content.height)
    self.mode = .help(help, of: mode)
  }

  /// Scrolls until the selected row is visible.
  mutating func scrollToSelection(in content: Content) {
    cursor.scrollToSelection(in: content.lines, height: content.height)
  }

  private mutating func receive(_ event: MouseEvent, _ content: Content) -> Command? {
    switch mode {
    case .saving: return nil
    case .help(var help, let previous):
      if let distance = event.action.scrolledLines {
        help.scroll(by: distance, in: content.lines, height: content.height)
        mode = .help(help, of: previous)
      } else if event.action == .press {
        mode = previous
      }
      return nil
    case .browsing, .searching, .filling:
      if event.action == .press {
        if event.position.row == content.barRow { return .openBar }
        if event.position.row < content.top { return .leave }
      }
      guard !content.isCanvas else { return .mouse(event) }
      if let distance = event.action.scrolledLines {
        cursor.scroll(by: distance, in: content.lines, height: content.height)
      }
      return event.action == .press ? click(at: event.position, content) : nil
    }
  }

  /// Selects the row at a position, or opens it if it is already selected. A click on the detail of
  /// the selected row opens the row, too.
  private mutating func click(
    at position: ScreenFrame.Position, _ content: Content
  ) -> Command? {
    let index = position.row - content.firstRow
    guard (0..<content.height).contains(index) else { return nil }
    let line: Int
    if let beside = content.firstLineBeside {
      let top = min(cursor.top, max(beside - content.height, 0))
      line = position.column < content.columns ? top + index : beside + index
      guard position.column >= content.columns || line < beside else { return nil }
    } else {
      guard position.column < content.columns else { return .open }
      line = cursor.top + index
    }
    guard content.lines.indices.contains(line), let row = content.lines[line] else { return nil }
    guard row != cursor.selection else { return content.isTextSelected ? nil : .open }
    _ = cursor.select(row, in: content.lines, height: content.height)
    return nil
  }

  /// Selects the first row of the left or the right half of the screen.
  /// - Returns: Whether the key does that.
  private mutating func moveToColumn(_ key: Key, _ content: Content) -> Bool {
    guard let beside = content.firstLineBeside, key == .left || key == .right else { return false }
    let column = key == .left ? content.lines[..<beside] : content.lines[beside...]
    if let row = column.lazy.compactMap(\.self).first {
      _ = cursor.select(row, in: content.lines, height: content.height)
    }
    return true
  }

  private mutating func pressWhileBrowsing(_ key: Key, _ content: Content) -> Command? {
    // A scene whose action has the key that the person has chosen could not be left otherwise.
    if let shortcut = key.shortcut, content.shortcuts.contains(shortcut),
      key != .character(content.keys[.quit])
    {
      return .performAction(shortcut)
    }
    guard key != content.barKey else { return .openBar }
    guard let key = content.keys.standardKey(for: key) else { return nil }
    if moveToColumn(key, content) { return nil }
    if let motion = Motion(key) ?? Motion(letter: key) {
      cursor.move(motion, in: content.lines, height: content.height)
      return nil
    }
    switch key {
    case .enter: return .open
    case .character("r"): return .refresh
    case .character("/"), .tab: if !content.isCanvas { mode = .searching }
    case .character("s"): mode = .saving(TextEntry())
    case .character("c"): return .copy
    case .character("?"), .f1: mode = .help(Cursor(), of: mode)
    case .escape where !search.text.isEmpty: return clearSearch()
    case .backspace where !search.text.isEmpty:
      mode = .searching
      return pressWhileSearching(key, content)
    case .character("q"): return .leave
    case .escape, .control("o"), .backspace: return content.isFirst ? nil : .leave
    default: break
    }
    return nil
  }

  /// Whether a key is that of a command, and begins no word.
  private func isCommand(_ command: BrowserCommand, _ key: Key, _ content: Content) -> Bool {
    let character = content.keys[command]
    return key == .character(character) && !character.isLetter && !character.isNumber
  }

  private mutating func pressWhileSearching(_ key: Key, _ content: Content) -> Command? {
    let previous = search.text
    // The search has already begun.
    if previous.isEmpty, isCommand(.search, key, content) { return nil }
    if previous.isEmpty, isCommand(.help, key, content) {
      mode = .help(Cursor(), of: mode)
      return nil
    }
    if search.press(key) {
      guard search.text != previous else { return nil }
      cursor = Cursor()
      return .search
    }
    if moveToColumn(key, content) { return nil }
    if let motion = Motion(key) {
      cursor.move(motion, in: content.lines, height: content.height)
      return nil
    }
    switch key {
    case .enter: return .open
    case .tab: mode = .browsing
    case .f1: mode = .help(Cursor(), of: mode)
    case .control("o"): return content.isFirst ? nil : .leave
    case .escape:
      if search.text.isEmpty { return endSearch(content) }
      if !content.isSearch { mode = .browsing }
      return clearSearch()
    default: break
    }
    return nil
  }

  /// Ends a search without a text; a scene that only shows search results is left, but for the first
  /// one.
  private mutating func endSearch(_ content: Content) -> Command? {
    guard !content.isSearch || content.isFirst else { return .leave }
    mode = .browsing
    return nil
  }

  private mutating func clearSearch() -> Command {
    search.clear()
    return .search
  }

  private mutating func pressWhileSaving(_ key: Key, _ path: TextEntry) -> Command? {
    if key == .f1 {
      mode = .help(Cursor(), of: mode)
      return nil
    }
    var path = path
    guard !path.press(key) else {
      mode = .saving(path)
      return nil
    }
    guard [.enter, .escape, .control("o")].contains(key) else { return nil }
    mode = .browsing
    return key == .enter ? .save(path: path.text.isEmpty ? nil : path.text) : nil
  }

  private mutating func pressWhileFilling(_ key: Key, _ content: Content) -> Command? {
    guard !content.isTextEditable || !key.movesInText else { return .edit(key) }
    if let motion = Motion(key) {
      cursor.move(motion, in: content.lines, height: content.height)
      return nil
    }
    switch key {
    case .tab:
      let isLast = cursor.selection == content.lines.last(where: { $0 != nil })
      cursor.move(isLast ? .home : .down, in: content.lines, height: content.height)
      return nil
    case .enter: return .open
    case .escape, .control("o"): return .leave
    case .f1: mode = .help(Cursor(), of: mode)
    default: return .edit(key)
    }
    return nil
  }

  private mutating func pressInHelp(
    _ key: Key, _ cursor: Cursor, of mode: Mode, _ content: Content
  ) -> Command? {
    let motion = Motion(key) ?? content.keys.standardKey(for: key).flatMap { Motion(letter: $0) }
    guard let motion else {
      self.mode = mode
      return nil
    }
    var cursor = cursor
    cursor.move(motion, in: content.lines, height: content.height)
    self.mode = .help(cursor, of: mode)
    return nil
  }
}

extension MouseEvent.Action {
  /// How many lines the wheel scrolls down; nil for a button.
  fileprivate var scrolledLines: Int? {
    switch self {
    case .wheelUp: -3
    case .wheelDown: 3
    case .press, .drag, .release: nil
    }
  }
}
