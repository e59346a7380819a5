import Documents
import Testing

@testable import Console

struct FuzzyPatternTests {
  @Test(
    arguments: [
      ("cdm", "Casa da Música", [0, 5, 8]), ("MUSICA", "Casa da Música", [8, 9, 10, 11, 12, 13]),
      ("trnd", "Trindade", [0, 1, 3, 4]), ("", "Trindade", []), ("西门", "西直门", [0, 2]),
      // A word start counts more than an earlier letter.
      ("al", "Sal e Alto", [6, 7]), ("st", "Casa São Tomé", [5, 9]),
      ("da música", "Casa da Música", [5, 6, 8, 9, 10, 11, 12, 13]),
      ("o", "e\u{301} 👍 o", [4]),
    ] as [(String, String, [Int])])
  func `the letters of a pattern occur in the text in the same order`(
    pattern: String, text: String, positions: [Int]
  ) {
    #expect(FuzzyPattern(pattern).match(in: FuzzyText(text))?.positions == positions)
  }

  @Test(arguments: [
    ("mdc", "Casa da Música"), ("trindadex", "Trindade"), ("x", ""), ("ab", "a  b"),
    ("casa x", "Casa da Música"),
  ])
  func `other texts do not match, nor letters in two cells`(pattern: String, text: String) {
    #expect(FuzzyPattern(pattern).match(in: FuzzyText(text)) == nil)
  }

  @Test(arguments: [
    ("ali", ["Aliados", "Hospital de Lima", "Alvor Lido"], ["Aliados", "Alvor Lido"]),
    ("sj", ["Sete Bicas", "São João", "Casjo"], ["São João", "Casjo"]),
    ("por", ["Support", "Porto", "Campo Porto"], ["Porto", "Campo Porto", "Support"]),
    ("por", ["Map  of ports", "Ports"], ["Ports", "Map  of ports"]),
    ("map", ["Mapping", "A M P map", "1  Map of it"], ["1  Map of it", "Mapping"]),
    ("são b", ["São Tomé  b", "Casa São Bento", "Sao Bento"], ["Sao Bento"]),
  ])
  func `the best match is the first`(pattern: String, texts: [String], found: [String]) {
    #expect(FuzzyPattern(pattern).matches(texts) { $0 }.prefix(found.count) == found[...])
  }

  @Test func `the matched letters are marked, and the styles of the line remain`() {
    let page = Page(columns: 40, colors: .trueColor)
    let line = page.paint("Casa", .faint) + " da"
    let marked = page.marking([0, 5], in: line)
    #expect(marked.printable == "Casa da")
    let c = page.paint("C", .match)
    let d = page.paint("d", .match)
    let style = String(page.paint("x", .faint).prefix { $0 != "x" })
    #expect(marked == "\(style)\u{1B}[0m\(c)\(style)asa\u{1B}[0m \(d)a")
    #expect(Page(columns: 40).marking([0], in: "Casa") == "Casa")
  }

  @Test(arguments: [
    (pattern: "cdm", line: "Casa da Música", marked: "CdM"),
    ("xizhimen", "西直门  [1] [2]", "西直门"), ("xzm", "西直门", "西直门"),
    ("zhi", "T1 西直门", "直"), ("西", "西直门", "西"), ("shangdi", "上地", "上地"),
    ("strasse", "Lange Straße", "Straße"), ("straße", "Straße", "Straße"), ("fin", "ﬁn", "ﬁn"),
    ("क्षण", "क्षण", "क्षण"), ("kiiv", "Station  Київ", "Київ"), ("xyz", "Casa", ""),
  ])
  func `characters of other scripts are marked by their Latin letters`(
    pattern: String, line: String, marked: String
  ) {
    let page = Page(columns: 40, colors: .trueColor)
    let drawn = page.marking(FuzzyPattern(pattern), in: line)
    #expect(drawn.printable == line)
    let all = drawn.matches(of: /\e\[[0-9;]*m([^\e])\e\[0m/).map { String($0.1) }.joined()
    #expect(all == marked)
    #expect(Page(columns: 40).marking(FuzzyPattern(pattern), in: line) == line)
  }
}
