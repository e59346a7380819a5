import Mediator
import TestSupport
import Testing

struct StringScalarsTests {
  @Test func `a separator that is joined with other scalars ends a part`() {
    var texts = JoinedText(special: "//", seed: 4)
    for _ in 0..<2000 {
      let text = texts.next()
      let parts = text.split(at: "/").map { Array($0.utf8) }
      #expect(parts == text.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }, "\(text)")
    }
  }

  @Test func `a text is split as often as asked, with or without empty parts`() {
    #expect("k=v=w".split(at: "=", maxSplits: 1) == ["k", "v=w"])
    #expect("/a//b/".split(at: "/") == ["a", "b"])
    #expect("/a/".split(at: "/", omittingEmptySubsequences: false) == ["", "a", ""])
  }

  @Test func `a scalar is replaced that is joined with others`() {
    let text = "a\u{D4E}$b$\u{301}"
    #expect(text.replacingScalars { $0 == "$" ? "\\$" : nil } == "a\u{D4E}\\$b\\$\u{301}")
    #expect(text.replacingScalars { _ in nil } == text)
  }
}
