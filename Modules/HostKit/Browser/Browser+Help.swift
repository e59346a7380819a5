import Console
import Scenes

extension Browser {
  /// The keys of a scene and of the browser, one per line.
  static func help(for scene: ListScene, on page: Page) -> [ListLine] {
    let bound = scene.keyBindings.map { ($0.key.name, $0.summary) }
    return (bound + keys).flatMap { key, meaning in
      let lines = meaning.wrapped(to: page.columns - 13)
      return lines.enumerated().map { index, line in
        let name = page.paint((index == 0 ? key : "").padded(to: 11), .strong)
        return ListLine("\(name)  \(line)")
      }
    }
  }

  private static let keys = [
    ("↑ ↓, k j", "one row up or down"), ("PgUp PgDn", "one page up or down; also Space"),
    ("Home End", "first or last row; also g and G"), ("Enter", "open the row"),
    ("Tab, Enter", "in a form, the next field; Esc leaves the form"),
    ("/", "search while typing; Tab keeps the results, Esc clears the search"),
    ("r", "refresh"), ("s", "save this screen as a file"),
    ("c", "copy this screen to the clipboard"),
    ("q, Esc", "back; on the first screen, quit"), ("Ctrl-Z", "suspend; 'fg' continues"),
    ("?", "show these keys"),
  ]
}

extension Key {
  /// The label of the key.
  var name: String {
    switch self {
    case .character(let character): "\(character)"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .escape: "Esc"
    case .paste: "paste"
    }
  }
}
