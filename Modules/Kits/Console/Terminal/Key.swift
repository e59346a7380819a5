import Mediator

/// A key that the user pressed, a text that the user pasted, or an action of the mouse.
public enum Key: Hashable, Sendable {
  /// A printable character: one Unicode scalar, so a combining mark is a key of its own.
  case character(Character)
  /// A letter from `a` to `z` with Ctrl.
  case control(Character)
  /// One of the keys with Alt that edit a text: `b`, `d`, `f` or Backspace (U+007F).
  case alt(Character)
  /// The up arrow.
  case up
  /// The down arrow.
  case down
  /// The left arrow.
  case left
  /// The right arrow.
  case right
  /// The left arrow with Ctrl or Alt.
  case wordLeft
  /// The right arrow with Ctrl or Alt.
  case wordRight
  /// Home.
  case home
  /// End.
  case end
  /// Page Up.
  case pageUp
  /// Page Down.
  case pageDown
  /// Return or Enter.
  case enter
  /// Tab.
  case tab
  /// Backspace, which deletes the character before the cursor.
  case backspace
  /// Delete, which deletes the character after the cursor.
  case delete
  /// Esc alone.
  case escape
  /// F1, which asks for help.
  case f1
  /// A pasted text, unchanged.
  case paste(String)
  /// An action of the mouse.
  case mouse(MouseEvent)
}

extension Key {
  /// The label of the key, such as `Ctrl-L`.
  package var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): "\(character)"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .alt("\u{7F}"): "Alt-Backspace"
    case .alt(let letter): "Alt-\(letter.uppercased())"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .wordLeft: "Ctrl-←"
    case .wordRight: "Ctrl-→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .enter: "⏎"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .escape: "Esc"
    case .f1: "F1"
    case .paste: "paste"
    case .mouse: "mouse"
    }
  }
}

extension Key {
  /// The keys that it is where no text is edited: Esc and a key soon after it look like one with
  /// Alt on a slow connection.
  package var outsideText: [Key] {
    switch self {
    case .alt("\u{7F}"): [.escape, .backspace]
    case .alt(let letter): [.escape, .character(letter)]
    case .wordLeft: [.left]
    case .wordRight: [.right]
    case .character, .control, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter,
      .tab, .backspace, .delete, .escape, .f1, .paste, .mouse:
      [self]
    }
  }
}

extension Key {
  /// The key of a control sequence that ends with a letter.
  /// - Parameter parameters: The numbers of the sequence, such as `1;5` for one with Ctrl; nil
  ///   after `ESC O`.
  init?(finalByte final: UInt8, parameters: String?) {
    let isWord = ["3", "5"].contains(parameters?.split(at: ";").dropFirst().last)
    switch Character(Unicode.Scalar(final)) {
    case "A": self = .up
    case "B": self = .down
    case "C": self = isWord ? .wordRight : .right
    case "D": self = isWord ? .wordLeft : .left
    // With Ctrl, in rxvt.
    case "c" where parameters == nil: self = .wordRight
    case "d" where parameters == nil: self = .wordLeft
    case "F": self = .end
    case "H": self = .home
    case "P": self = .f1
    default: return nil
    }
  }

  /// The key of a control sequence with a number, such as 3 in `ESC [ 3 ~`.
  init?(number: Substring) {
    switch number {
    case "1", "7": self = .home
    case "3": self = .delete
    case "11": self = .f1
    case "4", "8": self = .end
    case "5": self = .pageUp
    case "6": self = .pageDown
    default: return nil
    }
  }
}
