import Testing

@testable import Map

@Suite struct SVGTests {
  @Test(arguments: [
    ("A & <B> \"C\"", "A &amp; &lt;B&gt; &quot;C&quot;"), ("西直门", "西直门"),
    ("a\u{0}b\u{1B}[2Jc\u{FFFE}d\u{FFFF}", "ab[2Jcd"), ("]]>", "]]&gt;"),
  ])
  func `text is escaped, and characters that XML forbids are removed`(text: String, escaped: String)
  {
    #expect(text.escaped == escaped)
  }

  @Test(arguments: [
    (0, "0"), (1.04, "1"), (1.05, "1.1"), (-0.04, "0"), (-2.35, "-2.4"), (1234.5, "1234.5"),
    (.nan, "0"), (.infinity, "0"), (1e300, "0"),
  ])
  func `a number has at most one decimal digit`(number: Double, text: String) {
    #expect(number.svg == text)
  }
}
