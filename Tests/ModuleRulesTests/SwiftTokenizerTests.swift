import Testing

@testable import ModuleRules

@Suite struct SwiftTokenizerTests {
  @Test(arguments: [
    (#"let a = "x" + b"#, ["let", "a", "b"]),
    (
      #"let a = "\(m.perform(Share.text)) of \(n)" + b"#,
      ["let", "a", "m.perform", "Share.text", "n", "b"]
    ),
    (#"f("\(names["key"] ?? "\(x)")", y)"#, ["f", "names", "x", "y"]),
    (##"f(#"\(x) \#(y)"#, z)"##, ["f", "y", "z"]),
    ("let a = \"\"\"\n  \"x\" \\(b) // \\\\(c)\n  \"\"\"\nlet d", ["let", "a", "b", "let", "d"]),
    (#"let a = "\\(x)""#, ["let", "a"]), (#"let a = "open"#, ["let", "a"]),
    (#"let a = "\("#, ["let", "a"]),
  ])
  func `words in interpolated code are found, and those of texts are not`(
    source: String, words: [String]
  ) {
    var tokenizer = SwiftTokenizer(source)
    var found: [String] = []
    while let word = tokenizer.next() { found.append(word.text) }
    #expect(found == words)
  }

  @Test func `code that is nested too deeply is not read`() {
    var tokenizer = SwiftTokenizer(String(repeating: "a\"\\(", count: 20_000))
    var count = 0
    while tokenizer.next() != nil { count += 1 }
    #expect(count > 100)
  }

  @Test func `a caller that reads texts receives interpolated code in them`() {
    var tokenizer = SwiftTokenizer(#"f("a\(b)", c)"#, kinds: [.word, .string])
    var found: [String] = []
    while let word = tokenizer.next() { found.append(word.text) }
    #expect(found == ["f", #"a\(b)"#, "c"])
  }

  @Test func `words keep their lines and parentheses`() {
    var tokenizer = SwiftTokenizer("f(\n\"\\(g(x))\",\ny)")
    var found: [String] = []
    while let word = tokenizer.next() { found.append("\(word.text) \(word.line) \(word.depth)") }
    #expect(found == ["f 1 0", "g 2 2", "x 2 3", "y 3 1"])
  }
}
