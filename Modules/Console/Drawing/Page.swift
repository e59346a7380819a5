/// The medium that text is laid out for: its width and its colours.
public struct Page: Sendable, Hashable {
  /// The width of a line in columns.
  public let columns: Int
  /// The colours that can be shown.
  public let colors: ColorDepth

  /// Creates a page.
  public init(columns: Int, colors: ColorDepth = .none) {
    self.columns = columns
    self.colors = colors
  }

  /// Draws a text in a style, or without one if the page has no colours.
  ///
  /// The text is made `printable` first, so any style that it already has is lost.
  public func paint(_ text: String, _ style: Style) -> String {
    let parameters = style.parameters(at: colors).map(String.init).joined(separator: ";")
    let text = text.printable
    guard !parameters.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }

  /// Draws a text in as many lines as necessary, and makes it `printable`.
  public func paragraph(_ text: String, _ style: Style = .plain) -> String {
    text.printable.wrapped(to: columns).map { paint($0, style) }.joined(separator: "\n")
  }

  private static let narrowestDefinition = 24

  /// Draws terms and their definitions in two columns, or each definition below its term if the
  /// page is too narrow.
  public func definitions(_ entries: [(term: String, definition: String)]) -> String {
    let termWidth = entries.map(\.term.columns).max() ?? 0
    let isWide = columns - termWidth - 4 >= Self.narrowestDefinition
    let indent = isWide ? termWidth + 4 : 6
    let margin = String(repeating: " ", count: indent)
    return entries.flatMap { term, definition -> [String] in
      let lines = definition.wrapped(to: columns - indent)
      guard isWide, let first = lines.first else {
        return ["  \(term)"] + lines.map { margin + $0 }
      }
      return ["  \(term.padded(to: termWidth))  \(first)"] + lines.dropFirst().map { margin + $0 }
    }.joined(separator: "\n")
  }
}

/// The style of text: colours, bold and dim.
public struct Style: Hashable, Sendable {
  /// Text without a style.
  public static let plain = Style()
  /// Bold text, for what is most important.
  public static let bold = Style(isBold: true)
  /// Dim text, for what is least important.
  public static let dim = Style(isDim: true)

  /// The colour of the text; nil for the terminal's default.
  public var foreground: Color?
  /// The colour of the background; nil for the terminal's default.
  public var background: Color?
  /// Whether the text is bold.
  public var isBold: Bool
  /// Whether the text is dim.
  public var isDim: Bool

  /// Creates a style.
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

  /// Text in a colour.
  public static func color(_ color: Color) -> Style {
    Style(foreground: color)
  }

  /// The parameters of the escape sequence that turns the style on; empty for a plain style.
  func parameters(at depth: ColorDepth) -> [Int] {
    guard depth > .none else { return [] }
    return (isBold ? [1] : []) + (isDim ? [2] : [])
      + (foreground?.parameters(for: .foreground, at: depth) ?? [])
      + (background?.parameters(for: .background, at: depth) ?? [])
  }
}
