import Testing

@testable import Console

struct ShellLineTests {
  @Test(
    arguments: [
      ("", [""]), ("store", ["store"]), ("store ", ["store", ""]), ("  a   b  ", ["a", "b", ""]),
      (#"a Casa\ da\ M"#, ["a", "Casa da M"]), (#"a "Casa d"#, ["a", "Casa d"]),
      (#"a 'Casa d"#, ["a", "Casa d"]), (#"a "Casa da" b"#, ["a", "Casa da", "b"]),
      (#"a Ca"sa d"'a M'úsica"#, ["a", "Casa da Música"]), (#"a "" b"#, ["a", "", "b"]),
      (#"a "\"q\" \x \\""#, ["a", #""q" \x \"#]), (#"a 'it'\''s'"#, ["a", "it's"]),
      (#"a 'x\'"#, ["a", #"x\"#]), (#"a x\"#, ["a", "x"]), ("a 西直", ["a", "西直"]),
      (#"a $(rm) `x` ;b"#, ["a", "$(rm)", "`x`", ";b"]),
    ] as [(String, [String])])
  func `quotes and escapes are removed from words`(line: String, words: [String]) {
    #expect(ShellLine(line).words == words)
  }

  @Test(
    arguments: [
      ("m Ca", "Casa da Música", [#"Casa\ da\ Música"#]),
      (#"m "Ca"#, #"Casa "d'$x" `\"#, [#"Casa \"d'\$x\" \`\\"#]),
      ("m 'Ca", "Casa d'Água", [#"Casa d'\''Água"#]), (#"m Casa\ d"#, "Casa da", [#"Casa\ da"#]),
      ("m ", "a;b&c|d(e)*?[~$!", [#"a\;b\&c\|d\(e\)\*\?\[\~\$\!"#]),
      ("m id:tri", "id:trindade", ["trindade"]), ("m --by=e", "--by=earliest", ["earliest"]),
      ("m --by=", "--by=earliest", ["earliest"]), (#"m "id:tri"#, "id:trindade", ["id:trindade"]),
      (#"m Ca"sa"#, "Casa da", ["sa da"]), ("m id:tri", "Trindade", []),
      ("m 西", "西直门", ["西直门"]), ("m id:x Tri", "Trindade", ["Trindade"]),
      ("m x", "西\u{3000}门", ["西\\\u{3000}门"]),
    ] as [(String, String, [String])])
  func `a candidate is quoted like the last word`(
    line: String, candidate: String, insertions: [String]
  ) {
    #expect(ShellLine(line, wordBreaks: "\"'@><=;|&(:").insertions(of: [candidate]) == insertions)
  }

  @Test(
    arguments: [
      ("m xz", ["西直门", "西钓鱼台"], ["西直门", "西钓鱼台", "xz"]),
      ("m sao", ["São Bento", "São Brás"], [#"São\ Bento"#, #"São\ Brás"#]),
      ("m S", ["São Bento", "Sete Bicas"], [#"São\ Bento"#, #"Sete\ Bicas"#]), ("m x", [], []),
    ] as [(String, [String], [String])])
  func `the typed text is added so that bash does not delete it`(
    line: String, candidates: [String], insertions: [String]
  ) {
    #expect(ShellLine(line).insertions(of: candidates) == insertions)
  }
}
