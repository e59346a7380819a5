import Testing

@testable import Web

struct HTMLTests {
  @Test func `a text cannot become markup, in an element or in an attribute`() {
    var html = HTML()
    html.append("p", ["title": "\"><script>", "hidden": ""]) { $0.append("<b>&</b>") }
    #expect(
      html.text
        == #"<p title="&quot;&gt;&lt;script&gt;" hidden="">&lt;b&gt;&amp;&lt;/b&gt;</p>"#)
  }

  @Test func `an attribute without a value is left out`() {
    var html = HTML()
    html.append(empty: "input", ["name": "a", "value": nil])
    #expect(html.text == #"<input name="a"/>"#)
  }

  @Test(arguments: [
    ("/scenes/Journey?a=1&b=2", "/scenes/Journey?a=1&amp;b=2"), ("#next", "#next"),
    ("https://example.org/", "https://example.org/"),
    ("mailto:a@example.org", "mailto:a@example.org"),
    ("javascript:alert(1)", "#"), ("JAVASCRIPT:alert(1)", "#"), (" javascript:alert(1)", "#"),
    ("java\nscript:alert(1)", "#"), ("data:text/html,a", "#"), ("//example.org", "#"),
    ("/\\example.org", "#"), ("/\t/example.org", "#"), ("", "#"),
  ])
  func `an address leads to this server or to a web address, and runs nothing`(
    address: String, written: String
  ) {
    for name in ["href", "src", "action", "formaction"] as [StaticString] {
      var html = HTML()
      html.append("a", [name: address]) { _ in }
      #expect(html.text == "<a \(name)=\"\(written)\"></a>")
    }
  }

  @Test func `a text has no invisible characters, and an exact one only those that HTML can have`()
  {
    let text = "a\u{202E}b\u{0}c\u{1}d\u{200B}e\nf"
    #expect(HTML(text).text == "abcde f")
    var html = HTML()
    html.append(exactly: text)
    #expect(html.text == "a\u{202E}b\u{FFFD}c\u{FFFD}d\u{200B}e&#10;f")
  }

  @Test(arguments: ["\u{0}", "\u{7F}", "\u{85}", "\u{FFFE}", "\u{FFFF}", "\u{B}"])
  func `an exact text has no character that XML forbids`(text: String) throws {
    var html = HTML()
    html.append("p", ["title": text]) { $0.append(exactly: text) }
    #expect(try Markup(html).names == ["p"])
  }

  @Test func `the parts before and after a place are the whole`() {
    let (head, foot) = HTML.split { html, split in
      html.append("ul", ["class": "rows"]) { split(&$0) }
    }
    #expect(head.text == #"<ul class="rows">"#)
    #expect(foot.text == "</ul>")
  }
}
