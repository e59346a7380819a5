import DataSourceInterface
import Testing

struct FoldedTests {
  @Test(arguments: [
    ["台北車站", "龍山寺", "臺大醫院", "Trindade", "CAFÉ  Ｘ", "", "長庚 Hospital"], ["東門"], ["São Bento"],
    ["臺北\n車站", "龍山寺"], ["", "龍山寺", "", "東門", ""], [],
  ])
  func `texts are folded together as each is alone`(texts: [String]) {
    #expect(texts.folded == texts.map(\.folded))
  }

  @Test func `a text of ASCII characters is folded as a part of other texts is`() {
    let ascii = String(decoding: 0..<128 as Range<UInt8>, as: UTF8.self)
    #expect("\(ascii) 站".foldedAsWritten == ascii.foldedAsWritten + " 站")
    #expect("TRINDADE \r\n \t b".foldedAsWritten == "trindade b")
  }
}
