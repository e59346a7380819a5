import Testing

@testable import DataSource

struct IDTableTests {
  private func with<Result>(_ text: String, _ body: (CSVField) -> Result) -> Result {
    Array(text.utf8).withUnsafeBufferPointer { body(CSVField($0)) }
  }

  @Test func `each id gets the next number when it appears first`() {
    var table = IDTable(limit: 1000)
    for number in 0..<1000 {
      let added = with("stop-\(number)") { table.add($0) }
      #expect(added?.number == number && added?.isNew == true)
    }
    for number in 0..<1000 {
      #expect(with("stop-\(number)") { table.number(of: $0) } == number)
      #expect(with("stop-\(number)") { table.add($0) }?.isNew == false)
      #expect(table[number] == "stop-\(number)")
    }
    #expect(with("stop") { table.number(of: $0) } == nil)
    #expect(with("") { table.add($0) } == nil)
  }

  @Test func `a table stores as many ids as its limit, and says that there were more`() {
    var table = IDTable(limit: 2)
    for id in ["a", "b", "a"] { #expect(with(id) { table.add($0) } != nil) }
    #expect(table.count == 2 && !table.exceedsLimit)
    #expect(with("c") { table.add($0) } == nil)
    #expect(table.count == 2 && table.exceedsLimit)
    #expect(with("a") { table.add($0) } == nil)
  }

  @Test func `ids are sorted by their bytes`() {
    var table = IDTable(limit: 1000)
    for id in ["b", "a", "ä", "B", "aa", "10", "9"] { with(id) { _ = table.add($0) } }
    #expect(table.sorted().map { table[$0] } == ["10", "9", "B", "a", "aa", "b", "ä"])
  }
}
