import Console

extension Key {
  /// What stands on the key.
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
