import Testing

@testable import Console

struct TableTests {
  private var stations: Table {
    var table = Table(
      .init("station", isFlexible: true), .init("lines"), .init("stops", .right))
    table.append(
      "Trindade", .badges([Badge("A", rgb: 0)]) + " " + .badges([Badge("Bx", rgb: nil)]), "3")
    table.append("西直门", .badges([Badge("2", rgb: nil)]), "12")
    table.append("Casa da Música", "", "")
    table.append("Francos")
    return table
  }

  @Test(arguments: [40, 80, 120])
  func `columns hold whatever the script`(columns: Int) {
    #expect(
      stations.text(on: Page(columns: columns)) == """
        station         lines     stops
        Trindade        [A] [Bx]      3
        西直门          [2]          12
        Casa da Música
        Francos
        """)
  }

  @Test func `a flexible column is cut on a narrow page`() {
    #expect(
      stations.text(on: Page(columns: 26)) == """
        station    lines     stops
        Trindade   [A] [Bx]      3
        西直门     [2]          12
        Casa da …
        Francos
        """)
  }

  @Test func `a flexible column keeps eight columns, and the others stay whole`() {
    let lines = stations.text(on: Page(columns: 10)).split(separator: "\n")
    #expect(lines.map(String.init).map(\.columns) == [25, 25, 25, 8, 7])
  }

  @Test func `the widest of the flexible columns is cut first`() {
    var table = Table(.init(isFlexible: true), .init(isFlexible: true))
    table.append(.init(String(repeating: "a", count: 30)), .init(String(repeating: "b", count: 12)))
    #expect(table.text(on: Page(columns: 30)) == "aaaaaaaaaaaaaaa…  bbbbbbbbbbbb")
    #expect(table.text(on: Page(columns: 22)) == "aaaaaaaaa…  bbbbbbbbb…")
  }

  @Test(arguments: ColorDepth.allCases)
  func `styles take no room and leave no trailing space`(depth: ColorDepth) {
    let text = stations.text(on: Page(columns: 26, colors: depth))
    #expect(text.split(separator: "\n").map { String($0).columns } == [26, 26, 26, 9, 7])
    #expect(text.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
  }

  @Test func `titles are heavy`() {
    var table = Table(.init("id"), .init("name"))
    table.append("1", Table.Cell("x", .dim))
    #expect(
      table.text(on: Page(columns: 80, colors: .ansi16))
        == "\u{1B}[1mid\u{1B}[0m  \u{1B}[1mname\u{1B}[0m\n1   \u{1B}[2mx\u{1B}[0m")
  }

  @Test func `cells beyond the last column are dropped, and titles may be missing`() {
    var table = Table(.init(), .init())
    #expect(table.text(on: Page(columns: 80)).isEmpty)
    table.append("a", "b", "c")
    #expect(table.text(on: Page(columns: 80)) == "a  b")
  }
}
