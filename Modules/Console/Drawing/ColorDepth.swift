/// How many colours can be shown, the fewest first.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// No colour and no other decoration.
  case none
  /// The 16 colours of the ANSI palette.
  case ansi16
  /// The 256 colours of xterm.
  case ansi256
  /// All 16,777,216 colours of 24 bits.
  case trueColor

  /// What an output can show, judged by its environment.
  ///
  /// `NO_COLOR` wins over `CLICOLOR_FORCE`, which gives colours even to a file.
  public init(environment: Environment, isTerminal: Bool) {
    let terminal = environment["TERM"] ?? ""
    let force = environment["CLICOLOR_FORCE"] ?? ""
    let isForced = !force.isEmpty && force != "0"
    let isCapable = isTerminal && !terminal.isEmpty && terminal != "dumb"
    guard (environment["NO_COLOR"] ?? "").isEmpty, isForced || isCapable else {
      self = .none
      return
    }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
      self = .trueColor
    } else {
      self = terminal.contains("256color") ? .ansi256 : .ansi16
    }
  }

  /// Orders the depths by their number of colours.
  public static func < (fewer: ColorDepth, more: ColorDepth) -> Bool {
    fewer.rawValue < more.rawValue
  }
}
