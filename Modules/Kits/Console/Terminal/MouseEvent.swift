import Mediator

/// An action of the mouse at a cell of the screen.
public struct MouseEvent: Hashable, Sendable {
  /// What the mouse did.
  public enum Action: Sendable, Hashable {
    /// The left button was pressed.
    case press
    /// The mouse was moved to another cell while the left button was pressed.
    case drag
    /// The left button was released.
    case release
    /// The wheel was turned away from the user by one step.
    case wheelUp
    /// The wheel was turned towards the user by one step.
    case wheelDown
  }

  /// What the mouse did.
  public let action: Action
  /// The cell at which it did so.
  public let position: ScreenFrame.Position

  /// Creates an event.
  public init(_ action: Action, at position: ScreenFrame.Position) {
    self.action = action
    self.position = position
  }
}

/// Whether the terminal reports the actions of the mouse, which the user chooses: a terminal that
/// reports them does not select text.
public enum MouseMode: Sendable, Hashable {
  /// The program receives the actions.
  case on
  /// The terminal does not report them.
  case off
}

extension MouseMode {
  // Presses, releases and drags (1002), in a form without a limit to the size of the screen (1006).
  private static let begin = "\u{1B}[?1002h\u{1B}[?1006h"
  /// The control sequence that ends all reports.
  static let end = "\u{1B}[?1006l\u{1B}[?1002l"

  /// The control sequence that begins the mode.
  var sequence: String {
    switch self {
    case .on: Self.begin
    case .off: ""
    }
  }
}

extension MouseEvent {
  private static let largestCoordinate = 10_000
  /// The bits of the first number that are no button: Shift, Meta and Ctrl.
  private static let modifiers = 4 | 8 | 16

  /// Reads a report; nil for another button, or a report that is not valid.
  ///
  /// Source: xterm's "Control Sequences", "Extended coordinates", mode 1006.
  /// - Parameters:
  ///   - parameters: The numbers between `ESC [ <` and the last byte.
  ///   - final: The last byte: `m` after a release, `M` otherwise.
  init?(parameters: Substring, finalByte final: UInt8) {
    let numbers = parameters.split(at: ";", omittingEmptySubsequences: false)
      .map { $0.first?.isNumber == true ? Int($0) : nil }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], (1...Self.largestCoordinate).contains(column),
      (1...Self.largestCoordinate).contains(row)
    else { return nil }
    let action: Action? =
      switch (button & ~Self.modifiers, Character(Unicode.Scalar(final))) {
      case (0, "M"): .press
      case (0, "m"): .release
      case (32, "M"): .drag
      case (64, "M"): .wheelUp
      case (65, "M"): .wheelDown
      default: nil
      }
    guard let action else { return nil }
    self.init(action, at: ScreenFrame.Position(row: row - 1, column: column - 1))
  }
}
