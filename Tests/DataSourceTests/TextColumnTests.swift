import DataSourceInterface
import Testing

struct TextColumnTests {
  @Test(arguments: [[], [""], ["Trindade"], ["", "西直门", "", "São Bento", ""]])
  func `texts are kept in order`(texts: [String]) {
    let column = TextColumn(texts)
    #expect(Array(column) == texts && column.count == texts.count)
  }

  @Test func `bytes that are no text are replaced`() {
    let column = TextColumn(starts: Column([0, 2]), bytes: Column([65, 0xFF]))
    #expect(Array(column) == ["A\u{FFFD}"])
  }
}
