import Documents
import Foundation
import Mediator
import Testing

struct MarkdownTests {
  private static var prices: Table {
    var table = Table(.init("product"), .init("price", .right))
    table.append("lamp | desk", "3")
    table.append(heading: [.heading("Beds")])
    table.append(.init(verbatim: "bed/add", .code))
    return table
  }

  @Test(arguments: [
    ("https://example.org/a?b=c&d=*e*", "at <https://example.org/a?b=c&d=*e*>\\!"),
    ("HTTP://example.org", "at <HTTP://example.org>\\!"),
    ("javascript:alert(1)", "at javascript\\:alert(1)!"), ("lamp", "at lamp!"),
  ])
  func `an address of the web is a link`(address: String, markdown: String) throws {
    let url = try #require(URL(string: address))
    let text = Document("at " + .address(url) + "!").markdown
    #expect(text == markdown.replacing("\\!", with: "!"))
  }

  @Test(
    arguments: [
      ("", ""),
      ("Removed 'lamp'.", "Removed 'lamp'."),
      (
        [.title("Orders", note: Text("in Porto", .faint)), .heading("Lamps", note: "")],
        "# Orders\n\nin Porto\n\n## Lamps"
      ),
      ([.paragraph("one"), .paragraph(""), .paragraph("two")], "one\n\ntwo"),
      ([.group([.paragraph("one"), .paragraph("two")])], "one\\\ntwo"),
      ([.group([.section([.paragraph("one"), .paragraph("two")])])], "one\n\ntwo"),
      ([.sentence("no train", .warning)], "No train."),
      ([.multiline("Dear all,\n\n one\r\ntwo \n")], "Dear all,\n\none\\\ntwo"),
      (
        [
          .picture(
            Picture(
              title: "Circuit", subtitle: "two parts", places: [],
              legend: Picture.Legend([.init([Badge("1", rgb: nil)], "lamp"), .init([], "fuse")])))
        ], "# Circuit\n\ntwo parts\n\n\\[1\\] lamp\\\nfuse"
      ),
      (
        EmbeddedImage(Data(), type: "image/gif", description: "a *lamp*").map { [.image($0)] }
          ?? [],
        "a \\*lamp\\*"
      ),
      ([.code("graph TD\n  A\n")], "```\ngraph TD\n  A\n```"),
      ([.code("```\n````")], "`````\n```\n````\n`````"),
      ([.commandLines(["shop add *", "shop"])], "```\nshop add *\nshop\n```"),
      (
        [.definitions(["state": "open", "note": "", "total": "3 €"])], "- state: open\n- total: 3 €"
      ),
      (
        [.table(prices)],
        """
        | product | price |
        |---|--:|
        | lamp \\| desk | 3 |

        ## Beds

        | product | price |
        |---|--:|
        | `bed/add` |  |
        """
      ),
      ([.table(Table(.init("product")))], ""),
      (
        [
          .item(mark: "- ", "one"),
          .item(mark: "✗ ", alignedWith: ["✗"], [.paragraph("two"), .code("x")]),
          .item(mark: "  ", [.item(mark: "• ", "three")]),
        ],
        """
        - one
        - ✗ two

          ```
          x
          ```
        - - three
        """
      ),
      (
        [
          .track(
            Track([
              .init(
                .stop, .accent, label: "08:15", [.paragraph("Trindade"), .paragraph("line D")]),
              .init(.line, .accent, []), .init(.gap, .accent, "on foot"),
              .init(.interchange, .accent, label: "08:20", [.heading("Aliados")]),
              .init(.stop, .accent, label: "08:25", []),
            ]))
        ],
        """
        - 08:15 Trindade\\
          line D
        - on foot
        - 08:20

          ## Aliados
        - 08:25
        """
      ),
      ([.scale(Scale("time", 0...3, at: 1, label: "2 of 4"))], "2 of 4"),
      (
        Document(.badges([Badge("D", rgb: 0), Badge("A", rgb: nil)]) + .separator + "x"),
        "\\[D\\] \\[A\\] · x"
      ),
    ] as [(Document, String)])
  func `each block has its form in Markdown`(document: Document, markdown: String) {
    #expect(document.markdown == markdown)
  }

  @Test(arguments: [
    ("*a* _b_ `c` ~d~ $e$", #"\*a\* \_b\_ \`c\` \~d\~ \$e\$"#),
    ("# a", "\\# a"), ("> a", #"\> a"#), ("- a", #"\- a"#), ("+ a", #"\+ a"#), ("* a", #"\* a"#),
    ("1. a", #"1\. a"#), ("12) a", #"12\) a"#), ("1.5 km", "1.5 km"), ("1.", #"1\."#),
    ("===", #"\==="#),
    ("---", #"\---"#), ("    a", "a"), ("\ta\t", "a"), ("a  ", "a"), (#"a\"#, #"a\\"#),
    ("[x](y)", #"\[x\](y)"#), ("![x](y)", #"!\[x\](y)"#), ("<b>&lt;", #"\<b\>\&lt;"#),
    ("[\u{301}x](y)", "\\[\u{301}x\\](y)"), ("a\nb\r\n# c\u{2028}d", "a b \\# c d"),
    ("at 08:15: late", "at 08:15: late"), ("https://a.b", #"https\://a.b"#),
    ("www.a.b WWW.a", #"www\.a.b WWW\.a"#), ("a@b.c :smile:", #"a\@b.c \:smile:"#),
    ("a | b", #"a \| b"#), (":--|", #"\:--\|"#),
  ])
  func `a text from outside does not become markup`(text: String, markdown: String) {
    #expect(Document(Text(verbatim: text)).markdown == markdown)
  }

  @Test(arguments: [
    ("a", "`a`"), ("a*b", "`a*b`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```"), ("a\nb", "`a b`"),
    ("a|b", #"a\|b"#), ("", ""),
  ])
  func `code keeps its characters`(text: String, markdown: String) {
    #expect(Document(Text(verbatim: text, .code)).markdown == markdown)
  }

  @Test func `texts side by side are escaped as one`() {
    let text = Text(verbatim: "www", .strong) + Text(verbatim: ".a", .faint) + " https:" + "//b"
    #expect(Document(text).markdown == #"www\.a https\://b"#)
  }
}
