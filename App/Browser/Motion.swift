import Console

/// A way to move through lines.
enum Motion: Equatable {
  case up, down, pageUp, pageDown, home, end

  /// What a key that is no letter moves.
  init?(_ key: Key) {
    switch key {
    case .up, .control("p"): self = .up
    case .down, .control("n"): self = .down
    case .pageUp, .control("b"): self = .pageUp
    case .pageDown, .control("f"): self = .pageDown
    case .home: self = .home
    case .end: self = .end
    case .character, .control, .left, .right, .enter, .tab, .backspace, .delete, .escape, .paste:
      return nil
    }
  }

  /// What a letter moves where none is typed.
  init?(letter key: Key) {
    switch key {
    case .character("k"): self = .up
    case .character("j"): self = .down
    case .character(" "): self = .pageDown
    case .character("g"): self = .home
    case .character("G"): self = .end
    default: return nil
    }
  }
}
