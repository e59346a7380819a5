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
      (#"m "Ca"#, "Casa!x", [#"Casa"'!'"x"#]), ("m Ca", "Casa!x", [#"Casa\!x"#]),
      ("m Ca", "Casa\n$(rm)\u{202E}`x`", [#"Casa\ \$\(rm\)\`x\`"#]),
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
    let line = ShellLine(line, wordBreaks: "\"'@><=;|&(:")
    #expect(line.lines(for: [CompletionCandidate(candidate)], in: .bash) == insertions)
  }

  @Test(
    arguments: [
      ("m sao", ["São Bento", "São Brás"], true), ("m S", ["São Bento", "Sete Bicas"], true),
      ("m Sa", ["São Bento", "Santa Clara"], false), ("m xz", ["西直门", "西钓鱼台"], false),
      ("m xzm", ["西直门"], true), ("m ar", ["Mar", "Marina"], false), ("m x", [], true),
    ] as [(String, [String], Bool)])
  func `the word is replaced with the common prefix of the candidates only if this continues it`(
    line: String, names: [String], isReplaced: Bool
  ) {
    let candidates = names.map { CompletionCandidate($0) }
    let bash = ShellLine(line).lines(for: candidates, in: .bash)
    #expect(bash == names.map { $0.replacing(" ", with: "\\ ") } + (isReplaced ? [] : [" "]))
    let zsh = ShellLine(line).lines(for: candidates, in: .zsh)
    #expect(zsh == (isReplaced ? [] : [":list"]) + names)
  }

  @Test func `bash receives no candidates that lack the fixed part of the word`() {
    let candidates = ["Aliados", "Trindade"].map { CompletionCandidate($0) }
    #expect(ShellLine("m @41.1", wordBreaks: "@").lines(for: candidates, in: .bash) == [])
  }

  @Test(arguments: [
    ("m ca", "Casa da Música", "Casa da Música"), ("m sao", "São Bento", "Sao Bento\tSão Bento"),
    ("m tian", "天安门东", "tiananmendong\t天安门东"), ("m 安门", "天安门东", "天安门东"),
    ("m mosk", "Московская", "Moskovskaa\tМосковская"),
    ("m --via=chang", "--via=长椿街", "--via=changchunjie\t长椿街"),
    ("m --via=tian", "--via=天桥", "--via=tianqiao\t天桥"), ("m --v", "--via", "--via"),
    ("m ", "São Bento", "São Bento"),
  ])
  func `fish compares the typed text with Latin letters`(
    line: String, name: String, expected: String
  ) {
    #expect(ShellLine(line).lines(for: [CompletionCandidate(name)], in: .fish) == [expected])
  }
}
