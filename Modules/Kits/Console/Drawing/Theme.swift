import Documents

/// The look of text on a terminal, which the user chooses to match its background.
public enum Theme: String, Sendable, Hashable, CaseIterable {
  /// Colours for a dark background.
  case dark
  /// Colours for a light background.
  case light
  /// Bold text, and black text on yellow, which can be read on every background.
  case highContrast = "high-contrast"
  /// No colours and no bold text.
  case none

  /// The background on which the colours of the theme must be readable; nil if the theme suits
  /// every background.
  var background: Color? {
    switch self {
    case .dark: .black
    case .light: .white
    case .highContrast, .none: nil
    }
  }

  /// The least contrast ratio of text.
  ///
  /// Source: WCAG 2.2, success criteria 1.4.3 (level AA) and 1.4.6 (level AAA).
  var leastTextContrast: Double { self == .highContrast ? 7 : 4.5 }

  /// The least contrast ratio of symbols.
  ///
  /// Source: WCAG 2.2, success criterion 1.4.11.
  private var leastSymbolContrast: Double { 3 }

  /// Whether a symbol in a colour can be seen on the background.
  func shows(_ color: Color) -> Bool {
    background.map { color.contrast(with: $0) >= leastSymbolContrast } ?? true
  }

  /// The look of a role on an output with `depth` colours. A colour whose nearest colour there has
  /// too little contrast to the background is left out.
  func rendition(of role: TextRole, at depth: ColorDepth) -> GraphicRendition {
    var rendition = rendition(of: role)
    let leastContrast = if case .color = role { leastSymbolContrast } else { leastTextContrast }
    if let color = rendition.foreground, rendition.background == nil, let background,
      color.shown(at: depth).contrast(with: background) < leastContrast
    {
      rendition.foreground = nil
    }
    return rendition
  }

  private func rendition(of role: TextRole) -> GraphicRendition {
    switch (self, role) {
    case (.none, _), (_, .plain), (_, .code): GraphicRendition()
    case (_, .title), (_, .strong): GraphicRendition(isBold: true)
    case (.dark, .struck):
      GraphicRendition(foreground: Color(rgb: 0x8A_8A8A), isStruck: true)
    case (.light, .struck):
      GraphicRendition(foreground: Color(rgb: 0x5F_5F5F), isStruck: true)
    case (.highContrast, .struck): GraphicRendition(isStruck: true)
    case (.dark, .faint): GraphicRendition(foreground: Color(rgb: 0x8A_8A8A))
    case (.dark, .accent): GraphicRendition(foreground: Color(rgb: 0x5F_AFD7))
    case (.dark, .positive): GraphicRendition(foreground: Color(rgb: 0x5F_AF5F))
    case (.dark, .match): GraphicRendition(foreground: Color(rgb: 0x5F_D7FF), isBold: true)
    case (.dark, .warning): GraphicRendition(foreground: Color(rgb: 0xFF_8700), isBold: true)
    case (.dark, .critical): GraphicRendition(foreground: Color(rgb: 0xFF_5F5F), isBold: true)
    case (.dark, .selection):
      GraphicRendition(foreground: .white, background: Color(rgb: 0x00_005F))
    case (.light, .faint): GraphicRendition(foreground: Color(rgb: 0x5F_5F5F))
    case (.light, .accent): GraphicRendition(foreground: Color(rgb: 0x00_5FAF))
    case (.light, .positive): GraphicRendition(foreground: Color(rgb: 0x00_5F00))
    case (.light, .match): GraphicRendition(foreground: Color(rgb: 0x00_5FAF), isBold: true)
    case (.light, .selection):
      GraphicRendition(foreground: .black, background: Color(rgb: 0xD7_D7FF))
    case (.light, .warning): GraphicRendition(foreground: Color(rgb: 0xAF_5F00), isBold: true)
    case (.light, .critical): GraphicRendition(foreground: Color(rgb: 0xAF_0000), isBold: true)
    case (.highContrast, .accent): GraphicRendition(isBold: true)
    case (.highContrast, .warning), (.highContrast, .match):
      GraphicRendition(foreground: .black, background: Color(rgb: 0xFF_FF00), isBold: true)
    case (.highContrast, .selection):
      GraphicRendition(foreground: .white, background: Color(rgb: 0x00_00AF))
    case (.highContrast, .critical):
      GraphicRendition(foreground: Color(rgb: 0xFF_FF00), background: .black, isBold: true)
    case (.highContrast, .faint), (.highContrast, .positive), (.highContrast, .color):
      GraphicRendition()
    case (_, .color(let color)): GraphicRendition(foreground: color)
    }
  }
}

/// The look of text, as the control function SGR sets it.
///
/// Source: ECMA-48, 8.3.117, "Select Graphic Rendition".
struct GraphicRendition: Sendable, Hashable {
  /// The colour of the text; nil for the terminal's default.
  var foreground: Color?
  /// The colour of the background; nil for the terminal's default.
  var background: Color?
  var isBold = false
  var isStruck = false

  /// The parameters of the escape sequence that turns the look on; empty for plain text.
  ///
  /// Terminals with 16 colours often draw bold text in the bright colour, which may have less
  /// contrast: bold black would become grey. So a coloured text is not bold there.
  func parameters(at depth: ColorDepth) -> [Int] {
    guard depth > .none else { return [] }
    let isBold = isBold && (foreground == nil || depth > .ansi16)
    return (isBold ? [1] : []) + (isStruck ? [9] : [])
      + (foreground?.parameters(for: .foreground, at: depth) ?? [])
      + (background?.parameters(for: .background, at: depth) ?? [])
  }
}
