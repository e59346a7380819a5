import Documents
import Mediator
import Scenes
import Testing

@testable import Web

/// Texts from outside that would like to be markup, an address or another text.
struct HostileTextTests {
  private static let texts = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='alert(1)",
    "javascript:alert(1)", "&lt;b&gt;", "]]>", "<!--", "</td></table>", "a\u{0}b\u{8}c",
    "\u{202E}E\u{2066}F\u{200B}G\u{FEFF}\u{AD}\u{E0041}",
    "\u{3164}\u{E000}\u{9B}31m\u{2028}\u{FFF9}\u{61C}",
    "a" + String(repeating: "\u{301}", count: 20), "\u{1B}[31mred", "\u{FFFE}\u{FFFF}",
  ]

  /// A document with a text wherever a view can have one.
  private static func document(_ text: String) -> Document {
    let words = LocalizedText(verbatim: text)
    struct Failure: Error, CustomStringConvertible { let description: String }
    let badge = Badge(text, rgb: 0x00_72BC)
    let roles: [TextRole] = [
      .plain, .title, .strong, .faint, .accent, .positive, .warning, .critical, .code, .match,
      .selection, .color(.black),
    ]
    let all =
      roles.map { Text(words, $0) }.joined(separator: .separator) + Text(Failure(description: text))
      + .badges([badge]) + .distinctBadges([badge])
    var table = Table(from: 50, [.init(words), .init()])
    table.append(heading: [.paragraph(all)])
    table.append([all, all], narrower: [.paragraph(all)])
    let place = Picture.Place(at: [0, 0], .init(.ring), name: .init(words))
    let picture = Picture(
      title: words, subtitle: words, places: [place, place],
      legend: Picture.Legend([.init([badge], words)], total: words))
    return [
      .heading(all, level: 1, note: all), .paragraph(all), .multiline("\(text)\n\(text)"),
      .code(text), .line(all), .commandLines([text]), .table(table),
      .definitions([.init(words, all)]), .item(mark: all, [.paragraph(all)]),
      .group([.paragraph(all)]), .section([.paragraph(all)]),
      .track(Track([.init(.stop, .color(.white), label: all, [.paragraph(all)])])),
      .scale(Scale(text, 1...3, at: 2, label: words)), .picture(picture),
    ]
  }

  private static var context: PageContext {
    var context = PageContext()
    context.action = "/scenes/1"
    context.placeAddress = { "/place/\($0)" }
    return context
  }

  /// What a text could add: elements, attributes and invisible characters.
  private static func structure(of html: HTML) throws -> [String] {
    try Markup(html).elements.map { element in
      "\(element.name) \(element.attributes.keys.sorted().joined(separator: " "))"
    }
  }

  @Test(arguments: texts) func `a text occurs as text only`(text: String) throws {
    var (hostile, harmless) = (HTML(), HTML())
    hostile.append(Self.document(text), in: Self.context)
    harmless.append(Self.document("harmless"), in: Self.context)
    // A text may have another direction or several lines and paragraphs, and a name may have no room.
    let ignored = ["bdi", "br", "p dir", "text", "title"]
    func isCompared(_ element: String) -> Bool { !ignored.contains { element.hasPrefix($0) } }
    #expect(
      try Self.structure(of: hostile).filter(isCompared)
        == Self.structure(of: harmless).filter(isCompared))
    let markup = try Markup(hostile)
    for element in markup.elements {
      for name in ["href", "src", "action"] {
        #expect(element[name]?.hasPrefix("/") != false)
      }
    }
    let invisible = markup.text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isDefaultIgnorableCodePoint
      }
    }
    #expect(invisible.isEmpty)
  }

  @MainActor
  @Test(arguments: texts) func `a row has a hostile id and group as text only`(text: String)
    async throws
  {
    struct Item: ListItem { let name: String }
    let section = ListSection(
      text, title: LocalizedText(verbatim: text), id: \Item.name,
      layout: .table(.init { Text(verbatim: $0.name) }),
      groupedBy: { ListGroup(LocalizedText(verbatim: $0.name)) }
    ) { _ in ListPage([Item(name: text)]) }
    let scene = ListScene("", [section])
    await scene.open()
    var context = PageContext()
    context.rowAddress = { _ in text }
    let html = scene.snapshot.html(in: context)[0]
    let markup = try Markup(html.html)
    #expect(markup.elements("a").map { $0["href"] } == ["#"])
    #expect(
      markup.names.filter { $0 != "bdi" } == [
        "section", "div", "table", "tbody", "tr", "th", "p", "tr", "td", "a",
      ])
    #expect(html.rows.allSatisfy { $0.key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } })
  }
}
