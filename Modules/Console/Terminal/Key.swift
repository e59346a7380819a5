/// What a person pressed on the keyboard, or pasted.
public enum Key: Hashable, Sendable {
  /// A letter or another sign; one Unicode scalar, so that an accent may come by itself.
  case character(Character)
  /// A letter of `a` to `z` together with Ctrl.
  case control(Character)
  /// The arrow that points up.
  case up
  /// The arrow that points down.
  case down
  /// The arrow that points left.
  case left
  /// The arrow that points right.
  case right
  /// To the beginning.
  case home
  /// To the end.
  case end
  /// A screenful back.
  case pageUp
  /// A screenful on.
  case pageDown
  /// Return or Enter.
  case enter
  /// The tabulator.
  case tab
  /// Takes away the sign before.
  case backspace
  /// Takes away the sign after.
  case delete
  /// Esc by itself.
  case escape
  /// A text that came from a clipboard, in one piece and as it was.
  case paste(String)
}
