import Documents
import Mediator
import Testing

@testable import Web

struct TableTests {
  private static func table(from width: Int = 0, narrower: Document = []) -> Table {
    var table = Table(
      from: width,
      [.init(), .init("to", isFlexible: true), .init("at", .right, minimumPageWidth: 66)])
    table.append(["", "Trindade", "08:15"], narrower: narrower)
    return table
  }

  @Test func `a table has a header, aligned cells and no empty column`() throws {
    #expect(
      markup([.table(Self.table())])
        == #"<div class="table"><table><thead><tr><th scope="col" class="flexible">to</th>"#
        + #"<th scope="col" class="right wide-70">at</th></tr></thead><tbody><tr>"#
        + #"<td class="flexible">Trindade</td><td class="right wide-70">08:15</td></tr>"#
        + "</tbody></table></div>")
  }

  @Test func `a table whose titles are empty has no header`() throws {
    var table = Table(.init(), .init())
    table.append("a", "b")
    #expect(try Markup([.table(table)]).elements("thead").isEmpty)
  }

  @Test func `each row has its narrower document for a narrow page`() throws {
    let markup = try Markup([.table(Self.table(from: 50, narrower: "Trindade 08:15"))])
    #expect(markup.elements("table").map { $0["class"] } == ["from-50"])
    let narrower = markup.elements("td").filter { $0["class"] == "narrower" }
    #expect(narrower.map(\.text) == ["Trindade 08:15"])
    #expect(narrower.map { $0["colspan"] } == ["2"])
  }

  @Test func `cells that a narrow page shows below the row are in it, too`() throws {
    var table = Table([
      .init(), .init("to", isFlexible: true),
      .init("at", minimumPageWidth: 50, isShownBelow: true),
      .init("note", minimumPageWidth: 60, isShownBelow: true),
      .init("id", minimumPageWidth: 60),
    ])
    table.append("1", "Trindade", "08:15", "", "7")
    let below =
      #"<td class="flexible">Trindade<div class="below"><span class="under-50">"#
      + #"<span class="faint">at</span> 08:15</span></div></td>"#
    #expect(markup([.table(table)]).contains(below))
  }

  @Test func `a heading is a header of the cells below it`() throws {
    var table = Table(.init("a"), .init("b"))
    table.append(heading: [.paragraph("Today", .warning)])
    table.append("1", "2")
    let heading = try #require(try Markup([.table(table)]).elements("th").last)
    #expect(heading["colspan"] == "2" && heading["scope"] == "col" && heading.text == "Today")
  }

  @Test func `a missing cell is empty`() throws {
    var table = Table(.init("a"), .init("b"))
    table.append("1")
    #expect(try Markup([.table(table)]).elements("td").map(\.text) == ["1", ""])
  }
}
