import Documents
import Mediator
import Testing

@testable import Console

struct TableTests {
  private var products: Table {
    var table = Table(
      .init("product", isFlexible: true), .init("sizes"), .init("price", .right))
    table.append(
      "Trindade", .badges([Badge("A", rgb: 0)]) + " " + .badges([Badge("Bx", rgb: nil)]), "3")
    table.append("西直门", .badges([Badge("2", rgb: nil)]), "12")
    table.append("Casa da Música", "", "")
    table.append("Francos")
    return table
  }

  @Test(arguments: [
    (45, "MacArthur Station  19 min late  20 min late"),
    (43, "MacArthur Station  19 min late  20 min late"),
    (34, "MacArth…  19 min late  20 min late"), (33, "MacArthur Station  19 min late"),
    (21, "MacArth…  19 min late"), (18, "MacA…  19 min late"),
  ])
  func `a column with a least page width is left out before names are cut below eight letters`(
    columns: Int, line: String
  ) {
    var table = Table(.init(isFlexible: true), .init(), .init(minimumPageWidth: 1))
    table.append("MacArthur Station", "19 min late", "20 min late")
    #expect(table.lines(on: Page(columns: columns)).map(\.text) == [line])
  }

  @Test(arguments: [
    (40, "1  Tea\n   unit kg · due tomorrow at noon"),
    (24, "1  Tea\n   unit kg\n   due tomorrow at noon"),
    (16, "1  Tea\n   unit kg\n   due tomorrow\n   at noon"), (50, "1  Tea  kg    tomorrow at noon"),
    (45, "1  Tea  kg\n   due tomorrow at noon"),
  ])
  func `below a row are the cells of columns for which the page has no room`(
    columns: Int, text: String
  ) {
    var table = Table(
      .init("", .right), .init("", isFlexible: true),
      .init("unit", minimumPageWidth: 45, isShownBelow: true),
      .init("due", minimumPageWidth: 50, isShownBelow: true),
      .init("note", minimumPageWidth: 60), .init("bought", minimumPageWidth: 60, isShownBelow: true)
    )
    table.append("1", "Tea", "kg", "tomorrow at noon", "left out", "")
    let lines = table.lines(on: Page(columns: columns))
    #expect(lines.dropFirst().map(\.text).joined(separator: "\n") == text)
    #expect(lines.dropFirst().allSatisfy { $0.row == 0 })
  }

  @Test(arguments: [40, 80, 120])
  func `columns are aligned in any script`(columns: Int) {
    #expect(
      Page(columns: columns).text(of: [.table(products)]) == """
        product         sizes     price
        Trindade        [A] [Bx]      3
        西直门          [2]          12
        Casa da Música
        Francos
        """)
  }

  @Test func `a flexible column is cut on a narrow page`() {
    #expect(
      Page(columns: 26).text(of: [.table(products)]) == """
        product    sizes     price
        Trindade   [A] [Bx]      3
        西直门     [2]          12
        Casa da …
        Francos
        """)
  }

  @Test func `a flexible column is at least three columns wide, and other columns are never cut`() {
    let lines = Page(columns: 10).text(of: [.table(products)]).split(separator: "\n")
    #expect(lines.map(String.init).map(\.columns) == [20, 20, 20, 3, 3])
  }

  @Test func `the widest of the flexible columns is cut first`() {
    var table = Table(.init(isFlexible: true), .init(isFlexible: true))
    table.append("\(String(repeating: "a", count: 30))", "\(String(repeating: "b", count: 12))")
    #expect(Page(columns: 30).text(of: [.table(table)]) == "aaaaaaaaaaaaaaa…  bbbbbbbbbbbb")
    #expect(Page(columns: 22).text(of: [.table(table)]) == "aaaaaaaaa…  bbbbbbbbb…")
    #expect(Page(columns: 11).text(of: [.table(table)]) == "aaa…  bbbb…")
  }

  @Test func `a column without content takes no space`() {
    var table = Table(.init("id"), .init(isFlexible: true), .init("name"), .init())
    table.append("1", "", "Trindade")
    #expect(Page(columns: 12).text(of: [.table(table)]) == "id  name\n1   Trindade")
  }

  @Test(arguments: ColorDepth.allCases)
  func `styles change no width and leave no trailing spaces`(depth: ColorDepth) {
    let text = Page(columns: 26, colors: depth).text(of: [.table(products)])
    #expect(text.split(separator: "\n").map { String($0).columns } == [26, 26, 26, 9, 7])
    #expect(text.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
  }

  @Test func `titles are bold`() {
    var table = Table(.init("id"), .init("name"))
    table.append("1", Text("x", .faint))
    #expect(
      Page(columns: 80, colors: .ansi16).text(of: [.table(table)])
        == "\u{1B}[1mid\u{1B}[0m  \u{1B}[1mname\u{1B}[0m\n1   \u{1B}[90mx\u{1B}[0m")
  }

  @Test func `cells after the last column are ignored, and titles are optional`() {
    var table = Table(.init(), .init())
    #expect(Page(columns: 80).text(of: [.table(table)]).isEmpty)
    table.append("a", "b", "c")
    #expect(Page(columns: 80).text(of: [.table(table)]) == "a  b")
  }
}

struct TextLineTests {
  private let page = Page(columns: 80)

  @Test func `a line contains no control characters`() {
    let unsafe = "\u{1B}[2J\u{1B}]0;x\u{07}Ali\nados\u{202E}"
    #expect(page.line(Text(verbatim: unsafe)) == "Ali ados")
    #expect(page.line("\(unsafe)!") == "Ali ados!")
    #expect(page.line(.badges([Badge(unsafe, rgb: nil)])) == "[Ali ados]")
  }

  @Test(arguments: [
    (20, "D [A] [B] Trindade"), (18, "D [A] [B] Trindade"), (17, "D [A] [B] Trinda…"),
    (11, "D [A] [B] …"), (9, "D [A] …"), (5, "D …"), (1, "…"), (0, ""), (-1, ""),
  ])
  func `a badge is shown whole or not at all`(columns: Int, text: String) {
    let cell: Text =
      "D " + .badges([Badge("A", rgb: nil)]) + " " + .badges([Badge("B", rgb: nil)])
    let cut = TextLine(cell + " Trindade", on: page).truncated(to: columns)
    #expect(cut.text(on: page) == text)
    #expect(cut.columns <= max(0, columns))
  }
}
