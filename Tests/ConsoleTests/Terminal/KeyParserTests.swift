import TestSupport
import Testing

@testable import Console

struct KeyParserTests {
  private static let keys: [(String, [Key])] = [
    ("a/é西👍", ["a", "/", "é", "西", "👍"].map { .character($0) }),
    ("e\u{301}", [.character("e"), .character("\u{301}")]),
    ("\r\n\t\u{7F}\u{08}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{15}\u{00}\u{1F}", [.control("u")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OB\u{1B}OH\u{1B}OF", [.up, .down, .home, .end]),
    (
      "\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
      [.home, .end, .home, .end, .home, .end]
    ),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[3~", [.pageUp, .pageDown, .delete]),
    ("\u{1B}[1;2C\u{1B}[5;2~\u{1B}[C", [.right, .pageUp, .right]),
    ("\u{1B}[1;5C\u{1B}[1;3C\u{1B}Oc", [.wordRight, .wordRight, .wordRight]),
    ("\u{1B}[1;5D\u{1B}[1;3D\u{1B}Od", [.wordLeft, .wordLeft, .wordLeft]),
    ("\u{1B}b\u{1B}d\u{1B}f\u{1B}\u{7F}", ["b", "d", "f", "\u{7F}"].map { .alt($0) }),
    ("\u{1B}OP\u{1B}[11~\u{1B}[[A\u{1B}[1;2P", [.f1, .f1, .f1, .f1]),
    ("\u{1B}[200~a\r\u{1B}[A西\u{1B}[201~b", [.paste("a\r\u{1B}[A西"), .character("b")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    // Unknown sequences before a known key.
    ("\u{1B}[15~\u{1B}[[B\u{1B}OQ\u{1B}[?1;2c\u{1B}[I\u{1B}[Zx", [.character("x")]),
    (
      "\u{1B}x\u{1B}西y",
      [.escape, .character("x"), .escape, .character("西"), .character("y")]
    ),
    ("\u{1B}[1\u{03}z", [.control("c"), .character("z")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}\rq", [.escape, .enter, .character("q")]),
    // The answers to queries, such as those for the clipboard and the version.
    ("\u{1B}]52;c;cXFx\u{07}a\u{1B}]11;rgb:0/0/0\u{1B}\\b", [.character("a"), .character("b")]),
    ("\u{1B}P>|q\u{1B}\\a\u{1B}_q\u{1B}\\\u{1B}^q\u{07}b", [.character("a"), .character("b")]),
    ("\u{1B}]52;c;q\u{1B}[Aa", [.up, .character("a")]),
  ]

  @Test(arguments: keys)
  func `bytes are parsed into keys, in chunks of any size`(text: String, keys: [Key]) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var parser = KeyParser()
      let parsed = parser.parse(bytes[..<cut]) + parser.parse(bytes[cut...])
      #expect(parsed == keys, "cut at \(cut)")
      #expect(!parser.isWaiting)
    }
    var parser = KeyParser()
    #expect(bytes.flatMap { parser.parse([$0]) } == keys)
  }

  @Test(
    arguments: [
      ("<0;3;2M", .press), ("<0;3;2m", .release), ("<32;3;2M", .drag), ("<64;3;2M", .wheelUp),
      ("<65;3;2M", .wheelDown),
      // With Shift, Meta and Ctrl.
      ("<28;3;2M", .press), ("<80;3;2M", .wheelUp),
    ] as [(String, MouseEvent.Action)])
  func `reports of the mouse are parsed, in chunks of any size`(
    report: String, action: MouseEvent.Action
  ) {
    let bytes = Array("\u{1B}[\(report)q".utf8)
    let keys = [Key.mouse(MouseEvent(action, at: .init(row: 1, column: 2))), .character("q")]
    for cut in 0...bytes.count {
      var parser = KeyParser()
      let first = parser.parse(bytes[..<cut])
      // After a pause within the numbers, the report still goes on.
      let paused = cut > 2 ? parser.finish() : []
      #expect(first + paused + parser.parse(bytes[cut...]) == keys, "cut at \(cut)")
    }
  }

  @Test(arguments: [
    // Other buttons, the mouse without a button, and wheels that turn sideways.
    "<1;3;2M", "<2;3;2m", "<35;3;2M", "<66;3;2M", "<32;3;2m", "<64;3;2m",
    // Reports that are not valid.
    "<0;0;2M", "<0;3;0M", "<0;3M", "<0;3;2;1M", "<;;M", "<M", "<0;10001;1M", "<0;999999999999;1M",
    "<-1;3;2M", "<0;+3;2M", "<0;3;2A", "<0:3:2M",
    // The older forms of other modes.
    "M q1", "M\u{7F}\u{1B}~", "0;3;2M",
  ])
  func `no other report of the mouse is a key`(report: String) {
    let bytes = Array("\u{1B}[\(report)q".utf8)
    for cut in 3...bytes.count {
      var parser = KeyParser()
      #expect(parser.parse(bytes[..<cut]) + parser.parse(bytes[cut...]) == [.character("q")])
    }
  }

  @Test func `Esc is a key if nothing follows`() {
    var parser = KeyParser()
    #expect(parser.parse([0x1B]).isEmpty && parser.isWaiting)
    #expect(parser.finish() == [.escape])
    #expect(!parser.isWaiting && parser.finish().isEmpty)
  }

  @Test(arguments: ["[", "O", "P", "]", "_"] as [Character])
  func `Esc and the second byte of a sequence are two keys if nothing follows`(second: Character) {
    var parser = KeyParser()
    #expect(parser.parse("\u{1B}\(second)".utf8).isEmpty && parser.isWaiting)
    #expect(parser.finish() == [.escape, .character(second)])
  }

  @Test(arguments: ["\u{1B}[1;", "\u{1B}[["])
  func `an unfinished sequence is ignored`(text: String) {
    var parser = KeyParser()
    #expect(parser.parse(text.utf8).isEmpty && parser.isWaiting)
    #expect(parser.finish().isEmpty)
    #expect(parser.parse("a".utf8) == [.character("a")])
  }

  @Test(arguments: [
    [0xFF, 0x61], [0xC3, 0x61], [0xE8, 0xA5, 0x61], [0xF8, 0x61], [0xC0, 0x61],
  ])
  func `bytes that are not UTF-8 are ignored`(bytes: [UInt8]) {
    var parser = KeyParser()
    #expect(parser.parse(bytes).last == .character("a"))
    #expect(!parser.isWaiting)
  }

  @Test func `a paste may arrive in chunks, and its size is limited`() {
    var parser = KeyParser()
    #expect(parser.parse("\u{1B}[200~ab\u{1B}[20".utf8).isEmpty)
    #expect(!parser.isWaiting && parser.finish().isEmpty)
    for _ in 0..<10_000 { #expect(parser.parse("0123456789".utf8).isEmpty) }
    guard case .paste(let text)? = parser.parse("\u{1B}[201~".utf8).first else {
      Issue.record("no paste")
      return
    }
    #expect(text.hasPrefix("ab\u{1B}[200123") && text.utf8.count == 4096)
  }

  @Test(arguments: [
    "\u{1B}]52;c;", "\u{1B}[200~", "\u{1B}[", "\u{1B}[<0;", "\u{1B}", "\0", "q", "\u{1B}P",
  ])
  func `a flood of 10 MB is parsed in limited memory`(start: String) {
    var parser = KeyParser()
    _ = parser.parse(start.utf8)
    let chunk = Array(repeating: UInt8(ascii: start.hasPrefix("\u{1B}") ? "1" : "\0"), count: 1024)
    for _ in 0..<(TestOptions.isThorough ? 10_240 : 512) {
      _ = parser.parse(start == "\u{1B}" ? Array(repeating: 0x1B, count: 1024) : chunk)
      #expect(parser.storedBytes <= 4096 + 64)
    }
    _ = parser.parse("\u{1B}[201~\u{07}".utf8) + parser.finish()
    #expect(parser.parse("q".utf8) == [.character("q")])
  }

  @Test func `a sequence that is too long is ignored`() {
    var parser = KeyParser()
    for _ in 0..<1000 {
      #expect(parser.parse("\u{1B}[\(String(repeating: "1;", count: 40))".utf8).isEmpty)
    }
    #expect(!parser.isWaiting)
  }

  @Test(arguments: 0..<200)
  func `the parser works again after any bytes`(seed: Int) {
    var random = SplitMix64(seed: seed)
    var parser = KeyParser()
    for _ in 0..<200 {
      let sources: [[UInt8]] = [
        [UInt8.random(in: 0...255, using: &random)], Array("\u{1B}[".utf8),
        Array("西".utf8.prefix(2)),
        Array("\u{1B}[20".utf8), Array("~".utf8), [0x1B],
      ]
      _ = parser.parse(sources.randomElement(using: &random) ?? [])
    }
    _ = parser.parse("\u{1B}[201~".utf8) + parser.finish()
    #expect(parser.parse("q".utf8) == [.character("q")], "seed \(seed)")
  }
}
