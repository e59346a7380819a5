import Console
import ListScene

/// What a person has done in one scene so far: a pure function of the keys.
struct BrowserState: Equatable {
  enum Mode: Equatable {
    /// Letters are keys.
    case moving
    /// Letters are looked for.
    case searching
    /// Letters name the file to share to.
    case sharing(TextEntry)
    /// The keys are shown.
    case help(Cursor)
  }

  /// What a key asks the browser to do.
  enum Wish: Equatable {
    case open, leave, refresh, redraw
    /// The text looked for has changed.
    case search
    /// To write what is shown to a file; nil for one that is named for the title.
    case share(path: String?)
    /// To put what is shown into the clipboard.
    case copy
    /// The scene's own key.
    case answer(Key)
  }

  /// What keys meet.
  struct Surroundings {
    /// The rows that the lines belong to; of the help, none.
    var places: [ListPlace?]
    /// How many lines are in sight.
    var height: Int
    /// The keys that the scene answers itself.
    var ownKeys: [Key] = []
    /// Whether the scene is one to search in, and nothing else.
    var isSearch = false
  }

  var mode = Mode.moving
  var cursor = Cursor()
  var search = TextEntry()

  mutating func press(_ key: Key, _ around: Surroundings) -> Wish? {
    switch mode {
    case .moving: move(key, around)
    case .searching: look(key, around)
    case .sharing(let path): share(key, path)
    case .help(let cursor): help(key, cursor, around)
    }
  }

  /// Holds to what is selected when lines come and go; behind the help, that waits.
  mutating func settle(_ around: Surroundings) {
    guard case .help(var help) = mode else {
      return cursor.settle(among: around.places, height: around.height)
    }
    help.settle(among: around.places, height: around.height)
    mode = .help(help)
  }

  private mutating func move(_ key: Key, _ around: Surroundings) -> Wish? {
    guard !around.ownKeys.contains(key) else { return .answer(key) }
    if let motion = Motion(key) ?? Motion(letter: key) {
      cursor.move(motion, among: around.places, height: around.height)
      return nil
    }
    switch key {
    case .enter: return .open
    case .character("r"): return .refresh
    case .control("l"): return .redraw
    case .character("/"), .tab: mode = .searching
    case .character("s"): mode = .sharing(TextEntry())
    case .character("c"): return .copy
    case .character("?"): mode = .help(Cursor())
    case .escape where !search.text.isEmpty: return clear()
    case .escape, .character("q"): return .leave
    default: break
    }
    return nil
  }

  private mutating func look(_ key: Key, _ around: Surroundings) -> Wish? {
    guard !search.press(key) else {
      cursor = Cursor()
      return .search
    }
    if let motion = Motion(key) {
      cursor.move(motion, among: around.places, height: around.height)
      return nil
    }
    switch key {
    case .enter: return .open
    case .control("l"): return .redraw
    case .tab: mode = .moving
    case .escape:
      if search.text.isEmpty && around.isSearch { return .leave }
      if !around.isSearch { mode = .moving }
      return clear()
    default: break
    }
    return nil
  }

  private mutating func clear() -> Wish {
    search.clear()
    return .search
  }

  private mutating func share(_ key: Key, _ path: TextEntry) -> Wish? {
    var path = path
    guard !path.press(key) else {
      mode = .sharing(path)
      return nil
    }
    guard [.enter, .escape].contains(key) else { return nil }
    mode = .moving
    return key == .enter ? .share(path: path.text.isEmpty ? nil : path.text) : nil
  }

  private mutating func help(_ key: Key, _ cursor: Cursor, _ around: Surroundings) -> Wish? {
    guard let motion = Motion(key) ?? Motion(letter: key) else {
      mode = .moving
      return nil
    }
    var cursor = cursor
    cursor.move(motion, among: around.places, height: around.height)
    mode = .help(cursor)
    return nil
  }
}
