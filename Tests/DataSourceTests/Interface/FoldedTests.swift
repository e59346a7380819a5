import DataSourceInterface
import Foundation
import TestSupport
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

  @Test(arguments: ["Trindade ", "Áé", "Ａe\u{301}", "각", "ㄱㅏ", "ﾊﾞ", "e\u{316}\u{301}", "ß", "龍"])
  func `a long text is folded like its parts`(part: String) {
    // 240 scalars are several pieces of the text.
    let count = 240 / part.unicodeScalars.count
    let text = [String](repeating: part, count: count).joined()
    let expected = [String](repeating: part.folded + (part.hasSuffix(" ") ? " " : ""), count: count)
    #expect(text.folded == expected.joined().trimmingCharacters(in: .whitespaces))
    #expect(text.folded == text.decomposedStringWithCanonicalMapping.folded)
  }

  @Test(arguments: [
    "e\u{301}", "\u{316}\u{301}", "e\u{316}\u{301}", "\u{1161}", "ㅏ", "ﾊﾞ", "\u{FF9E}",
  ])
  func `the time to fold a text grows with its length, not with its square`(part: String) {
    func time(_ length: Int) -> Duration {
      let text = [String](repeating: part, count: length).joined()
      return processorTime { _ = text.folded }
    }
    // Sixteen times as much; the square would be 256 times.
    #expect(time(40_000) < time(2500) * 64)
  }

  @Test(
    arguments: [
      ("Gare de l’Est", "gare de l'est", nil), ("Vauxhall–Bridge", "vauxhall-bridge", nil),
      ("Paral·lel", "parallel", nil), ("Ɛkuɔ", "ekuo", nil), ("Ƶora", "zora", nil),
      ("Nørreport", "norreport", "noerreport"), ("Młociny", "mlociny", nil),
      ("Kadıköy", "kadikoy", "kadikoey"), ("Đồng Xuân", "dong xuan", "djong xuan"),
      ("Ħal Far", "hal far", nil), ("Þórshöfn", "thorshofn", "thorshoefn"),
      ("Œuvre", "oeuvre", nil), ("Ærø", "aero", "aeroe"), ("Ŋala", "ngala", "nala"),
      ("Große Straße", "grosse strasse", nil), ("Garður", "gardur", "gardhur"),
      ("Mu\u{308}nchen", "munchen", "muenchen"), ("Gənclik", "genclik", nil),
      ("Trindade", "trindade", nil),
    ] as [(String, String, String?)])
  func `letters without a decomposition have ASCII forms, some of them two`(
    text: String, folded: String, other: String?
  ) {
    #expect(text.folded == folded && folded.folded == folded)
    #expect(text.foldedInOtherSpelling == other)
  }

  @Test func `surplus spaces and line ends are removed`() {
    #expect("TRINDADE \r\n \t b".foldedAsWritten == "trindade b")
  }
}
