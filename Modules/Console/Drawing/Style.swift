/// How text looks besides its letters.
public struct Style: Hashable, Sendable {
  /// Letters and nothing else.
  public static let plain = Style()
  /// Heavy letters, for what matters most.
  public static let bold = Style(isBold: true)
  /// Faint letters, for what matters least.
  public static let dim = Style(isDim: true)

  /// The colour of the letters; nil for the terminal's own.
  public var foreground: Color?
  /// The colour behind the letters; nil for the terminal's own.
  public var background: Color?
  /// Whether the letters are heavy.
  public var isBold: Bool
  /// Whether the letters are faint.
  public var isDim: Bool

  /// Composes a style.
  public init(
    foreground: Color? = nil,
    background: Color? = nil,
    isBold: Bool = false,
    isDim: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
  }

  /// Letters in a colour.
  public static func color(_ color: Color) -> Style {
    Style(foreground: color)
  }

  /// The parameters of the escape sequence that turns the style on; none for a plain one.
  func parameters(at depth: ColorDepth) -> [Int] {
    guard depth > .none else { return [] }
    return (isBold ? [1] : []) + (isDim ? [2] : [])
      + (foreground?.parameters(for: .foreground, at: depth) ?? [])
      + (background?.parameters(for: .background, at: depth) ?? [])
  }
}
