import Documents
import Mediator
import Testing

@testable import Console

struct PageTests {
  private let blue = Color(rgb: 0x00_5BA9)
  private let entries: Document = [
    .definitions([
      "<from>": "Where from", "--depart <time>": "When to leave, or the time it is",
    ])
  ]

  @Test(
    arguments: [
      (.plain, "Aliados"),
      (.title, "\u{1B}[1mAliados\u{1B}[0m"),
      (.faint, "\u{1B}[38;2;138;138;138mAliados\u{1B}[0m"),
      (.struck, "\u{1B}[9;38;2;138;138;138mAliados\u{1B}[0m"),
      (.warning, "\u{1B}[1;38;2;255;135;0mAliados\u{1B}[0m"),
      (.color(Color(rgb: 0x00_5BA9)), "\u{1B}[38;2;0;91;169mAliados\u{1B}[0m"),
    ] as [(TextRole, String)])
  func `a style is turned on before the text and off after it`(style: TextRole, painted: String) {
    #expect(Page(columns: 80, colors: .trueColor).paint("Aliados", style) == painted)
    #expect(Page(columns: 80).paint("Aliados", style) == "Aliados")
  }

  @Test(arguments: [
    ("no train runs", "No train runs."), ("3 km", "3 km."), ("ética", "Ética."),
    ("ends.", "Ends."), ("why?", "Why?"), ("停运。", "停运。"),
    ("wait…", "Wait…"), ("he said \"no.\"", "He said \"no.\""), (" late ", "Late."),
    ("late (a little)", "Late (a little)."), ("（停运。）", "（停运。）"),
  ])
  func `a sentence has a capital letter, and a full stop if nothing else ends it`(
    text: String, sentence: String
  ) {
    #expect(Page(columns: 80).text(of: [.sentence(verbatim: text, .warning)]) == sentence)
  }

  @Test func `an empty text stays empty`() {
    #expect(Page(columns: 80, colors: .trueColor).paint("", .title).isEmpty)
  }

  @Test(arguments: ColorDepth.allCases)
  func `painted text contains no control characters`(depth: ColorDepth) {
    let page = Page(columns: 80, colors: depth)
    let unsafe = "A\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\r\nB"
    #expect(page.paint(unsafe, .plain) == "A31m  B")
    #expect(!page.paint(Badge(unsafe, rgb: blue.rgb)).withoutEscapes.contains("\u{9B}"))
    #expect(!page.paint(Badge(unsafe, rgb: blue.rgb)).contains("\u{07}"))
    #expect(!page.paint(Badge(unsafe, rgb: nil)).contains("\u{1B}"))
  }

  @Test func `a definition is beside its term on a wide page`() {
    let text = Page(columns: 45).text(of: entries)
    #expect(
      text == """
          <from>           Where from
          --depart <time>  When to leave, or the time
                           it is
        """)
  }

  @Test func `a definition is below its term on a narrow page`() {
    let text = Page(columns: 30).text(of: entries)
    #expect(
      text == """
          <from>
              Where from
          --depart <time>
              When to leave, or the
              time it is
        """)
  }
}
