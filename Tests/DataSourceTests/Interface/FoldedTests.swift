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

  /// A text of such characters alone is not normalized. The full-width letter forces normalization.
  @Test(arguments: [0...0x7F, 0x4E00...0x9FFF] as [ClosedRange<UInt32>])
  func `a text of ASCII or Chinese characters is folded as a part of other texts is`(
    scalars: ClosedRange<UInt32>
  ) {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
    #expect("\(text) Ａ".foldedAsWritten == text.foldedAsWritten + " a")
  }

  @Test func `surplus spaces and line ends are removed`() {
    #expect("TRINDADE \r\n \t b".foldedAsWritten == "trindade b")
  }
}
