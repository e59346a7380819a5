import Console
import Documents
import Scenes

extension BrowserState {
  private static let keyColumns = 11
  private static let narrowestMeaning = 20

  /// The keys of a scene and of the browser in a mode: in two columns, or each meaning below its
  /// key if the page is too narrow.
  func help(for entry: Entry, in mode: ScreenState.Mode) -> [ListLine] {
    let (scene, page) = (entry.scene, self.page(for: entry))
    let bar = scene.bar.flatMap { bar in bar.key.map { [("\($0)", bar.summary)] } } ?? []
    let own = listedActions(of: scene) + bar
    let keys =
      switch mode {
      case .browsing, .help:
        own + browsingKeys(in: scene, except: own.map(\.0)) + goingBackKeys(of: entry)
      case .searching: Self.searchingKeys + Self.editingKeys
      case .saving: Self.savingKeys + Self.editingKeys
      case .filling: Self.fillingKeys + Self.editingKeys
      }
    return (keys + mouseActions(in: scene) + generalKeys).flatMap { key, meaning in
      let isWide = page.columns - Self.keyColumns - 2 >= Self.narrowestMeaning
      guard isWide else {
        let lines = meaning.wrapped(to: max(page.columns - 2, 1)).map { ListLine("  \($0)") }
        return [ListLine(page.paint(key.truncated(to: page.columns), .strong))] + lines
      }
      let lines = meaning.wrapped(to: page.columns - Self.keyColumns - 2)
      return lines.enumerated().map { index, line in
        let name = page.paint((index == 0 ? key : "").padded(to: Self.keyColumns), .strong)
        return ListLine("\(name)  \(line)")
      }
    }
  }

  /// The keys of all actions, of which several for different rows may have one key and one title.
  /// Enter on a row has its own line.
  private func listedActions(of scene: SceneSnapshot) -> [(String, String)] {
    var lines: Set<[String]> = []
    return scene.actions.filter { $0.shortcut != .enter || scene.isCanvas }
      .map { ("\($0.shortcut)", "\($0.title)") }.filter { lines.insert([$0, $1]).inserted }
  }

  private func mouseActions(in scene: SceneSnapshot) -> [(String, String)] {
    switch mouse {
    case .on where scene.isCanvas:
      [
        (
          "mouse",
          "click selects, another click opens; drag moves, the wheel zooms; "
            + "keys and rows below can be clicked"
        )
      ]
    case .on:
      [
        (
          "mouse",
          "click selects a row, another click opens it; the wheel scrolls; keys below can be clicked"
        )
      ]
    case .off: []
    }
  }

  /// The keys of every list or canvas, except for those that the scene uses itself.
  private func browsingKeys(
    in scene: SceneSnapshot, except own: [String]
  ) -> [(String, String)] {
    let rowKeys = own.contains("Space") ? rowKeys.map { ($0, $1.withoutSpaceBar) } : rowKeys
    return ((scene.isCanvas ? [] : rowKeys) + screenKeys).filter { !own.contains($0.0) }
  }

  private func goingBackKeys(of entry: Entry) -> [(String, String)] {
    switch entry.scene.presentation {
    case .fullScreen where navigation.isFirst(entry): [("\(keys[.quit])", "quit")]
    case .fullScreen: [("\(keys[.quit]), Esc", "back; also Backspace and Ctrl-O")]
    case .sheet: [("\(keys[.quit]), Esc", "close; also Backspace, Ctrl-O and a click above")]
    }
  }

  private var rowKeys: [(String, String)] {
    [
      ("↑ ↓, \(keys[.up]) \(keys[.down])", "one row up or down"),
      ("PgUp PgDn", "one page up or down; also Space"),
      ("Home End", "first or last row; also \(keys[.first]) and \(keys[.last])"),
      ("⏎", "open the row"),
      (
        "\(keys[.search])",
        "search while typing; Tab keeps the results, Esc clears the search"
      ),
    ]
  }
  private var screenKeys: [(String, String)] {
    [
      ("\(keys[.refresh])", "refresh"), ("\(keys[.save])", "save this screen as a file"),
      ("\(keys[.copy])", "copy this screen to the clipboard"),
    ]
  }
  private static let searchingKeys = [
    ("letters", "the text to search for"),
    ("↑ ↓", "one row up or down"), ("PgUp PgDn", "one page up or down"),
    ("⏎", "open the row"),
    ("Tab", "keep the results, so that letters are keys again"),
    ("Esc", "clear the search; without a text, back"),
    ("Ctrl-O", "back"),
  ]
  private static let savingKeys = [
    ("letters", "the path of the file"),
    ("⏎", "save; without a text, under the title"), ("Esc", "back without saving"),
  ]
  private static let fillingKeys = [
    ("letters", "the value of the field"),
    ("↑ ↓", "one field up or down"), ("← →", "another choice"), ("Tab", "the next field"),
    ("⏎", "the next field; a list to choose from; at the end, save"),
    ("Esc, Ctrl-O", "back without saving; again if something is entered"),
  ]
  private static let editingKeys = [
    ("← →", "move in the text; with Ctrl by a word"),
    ("Home End", "start or end of the text; also Ctrl-A and Ctrl-E"),
    ("Backspace", "delete the character before the cursor; Del the one after it"),
    ("Ctrl-W", "delete the word before the cursor; Ctrl-U and Ctrl-K all before or after it"),
  ]
  private var generalKeys: [(String, String)] {
    [
      ("Ctrl-Z", "suspend; 'fg' continues"),
      ("F1", "show these keys; so does \(keys[.help]), but not within a text"),
    ]
  }
}

extension String {
  /// What a key means in a scene that uses the space bar itself.
  fileprivate var withoutSpaceBar: String { replacing("; also Space", with: "") }
}
