import Documents
import Testing

@testable import Console

struct ThemeTests {
  /// All styles that are roles of text.
  private static let roles: [TextRole] = [
    .title, .strong, .faint, .struck, .accent, .positive, .warning, .critical, .match, .selection,
  ]
  private static let depths: [ColorDepth] = [.ansi16, .ansi256, .trueColor]

  @Test(
    arguments: [
      (.dark, [.black], 4.5), (.light, [.white], 4.5), (.highContrast, [.black, .white], 7),
    ] as [(Theme, [Color], Double)], Self.depths)
  func `every role can be read on the background of the theme`(
    _ values: (theme: Theme, backgrounds: [Color], contrast: Double), depth: ColorDepth
  ) {
    for role in Self.roles {
      let rendition = values.theme.rendition(of: role, at: depth)
      // Without a colour, a terminal shows text in its default colour.
      guard let foreground = rendition.foreground?.shown(at: depth) else { continue }
      for background in values.backgrounds {
        let background = rendition.background?.shown(at: depth) ?? background
        #expect(foreground.contrast(with: background) >= values.contrast, "\(role)")
      }
    }
  }

  @Test(arguments: [Theme.dark, .light], [ColorDepth.ansi256, .trueColor])
  func `faint, accent, positive, warning and critical texts have different colours`(
    theme: Theme, depth: ColorDepth
  ) {
    let roles: [TextRole] = [.faint, .accent, .positive, .warning, .critical]
    let colors = roles.compactMap { theme.rendition(of: $0, at: depth).foreground }
    #expect(Set(colors.map { $0.shown(at: depth) }).count == roles.count)
  }

  /// On a light background, some of the 16 colours have too little contrast and are left out.
  @Test(arguments: Self.depths)
  func
    `in the dark theme, faint, positive, warning and critical texts look different at every depth`(
      depth: ColorDepth
    )
  {
    let page = Page(columns: 80, colors: depth, theme: .dark)
    let roles: [TextRole] = [.faint, .positive, .warning, .critical]
    #expect(Set(roles.map { page.paint("x", $0) }).count == roles.count)
  }

  @Test(arguments: Theme.allCases.filter { $0 != .none }, Self.depths)
  func `titles, strong texts and warnings differ from plain text`(theme: Theme, depth: ColorDepth) {
    let page = Page(columns: 80, colors: depth, theme: theme)
    for role in [TextRole.title, .strong, .warning, .critical] {
      #expect(page.paint("x", role) != "x")
    }
    #expect(page.paint("x", .plain) == "x")
  }

  @Test(arguments: Self.depths)
  func `the theme none draws neither styles nor colours`(depth: ColorDepth) {
    let page = Page(columns: 80, colors: depth, theme: .none)
    for style in Self.roles + [.color(.white)] { #expect(page.paint("x", style) == "x") }
    #expect(page.paint(Badge("x", rgb: 0xFF_0000)) == "[x]")
    #expect(page.colors == .none)
  }

  @Test(
    arguments: [
      (.dark, 0x00_0080, .trueColor, false), (.light, 0x00_0080, .trueColor, true),
      (.dark, 0xFF_DD00, .trueColor, true), (.light, 0xFF_DD00, .trueColor, false),
      (.light, 0x00_8000, .trueColor, true), (.light, 0x00_8000, .ansi16, false),
      (.highContrast, 0xFF_0000, .trueColor, false),
    ] as [(Theme, UInt32, ColorDepth, Bool)])
  func `a colour of the content is left out if it can hardly be seen`(
    theme: Theme, rgb: UInt32, depth: ColorDepth, isShown: Bool
  ) {
    let page = Page(columns: 80, colors: depth, theme: theme)
    #expect((page.paint("●", .color(Color(rgb: rgb))) != "●") == isShown)
  }

  @Test func `a theme has the name of its setting`() {
    #expect(Theme.allCases.map(\.rawValue) == ["dark", "light", "high-contrast", "none"])
  }

  @Test(arguments: Theme.allCases)
  func `the page of a terminal has its theme`(theme: Theme) {
    var terminal = Terminal(
      descriptor: 1, environment: ["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"])
    #expect(terminal.page.theme == .dark)
    terminal.theme = theme
    #expect(terminal.page.theme == theme)
  }
}
