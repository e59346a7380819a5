import Documents
import Testing

@testable import Console

struct PageSelectionTests {
  private static let dark = Page(columns: 12, colors: .trueColor)
  private static let start = "\u{1B}[38;2;255;255;255;48;2;0;0;95m"
  private static let reset = "\u{1B}[0m"

  @Test(
    arguments: [
      ("Aliados", "Aliados     "), ("西直门", "西直门      "), ("", "            "),
      // A text of its own style is followed by the selection again.
      ("\(dark.paint("D", .strong)) x", "\u{1B}[1mD\(reset)\(start) x         "),
      ("\(dark.paint("D", .match)) x", "\u{1B}[1;38;2;95;215;255mD\(reset)\(start) x         "),
      // A badge keeps its background.
      (
        dark.paint(Badge("D", rgb: 0xFF_DD00)),
        "\u{1B}[1;38;2;0;0;0;48;2;255;221;0m D \(reset)\(start)         "
      ),
    ])
  func `a selected row has a background over its full width`(line: String, drawn: String) {
    #expect(Self.dark.selecting(line) == Self.start + drawn + Self.reset)
  }

  @Test(
    arguments: [
      (.dark, 0x8A_8A8A, true), (.dark, 0x00_5BA9, false), (.light, 0xAF_0000, true),
      (.light, 0xAF_5F00, false), (.highContrast, 0x5F_5F5F, false),
    ] as [(Theme, UInt32, Bool)], [ColorDepth.ansi256, .trueColor])
  func `a colour that cannot be read on the selection is left out`(
    _ values: (theme: Theme, rgb: UInt32, isShown: Bool), depth: ColorDepth
  ) {
    let page = Page(columns: 4, colors: depth, theme: values.theme)
    let line = page.paint("x", GraphicRendition(foreground: Color(rgb: values.rgb)))
    let style = line.prefix { $0 != "x" }
    #expect(page.selecting(line).contains(style) == values.isShown)
  }

  @Test(arguments: Theme.allCases)
  func `without colours, a selected row looks like every other`(theme: Theme) {
    #expect(Page(columns: 20, theme: theme).selecting("Aliados") == "Aliados")
  }

  @Test func `the theme none has no selection`() {
    #expect(Page(columns: 20, colors: .trueColor, theme: .none).selecting("Aliados") == "Aliados")
  }

  @Test(arguments: [ColorDepth.ansi16, .ansi256, .trueColor], [Theme.dark, .light, .highContrast])
  func `a screen draws a selected row as it is`(depth: ColorDepth, theme: Theme) {
    let page = Page(columns: 10, colors: depth, theme: theme)
    let line = page.selecting(page.paint("Al", .faint) + page.paint("●", .accent) + " x")
    #expect(line.columns == 10)
    #expect(line.filtered(as: .styledLine) == line)
  }
}
