import Testing

@testable import Console

struct PageBadgeTests {
  private let badges = ["1", "10", "机场线", "A"].map { Badge($0, rgb: nil) }

  @Test(
    arguments: [
      (40, nil, ["[1] [10] [机场线] [A]"]), (17, nil, ["[1] [10] [机场线]", "[A]"]),
      (16, nil, ["[1] [10]", "[机场线] [A]"]), (12, 3, ["[1]", "[10]", "[机场线] [A]"]),
      (12, 2, ["", "[1] [10]", "[机场线] [A]"]), (5, nil, ["[1]", "[10]", "[机…]", "[A]"]),
    ] as [(Int, Int?, [String])])
  func `badges take as many rows as they need, the first what is free of it`(
    room: Int, first: Int?, rows: [String]
  ) {
    #expect(Page(columns: 80).rows(of: badges, in: room, first: first) == rows)
  }

  @Test(
    arguments: [
      (.none, "[13]"), (.ansi16, "\u{1B}[30;103m 13 \u{1B}[0m"),
      (.ansi256, "\u{1B}[1;38;5;16;48;5;221m 13 \u{1B}[0m"),
    ] as [(ColorDepth, String)])
  func `a badge can be read in any number of colours`(colors: ColorDepth, text: String) {
    #expect(Page(columns: 80, colors: colors).paint(Badge("13", rgb: 0xF4_E636)) == text)
  }

  @Test func `no badges leave one empty row`() {
    #expect(Page(columns: 80).rows(of: [], in: 10) == [""])
  }
}
