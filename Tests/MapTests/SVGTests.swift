import TestSupport
import Testing

@testable import Map

@Suite struct SVGTests {
  @Test(arguments: [
    ("A & <B> \"C\"", "A &amp; &lt;B&gt; &quot;C&quot;"), ("西直门", "西直门"),
    ("a\u{0}b\u{1B}[2Jc\u{FFFE}d\u{FFFF}", "abc\u{FFFD}d\u{FFFD}"), ("]]>", "]]&gt;"),
    ("<\u{338}a\u{202E}b\u{E0041}\n&\u{301}", "&lt;\u{338}ab\n&amp;\u{301}"),
  ])
  func `text is escaped, without invisible characters and those that XML forbids`(
    text: String, escaped: String
  ) {
    #expect(text.escaped == escaped)
  }

  @Test func `text begins no element, whatever its characters are joined with`() {
    var texts = JoinedText(special: "<>&\"", seed: 7)
    for _ in 0..<2000 {
      let escaped = texts.next().escaped.utf8
      #expect(!escaped.contains { "<>\"".utf8.contains($0) })
      let ampersands = escaped.count { $0 == UInt8(ascii: "&") }
      #expect(ampersands == escaped.count { $0 == UInt8(ascii: ";") })
    }
  }

  @Test(arguments: [
    (0, "0"), (1.04, "1"), (1.05, "1.1"), (-0.04, "0"), (-2.35, "-2.4"), (1234.5, "1234.5"),
    (.nan, "0"), (.infinity, "0"), (1e300, "0"),
  ])
  func `a number has at most one decimal digit`(number: Double, text: String) {
    #expect(number.svg == text)
  }
}
