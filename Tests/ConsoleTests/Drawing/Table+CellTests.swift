import Testing

@testable import Console

struct TableCellTests {
  let page = Page(columns: 80)

  @Test func `a cell cannot command the terminal`() {
    let evil = "\u{1B}[2J\u{1B}]0;x\u{07}Ali\nados\u{202E}"
    #expect(Table.Cell(evil).text(on: page) == "Ali ados")
    #expect(Table.Cell("\(evil)!").text(on: page) == "Ali ados!")
    #expect(Table.Cell.badges([Badge(evil, rgb: nil)]).text(on: page) == "[Ali ados]")
  }

  @Test(arguments: [
    (20, "D [A] [B] Trindade"), (18, "D [A] [B] Trindade"), (17, "D [A] [B] Trinda…"),
    (11, "D [A] [B] …"), (9, "D [A] …"), (5, "D …"), (1, "…"), (0, ""), (-1, ""),
  ])
  func `a badge is shown whole or not at all`(columns: Int, text: String) {
    let cell: Table.Cell =
      "D " + .badges([Badge("A", rgb: nil)]) + " " + .badges([Badge("B", rgb: nil)])
    let cut = (cell + " Trindade").truncated(to: columns)
    #expect(cut.text(on: page) == text)
    #expect(cut.columns <= max(0, columns))
  }
}
