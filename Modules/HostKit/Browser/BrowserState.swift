import Console
import Scenes

/// The state of the browser in one scene. Keys and new lines on the screen change it.
struct BrowserState: Equatable {
  /// What the keys mean.
  enum Mode: Equatable {
    /// Keys move the cursor and run the functions that are bound to them.
    case browsing
    /// Keys type a text to search for.
    case searching
    /// Keys type the name of a file to write.
    case saving(TextEntry)
    /// The list of keys is shown.
    case help(Cursor)
    /// Keys change the selected field of a form.
    case filling
  }

  /// What a key asks the browser to do.
  enum Effect: Equatable {
    case open, leave, refresh, redraw
    /// Search for the text, which has changed.
    case search
    /// Write the scene to a file; nil for a new file named after the title.
    case save(path: String?)
    /// Copy the scene to the clipboard.
    case copy
    /// Run a key binding of the scene.
    case runKeyBinding(Key)
    /// Change the selected field of the form.
    case edit(Key)
  }

  /// What the screen shows while a key is pressed.
  struct Content {
    /// The row that each line belongs to; nil for a line of no row.
    var lines: [RowPath?]
    /// The number of visible lines.
    var height: Int
    /// The keys that the scene has bound.
    var boundKeys: [Key] = []
    /// Whether the scene only shows search results.
    var isSearch = false
  }

  var mode = Mode.browsing
  var cursor = Cursor()
  var search = TextEntry()

  mutating func press(_ key: Key, _ content: Content) -> Effect? {
    switch mode {
    case .browsing: pressWhileBrowsing(key, content)
    case .searching: pressWhileSearching(key, content)
    case .saving(let path): pressWhileSaving(key, path)
    case .help(let cursor): pressInHelp(key, cursor, content)
    case .filling: pressWhileFilling(key, content)
    }
  }

  /// Updates the cursor when the lines have changed. While the help is shown, this is the cursor of
  /// the help.
  mutating func update(for content: Content) {
    guard case .help(var help) = mode else {
      return cursor.update(for: content.lines, height: content.height)
    }
    help.update(for: content.lines, height: content.height)
    mode = .help(help)
  }

  private mutating func pressWhileBrowsing(_ key: Key, _ content: Content) -> Effect? {
    guard !content.boundKeys.contains(key) else { return .runKeyBinding(key) }
    if let motion = Motion(key) ?? Motion(letter: key) {
      cursor.move(motion, in: content.lines, height: content.height)
      return nil
    }
    switch key {
    case .enter: return .open
    case .character("r"): return .refresh
    case .control("l"): return .redraw
    case .character("/"), .tab: mode = .searching
    case .character("s"): mode = .saving(TextEntry())
    case .character("c"): return .copy
    case .character("?"): mode = .help(Cursor())
    case .escape where !search.text.isEmpty: return clearSearch()
    case .escape, .character("q"): return .leave
    default: break
    }
    return nil
  }

  private mutating func pressWhileSearching(_ key: Key, _ content: Content) -> Effect? {
    let previous = search.text
    if search.press(key) {
      guard search.text != previous else { return nil }
      cursor = Cursor()
      return .search
    }
    if let motion = Motion(key) {
      cursor.move(motion, in: content.lines, height: content.height)
      return nil
    }
    switch key {
    case .enter: return .open
    case .control("l"): return .redraw
    case .tab: mode = .browsing
    case .escape:
      if search.text.isEmpty && content.isSearch { return .leave }
      if !content.isSearch { mode = .browsing }
      return clearSearch()
    default: break
    }
    return nil
  }

  private mutating func clearSearch() -> Effect {
    search.clear()
    return .search
  }

  private mutating func pressWhileSaving(_ key: Key, _ path: TextEntry) -> Effect? {
    var path = path
    guard !path.press(key) else {
      mode = .saving(path)
      return nil
    }
    guard [.enter, .escape].contains(key) else { return nil }
    mode = .browsing
    return key == .enter ? .save(path: path.text.isEmpty ? nil : path.text) : nil
  }

  private mutating func pressWhileFilling(_ key: Key, _ content: Content) -> Effect? {
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
    case .escape: return .leave
    case .control("l"): return .redraw
    default: return .edit(key)
    }
  }

  private mutating func pressInHelp(_ key: Key, _ cursor: Cursor, _ content: Content) -> Effect? {
    guard let motion = Motion(key) ?? Motion(letter: key) else {
      mode = .browsing
      return nil
    }
    var cursor = cursor
    cursor.move(motion, in: content.lines, height: content.height)
    mode = .help(cursor)
    return nil
  }
}
