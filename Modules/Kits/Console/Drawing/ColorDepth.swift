/// The number of colours that an output can show.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// No colours and no other styles.
  case none
  /// The 16 colours of the ANSI palette.
  case ansi16
  /// The 256 colours of xterm.
  case ansi256
  /// The 16,777,216 colours of 24 bits.
  case trueColor

  /// Reads the depth of an output from the environment.
  ///
  /// `NO_COLOR` takes precedence over `CLICOLOR_FORCE`, which enables colours even for a file.
  init(environment: Environment, isTerminal: Bool) {
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

  /// Whether the first depth has fewer colours than the second.
  public static func < (first: ColorDepth, second: ColorDepth) -> Bool {
    first.rawValue < second.rawValue
  }
}
