import Documents
import Foundation
import Mediator
import Testing

@testable import Web

struct DocumentRendererTests {
  @Test(arguments: [("image/svg+xml", 3), ("text/html", 3), ("image/png", (1 << 20) + 1)])
  func `what a browser may not show is no image`(type: String, size: Int) {
    #expect(EmbeddedImage(Data(count: size), type: type, description: "a") == nil)
  }

  @Test(
    arguments: [
      ([.paragraph("Tea")], "<p>Tea</p>"),
      ([.paragraph("")], ""),
      ([.paragraph("Late", .warning)], #"<p class="warning">Late</p>"#),
      ([.paragraph("a" + Text("b", .faint))], #"<p>a<span class="faint">b</span></p>"#),
      ([.line("")], #"<p class="line"></p>"#),
      ([.multiline("a\nb\n\nc")], #"<p dir="auto">a<br/>b</p><p dir="auto">c</p>"#),
      (
        [.code("a {\n  b\n}")],
        #"<pre class="code" tabindex="0"><code>a {&#10;  b&#10;}</code></pre>"#
      ),
      (
        [.commandLines(["metro map"])],
        #"<pre class="commands" tabindex="0"><code>metro map</code></pre>"#
      ),
      ([.definitions(["price": "3", "none": ""])], "<dl><dt>price</dt><dd>3</dd></dl>"),
      (
        [.item(mark: "1", [.paragraph("a")]), .item(mark: "2", [.paragraph("b")])],
        #"<ul class="items"><li><span class="mark">1</span><div><p>a</p></div></li>"#
          + #"<li><span class="mark">2</span><div><p>b</p></div></li></ul>"#
      ),
      (
        [.group([.paragraph("a"), .paragraph("b")])], #"<div class="group"><p>a</p><p>b</p></div>"#
      ),
      (
        EmbeddedImage(Data([1, 2, 3]), type: "image/PNG", description: "<a>")
          .map { [.image($0)] } ?? [],
        #"<figure class="image"><img alt="" src="data:image/png;base64,AQID"/>"#
          + "<figcaption>&lt;a&gt;</figcaption></figure>"
      ),
      ([.section([.paragraph("a")])], #"<div class="section"><p>a</p></div>"#),
      (
        [.heading("Trains", note: "4")],
        #"<hgroup><h2 class="title">Trains</h2><p>4</p></hgroup>"#
      ),
    ] as [(Document, String)])
  func `each block has its element`(document: Document, expected: String) {
    #expect(markup(document) == expected)
  }

  @Test(arguments: [
    (
      "https://example.org/?a=b&c", nil,
      #"<a href="https://example.org/?a=b&amp;c" rel="external noopener noreferrer">"#
        + "https://example.org/?a=b&amp;c</a>"
    ),
    ("https://example.org", "/at/1", #"<a href="/at/1">https://example.org</a>"#),
    ("javascript:alert(1)", nil, "javascript:alert(1)"),
  ])
  func `an address of the web is a link, unless it is within another one`(
    address: String, link: String?, expected: String
  ) throws {
    var renderer = DocumentRenderer(PageContext())
    renderer.link = link
    var html = HTML()
    renderer.append(.address(try #require(URL(string: address))), to: &html)
    #expect(html.text == expected)
  }

  @Test(arguments: [
    (TextRole.plain, "ab"), (.title, #"a<strong class="title">b</strong>"#),
    (.strong, "a<strong>b</strong>"), (.faint, #"a<span class="faint">b</span>"#),
    (.accent, #"a<span class="accent">b</span>"#),
    (.positive, #"a<span class="positive">b</span>"#),
    (.warning, #"a<span class="warning">b</span>"#),
    (.critical, #"a<span class="critical">b</span>"#), (.code, "a<code>b</code>"),
    (.match, "a<mark>b</mark>"), (.selection, #"a<span class="selection">b</span>"#),
    (
      .color(.black),
      ##"a<svg class="ink" width="1ch" height="1em" fill="light-dark(#000000,#666666)">"##
        + ##"<text y="0.85em">b</text></svg>"##
    ),
  ])
  func `each role has an element or a class`(role: TextRole, expected: String) {
    #expect(markup(Document("a" + Text("b", role))) == "<p>\(expected)</p>")
  }

  @Test(
    arguments: [
      (nil, nil, #"<span class="badge">1</span>"#),
      (0xFFFFFF, nil, ##"<span class="badge black"><svg color="#ffffff"></svg>1</span>"##),
      (0x000080, nil, ##"<span class="badge white"><svg color="#000080"></svg>1</span>"##),
      (0x0072BC, 0xFFFFFF, ##"<span class="badge white"><svg color="#0072bc"></svg>1</span>"##),
      // White could not be read on yellow.
      (0xFFFF00, 0xFFFFFF, ##"<span class="badge black"><svg color="#ffff00"></svg>1</span>"##),
    ] as [(UInt32?, UInt32?, String)])
  func `a badge has its colour without a style, and a name that can be read`(
    color: UInt32?, name: UInt32?, expected: String
  ) {
    let badge = Badge("1", rgb: color, textRGB: name)
    #expect(markup(Document(.badges([badge]))) == "<p>\(expected)</p>")
    #expect(markup(Document(.distinctBadges([badge, badge]))) == "<p>\(expected)</p>")
  }

  @Test(arguments: [0x000000, 0xFFFFFF, 0xFFFF00, 0x101010, 0x808080, 0x0000FF] as [UInt32])
  func `a symbol can be seen in light and dark`(rgb: UInt32) throws {
    let value = Color(rgb: rgb).symbolAttribute
    let colors = value.matches(of: /#([0-9a-f]{6})/).compactMap {
      UInt32($0.1, radix: 16).map { Color(rgb: $0) }
    }
    let (light, dark) = (try #require(colors.first), try #require(colors.last))
    #expect(light.contrast(with: Color.lightBackground) >= 3)
    #expect(dark.contrast(with: Color.darkBackground) >= 3)
  }

  @Test(arguments: [
    ([1, 2, 2, 1], [2, 3, 3, 2]), ([2, 2], [2, 2]), ([1, 3, 6, 2], [2, 3, 4, 3]),
    ([1, 2, 3, 4, 5, 6, 7], [2, 3, 4, 5, 6, 6, 6]),
  ])
  func `headings are below those of the page, and leave no level out`(
    levels: [Int], expected: [Int]
  ) throws {
    let document = Document(levels.map { .heading("a", level: $0, note: nil) })
    #expect(try Markup(document).names == expected.map { "h\($0)" })
  }

  @Test func `an error shows what is invisible in it`() {
    struct Failure: Error, CustomStringConvertible {
      let description = "no city 'a\u{200B}b'"
    }
    #expect(markup(Document(Text(Failure()))) == #"<p>no city 'a\u{200b}b'</p>"#)
  }

  @Test func `a name from right to left is isolated`() {
    #expect(markup(Document("to \("תחנה")")) == "<p><bdi>to תחנה</bdi></p>")
    #expect(markup(Document("to \("Köln 北京")")) == "<p>to Köln 北京</p>")
  }

  @Test func `a scale is a form that needs no script`() throws {
    var context = PageContext()
    context.action = "/scenes/1"
    context.hiddenFields = [("tab", "key")]
    let scale = Scale("departure", 1...212, at: 35, label: "35 of 212")
    let form = try Markup([.scale(scale)], in: context)
    #expect(form.elements("form").map { $0["action"] } == ["/scenes/1"])
    let inputs = form.elements("input")
    #expect(inputs.compactMap { $0["name"] } == ["tab", "scale", "position"])
    #expect(inputs.compactMap { $0["value"] } == ["key", "departure", "35"])
    #expect(inputs.last?["type"] == "range")
    #expect(inputs.last?["min"] == "1" && inputs.last?["max"] == "212")
    #expect(form.elements("button").compactMap { $0["value"] } == ["back", "forward", "to"])
    #expect(form.elements("output").map(\.text) == ["35 of 212"])
  }

  @Test(
    arguments: [
      ([.stop, .line, .stop], ["below-line", "above-line below-line", "above-line"]),
      ([.stop, .gap, .stop], ["below-gap", "above-gap below-gap", "above-gap"]),
      ([.interchange, .none], ["", ""]), ([.stop, .stop], ["below-line", "above-line"]),
    ] as [([Track.Symbol], [String])])
  func `a track is a list whose line ends at its last node`(
    symbols: [Track.Symbol], expected: [String]
  ) throws {
    let rows = symbols.map { Track.Row($0, .plain, label: "08:15", "Trindade") }
    let track = try Markup([.track(Track(rows))])
    #expect(track.elements("li").count == symbols.count)
    #expect(
      track.elements("svg").map { $0["class"] }
        == expected.map { $0.isEmpty ? "rail" : "rail \($0)" })
  }
}
