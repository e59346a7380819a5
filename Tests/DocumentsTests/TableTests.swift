import Mediator
import Testing

@testable import Documents

struct TableTests {
  @Test func `a row has no more cells than the table has columns`() {
    var table = Table(.init("name"), .init("price", .right))
    table.append("lamp", "3", "lost")
    table.append("desk")
    table.append(["bed", "9", "lost"], narrower: "bed for 9")
    #expect(table.rows.map(\.cells) == [["lamp", "3"], ["desk"], ["bed", "9"]])
    #expect(table.rows.map(\.narrower) == [[], [], "bed for 9"])
  }

  @Test func `a heading is a row without cells`() {
    var table = Table(from: 50, [.init("name")])
    table.append(heading: "Lamps")
    table.append("blue lamp")
    #expect(table.rows.map(\.heading) == ["Lamps", nil])
    #expect(table.minimumPageWidth == 50)
  }

  @Test func `tables differ by columns and rows`() {
    var filled = Table(.init("name"))
    filled.append("lamp")
    let tables = [
      filled, Table(.init("name")), Table(.init("name", .right)),
      Table(.init("name", isFlexible: true)), Table(.init("name", minimumPageWidth: 9)),
      Table(from: 9, [.init("name")]), Table(),
    ]
    #expect(Set(tables).count == tables.count)
  }
}
