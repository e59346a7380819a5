import DataSourceInterface
import Testing

struct ColumnTests {
  @Test func `a column contains its values in order`() {
    let column = Column([3, 1, 2] as [Int32])
    #expect(Array(column) == [3, 1, 2] && column.count == 3 && column[1] == 1)
    #expect(Column([] as [Int32]).isEmpty)
  }

  @Test func `a column retains the owner of its memory`() {
    weak var watched: Owner?
    var column: Column<UInt8>?
    do {
      let owner = Owner()
      watched = owner
      column = Column(UnsafeBufferPointer(owner.memory), owner: owner)
    }
    #expect(column.map(Array.init) == [7, 7, 7] && watched != nil)
    column = nil
    #expect(watched == nil)
  }

  @Test func `many threads can read one column`() async {
    let column = Column(Array(0..<10000))
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { column.reduce(0, +) } }
      for await sum in group { #expect(sum == 49_995_000) }
    }
  }
}

private final class Owner {
  let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 3)

  init() { memory.initialize(repeating: 7) }

  deinit { memory.deallocate() }
}

struct TextColumnTests {
  @Test(arguments: [[], [""], ["Trindade"], ["", "西直门", "", "São Bento", ""]])
  func `a column contains its texts in order`(texts: [String]) {
    let column = TextColumn(texts)
    #expect(Array(column) == texts && column.count == texts.count)
  }

  @Test(
    arguments: [
      ("a", 0), ("", 1), ("ab", 2), ("cafe\u{301}", 4), ("café", 5), ("b", nil), ("abc", nil),
    ] as [(String, Int?)])
  func `a text is found by its bytes`(text: String, position: Int?) {
    let column = TextColumn(["a", "", "ab", "ab", "cafe\u{301}", "café"])
    #expect(column.firstIndex(ofUTF8: text.utf8) == position)
  }

  @Test func `bytes that are not UTF-8 are replaced`() {
    let column = TextColumn(starts: Column([0, 2]), bytes: Column([65, 0xFF]))
    #expect(Array(column) == ["A\u{FFFD}"])
  }
}
