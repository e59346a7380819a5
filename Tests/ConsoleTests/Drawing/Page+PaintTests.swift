import Testing

@testable import Console

struct PagePaintTests {
  let blue = Color(rgb: 0x00_5BA9)
  let yellow = Color(rgb: 0xFF_DD00)

  @Test(
    arguments: [
      (.plain, "Aliados"),
      (.bold, "\u{1B}[1mAliados\u{1B}[0m"),
      (.dim, "\u{1B}[2mAliados\u{1B}[0m"),
      (.color(Color(rgb: 0x00_5BA9)), "\u{1B}[38;2;0;91;169mAliados\u{1B}[0m"),
      (
        Style(foreground: .white, background: .black, isBold: true),
        "\u{1B}[1;38;2;255;255;255;48;2;0;0;0mAliados\u{1B}[0m"
      ),
    ] as [(Style, String)])
  func `a style is turned on before the text and off behind it`(style: Style, painted: String) {
    #expect(Page(columns: 80, colors: .trueColor).paint("Aliados", style) == painted)
    #expect(Page(columns: 80).paint("Aliados", style) == "Aliados")
  }

  @Test func `an empty text stays empty`() {
    #expect(Page(columns: 80, colors: .trueColor).paint("", .bold).isEmpty)
  }

  @Test(arguments: ColorDepth.allCases)
  func `painted text cannot command the terminal`(depth: ColorDepth) {
    let page = Page(columns: 80, colors: depth)
    let evil = "A\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\r\nB"
    #expect(page.paint(evil, .plain) == "A31m  B")
    #expect(!page.paint(Badge(evil, rgb: blue.rgb)).withoutEscapes.contains("\u{9B}"))
    #expect(!page.paint(Badge(evil, rgb: blue.rgb)).contains("\u{07}"))
    #expect(!page.paint(Badge(evil, rgb: nil)).contains("\u{1B}"))
  }

  @Test func `a badge has the line's colour behind black or white letters`() {
    let page = Page(columns: 80, colors: .trueColor)
    #expect(
      page.paint(Badge("D", rgb: blue.rgb))
        == "\u{1B}[1;38;2;255;255;255;48;2;0;91;169m D \u{1B}[0m")
    #expect(
      page.paint(Badge("D", rgb: yellow.rgb)) == "\u{1B}[1;38;2;0;0;0;48;2;255;221;0m D \u{1B}[0m")
  }

  @Test func `without colour a badge stands in brackets`() {
    #expect(Page(columns: 80).paint(Badge("D", rgb: blue.rgb)) == "[D]")
    #expect(Page(columns: 80, colors: .trueColor).paint(Badge("D", rgb: nil)) == "[D]")
  }

  @Test(arguments: ColorDepth.allCases, ["D", "Bx", "10号线", ""])
  func `a badge is as wide with colours as without`(depth: ColorDepth, name: String) {
    let page = Page(columns: 80, colors: depth)
    #expect(page.paint(Badge(name, rgb: blue.rgb)).columns == Badge(name, rgb: nil).columns)
    #expect(page.paint(Badge(name, rgb: nil)).columns == Badge(name, rgb: nil).columns)
  }

  @Test(arguments: [ColorDepth.ansi16, .ansi256, .trueColor])
  func `letters are chosen for the colour that is shown, not for the one that was asked`(
    depth: ColorDepth
  ) {
    let page = Page(columns: 80, colors: depth)
    for rgb: UInt32 in stride(from: 0, to: 0xFF_FFFF, by: 0x5_4321) {
      let shown = Color(rgb: rgb).shown(at: depth)
      let letters = shown.readableText
      let code = letters.parameters(for: .foreground, at: depth).map(String.init)
      #expect(page.paint(Badge("D", rgb: rgb)).contains(code.joined(separator: ";")))
      #expect(shown.contrast(with: letters) >= 4.5)
    }
  }
}
