import Documents
import Testing

@testable import Console

struct BadgeTests {
  private static let blue: UInt32 = 0x00_5BA9
  private static let yellow: UInt32 = 0xFF_DD00
  private let badges = ["1", "10", "机场线", "A"].map { Badge($0, rgb: nil) }

  @Test(
    arguments: [
      (40, nil, ["[1] [10] [机场线] [A]"]), (17, nil, ["[1] [10] [机场线]", "[A]"]),
      (16, nil, ["[1] [10]", "[机场线] [A]"]), (12, 3, ["[1]", "[10]", "[机场线] [A]"]),
      (12, 2, ["", "[1] [10]", "[机场线] [A]"]), (5, nil, ["[1]", "[10]", "[机…]", "[A]"]),
    ] as [(Int, Int?, [String])])
  func `badges take as many rows as necessary, and the first row may be narrower`(
    width: Int, firstWidth: Int?, rows: [String]
  ) {
    #expect(Page(columns: 80).rows(of: badges, width: width, firstWidth: firstWidth) == rows)
  }

  @Test(
    arguments: [
      (.none, "[13]"), (.ansi16, "\u{1B}[30;103m 13 \u{1B}[0m"),
      (.ansi256, "\u{1B}[1;38;5;16;48;5;221m 13 \u{1B}[0m"),
    ] as [(ColorDepth, String)])
  func `a badge is readable at every colour depth`(colors: ColorDepth, text: String) {
    #expect(Page(columns: 80, colors: colors).paint(Badge("13", rgb: 0xF4_E636)) == text)
  }

  @Test(arguments: [(ColorDepth.none, 1), (.trueColor, 2)])
  func `badges that look alike are drawn once`(colors: ColorDepth, count: Int) {
    let badges = [Self.blue, Self.yellow, Self.blue].map { Badge("R", rgb: $0) }
    let page = Page(columns: 80, colors: colors)
    #expect(page.distinct(badges) == Array(badges.prefix(count)))
    var table = Table(.init(), .init())
    table.append(.distinctBadges(badges), "end")
    #expect(
      page.text(of: [.table(table)]) == badges.prefix(count).map(page.paint).joined(separator: " ")
        + "  end")
  }

  @Test func `without badges there is one empty row`() {
    #expect(Page(columns: 80).rows(of: [], width: 10) == [""])
  }

  @Test func `a badge has black or white text on its colour`() {
    let page = Page(columns: 80, colors: .trueColor)
    #expect(
      page.paint(Badge("D", rgb: Self.blue))
        == "\u{1B}[1;38;2;255;255;255;48;2;0;91;169m D \u{1B}[0m")
    #expect(
      page.paint(Badge("D", rgb: Self.yellow)) == "\u{1B}[1;38;2;0;0;0;48;2;255;221;0m D \u{1B}[0m")
  }

  @Test func `a badge without colour is in brackets`() {
    #expect(Page(columns: 80).paint(Badge("D", rgb: Self.blue)) == "[D]")
    #expect(Page(columns: 80, colors: .trueColor).paint(Badge("D", rgb: nil)) == "[D]")
  }

  @Test(arguments: ColorDepth.allCases, ["D", "Bx", "10号线", ""])
  func `a badge has the same width with and without colours`(depth: ColorDepth, name: String) {
    let page = Page(columns: 80, colors: depth)
    #expect(page.paint(Badge(name, rgb: Self.blue)).columns == Badge(name, rgb: nil).columns)
    #expect(page.paint(Badge(name, rgb: nil)).columns == Badge(name, rgb: nil).columns)
  }

  @Test(arguments: [ColorDepth.ansi16, .ansi256, .trueColor])
  func `the text colour fits the colour that is shown`(
    depth: ColorDepth
  ) {
    let page = Page(columns: 80, colors: depth)
    for rgb: UInt32 in stride(from: 0, to: 0xFF_FFFF, by: 0x5_4321) {
      let shown = Color(rgb: rgb).shown(at: depth)
      let text = shown.readableText
      let code = text.parameters(for: .foreground, at: depth).map(String.init)
      #expect(page.paint(Badge("D", rgb: rgb)).contains(code.joined(separator: ";")))
      #expect(shown.contrast(with: text) >= 4.5)
    }
  }

  @Test(arguments: [
    (Theme.dark, blue, "\u{1B}[1;38;2;255;255;255;48;2;0;91;169m D \u{1B}[0m"),
    (.light, blue, "\u{1B}[1;38;2;255;255;255;48;2;0;91;169m D \u{1B}[0m"),
    (.highContrast, 0x80_8080, "[D]"), (.none, yellow, "[D]"),
    (.highContrast, yellow, "\u{1B}[1;38;2;0;0;0;48;2;255;221;0m D \u{1B}[0m"),
  ])
  func `a badge has colours if the theme has them and their contrast is sufficient`(
    theme: Theme, rgb: UInt32, text: String
  ) {
    #expect(
      Page(columns: 80, colors: .trueColor, theme: theme).paint(Badge("D", rgb: rgb)) == text)
  }
}
