import Documents
import Mediator
import Testing

@testable import Console

/// Draws each block on a narrow page, on one of usual width and on a wide one.
struct PageDocumentTests {
  /// Draws a document of one block, and one of the block between two paragraphs.
  private func text(of block: Block, columns: Int) -> String {
    let page = Page(columns: columns)
    let text = page.text(of: [block])
    let between = page.text(of: ["one".paragraph, block, "two".paragraph])
    #expect(between == "one\n\n\(text)\n\ntwo")
    #expect(
      page.text(of: [.group(["one".paragraph, block, "two".paragraph])]) == "one\n\(text)\ntwo")
    #expect(page.text(of: [.group([.section([block, "two".paragraph])])]) == "\(text)\n\ntwo")
    return text
  }

  @Test(arguments: [
    (20, "Orders of Ana\nin Porto today"), (40, "Orders of Ana    in Porto today"),
    (120, "Orders of Ana    in Porto today"),
  ])
  func `the note of a title is beside it where there is room`(columns: Int, drawn: String) {
    let block = Block.title("Orders of Ana", note: "in Porto today")
    #expect(text(of: block, columns: columns) == drawn)
  }

  @Test(arguments: [
    (20, "Lamps\nfor tables and walls"), (40, "Lamps  for tables and walls"),
    (120, "Lamps  for tables and walls"),
  ])
  func `the note of a heading is nearer than that of a title`(columns: Int, drawn: String) {
    #expect(text(of: .heading("Lamps", note: "for tables and walls"), columns: columns) == drawn)
    #expect(text(of: .heading("Lamps", note: ""), columns: columns) == "Lamps")
  }

  @Test(arguments: [
    (20, "2 lamps ordered\nnot paid until\nFriday · in Porto"),
    (40, "2 lamps ordered · not paid until Friday\nin Porto"),
    (120, "2 lamps ordered · not paid until Friday · in Porto"),
  ])
  func `a paragraph is broken between two phrases, or else at a space`(
    columns: Int, drawn: String
  ) {
    let phrases: [Text] = [
      "\(2) lamps ordered", Text("not paid", .strong) + " until Friday", "in Porto",
    ]
    #expect(text(of: .paragraph(phrases.joined(separator: .separator)), columns: columns) == drawn)
  }

  @Test(arguments: [
    (20, "Dear all,\n\nall lines stop at\n22:00.\nBye"),
    (40, "Dear all,\n\nall lines stop at 22:00.\nBye"),
    (120, "Dear all,\n\nall lines stop at 22:00.\nBye"),
  ])
  func `a text from outside keeps its line breaks, and none of its control characters`(
    columns: Int, drawn: String
  ) {
    let letter = "Dear all,\n\nall lines\t stop \u{1B}[2Jat 22:00.\r\n Bye"
    #expect(text(of: .multiline(letter), columns: columns) == drawn)
  }

  @Test(arguments: [20, 40, 120])
  func `lines of code are never broken`(columns: Int) {
    let code = "graph TD\n  NewsOfAllLines -->\tNetworkOfAllLines\n\n\r\nend"
    #expect(text(of: .code(code), columns: columns) == code)
    #expect(text(of: .code("a\u{1B}[1m\u{7}b\n"), columns: columns) == "ab\n")
  }

  @Test(arguments: [
    (20, "  shop add lamp \\\n    --colour blue"), (40, "  shop add lamp --colour blue"),
    (120, "  shop add lamp --colour blue"),
  ])
  func `a command line continues after a backslash`(columns: Int, drawn: String) {
    #expect(text(of: .commandLines(["shop add lamp --colour blue"]), columns: columns) == drawn)
  }

  @Test(arguments: [
    (20, "blue lamp for 3 €\n\nBeds\nsmall bed for 90 €"),
    (
      40,
      """
      product    price
      blue lamp    3 €

      Beds
      small bed   90 €
      """
    ),
    (
      120,
      """
      product    price  city
      blue lamp    3 €  Porto

      Beds
      small bed   90 €  Lisboa
      """
    ),
  ])
  func `a table has fewer columns on a narrow page, and else is a list of documents`(
    columns: Int, drawn: String
  ) {
    var table = Table(
      from: 30,
      [.init("product"), .init("price", .right), .init("city", minimumPageWidth: 60)])
    table.append(["blue lamp", "3 €", "Porto"], narrower: "blue lamp for 3 €")
    table.append(heading: "Beds")
    table.append(["small bed", "90 €", "Lisboa"], narrower: "small bed for 90 €")
    #expect(text(of: .table(table), columns: columns) == drawn)
  }

  @Test(arguments: [
    (20, "  state\n      not paid until\n      Friday\n  total\n      3 €"),
    (40, "  state         not paid until Friday\n  total         3 €"),
    (120, "  state         not paid until Friday\n  total         3 €"),
  ])
  func `a definition is beside its term where there is room, and aligned with empty ones`(
    columns: Int, drawn: String
  ) {
    let block = Block.definitions([
      "state": "not paid until Friday", "destination": "", "total": "3 €",
    ])
    // `destination` has 11 columns; the definitions begin after 2 more and a gap of 2.
    let wide = drawn.replacing("         ", with: "        ")
    #expect(text(of: block, columns: columns) == (columns == 20 ? drawn : wide))
  }

  @Test(arguments: [
    (20, "✗  limits: too few\n   files can be open"), (40, "✗  limits: too few files can be open"),
    (120, "✗  limits: too few files can be open"),
  ])
  func `the lines of an item are beside its mark`(columns: Int, drawn: String) {
    let item = Block.item(mark: "✗", alignedWith: ["·", "✗"], "limits: too few files can be open")
    #expect(text(of: item, columns: columns) == drawn)
  }

  @Test func `a mark that is wider than a third of a narrow page is cut`() {
    let item = Block.item(mark: "a very long mark ", "text")
    #expect(Page(columns: 20).text(of: [item]) == "a ver…  text")
    #expect(Page(columns: 60).text(of: [item]) == "a very long mark text")
  }

  @Test func `an item of a group has no empty lines, and a section in it has`() {
    let item = Block.item(
      mark: "- ", ["one".paragraph, .section(["two".paragraph, "three".paragraph])])
    #expect(Page(columns: 20).text(of: [item]) == "- one\n  two\n\n  three")
  }

  @Test(arguments: [
    (20, "08:15  ● Trindade\n       ┃ platform 2\n       ┃ to Hospital\n       ┃ São João"),
    (40, "08:15  ● Trindade\n       ┃ platform 2\n       ┃ to Hospital São João"),
    (120, "08:15  ● Trindade\n       ┃ platform 2\n       ┃ to Hospital São João"),
  ])
  func `a track is a line with nodes, and text beside it`(columns: Int, start: String) {
    let track = Track([
      .init(.stop, .accent, label: "08:15", ["Trindade".paragraph, "platform 2".paragraph]),
      .init(.line, .accent, "to Hospital São João"), .init(.line, .accent, []),
      .init(.interchange, .accent, label: "8:20", "Aliados"), .init(.gap, .plain, "on foot"),
      .init(.stop, .plain, label: "08:30", ["Bolhão".paragraph, "exit".paragraph]),
    ])
    #expect(
      text(of: .track(track), columns: columns) == """
        \(start)
               ┃
        8:20   ◉ Aliados
               ┊ on foot
        08:30  ● Bolhão
                 exit
        """)
  }

  @Test func `tracks are aligned with the labels of each other, and without labels have no margin`()
  {
    let row = Track.Row(.stop, .accent, label: "8:15", "Trindade")
    let other = Track.Row(.stop, .accent, label: "tomorrow", "Aliados")
    #expect(
      Page(columns: 40).text(of: [.track(Track([row], alignedWith: [other]))])
        == "8:15      ● Trindade")
    #expect(
      Page(columns: 40).text(of: [.track(Track([.init(.stop, .plain, "Trindade")]))])
        == "● Trindade")
  }

  @Test(arguments: [
    (20, "◀ ━━●─────── ▶  2 of 5"), (40, ""), (120, ""),
  ])
  func `a scale has at most 40 columns besides its label`(columns: Int, drawn: String) {
    let scale = Scale("time", 0...4, at: 1, label: "2 of 5")
    let text = text(of: .scale(scale), columns: columns)
    let width = min(columns - 12, 40)
    let before = (width - 1) / 4
    #expect(
      text == "◀ " + String(repeating: "━", count: before) + "●"
        + String(repeating: "─", count: width - 1 - before) + " ▶  2 of 5")
  }

  @Test func `only the line of a scale belongs to it`() {
    let scale = Scale("time", 0...4, at: 1, label: "2 of 5")
    let lines = Page(columns: 40).lines(of: [
      .group(["one".paragraph, .scale(scale)]), "two".paragraph,
    ])
    #expect(lines.map(\.scale) == [nil, scale, nil, nil])
  }

  @Test func `blocks without content take no space`() {
    let document: Document = [
      "one".paragraph, .paragraph(""), .group([]), .section([.paragraph("", .strong)]),
      .table(Table()),
      .definitions(["state": ""]), .commandLines([]), .track(Track([])), .sentence(""),
      "two".paragraph,
    ]
    for columns in [20, 40, 120] {
      #expect(Page(columns: columns).text(of: document) == "one\n\ntwo")
    }
  }

  @Test func `a line is as long as its text, and may be empty`() {
    let text = String(repeating: "lamp ", count: 100) + "end"
    let document: Document = [.group([.line(Text(verbatim: text)), .line(""), .line("two")])]
    #expect(Page(columns: 20).text(of: document) == "\(text)\n\ntwo")
  }

  @Test func `a line does not end between parts without a space`() {
    let document = Document("one" + Text(", ") + Text("two", .strong) + ", three")
    #expect(Page(columns: 5).text(of: document) == "one,\ntwo,\nthree")
  }

  @Test func `each heading of a table but the first line has an empty line above it`() {
    var table = Table(Table.Column())
    for name in ["one", "two"] {
      table.append(heading: "same")
      table.append(Text(verbatim: name))
    }
    #expect(Page(columns: 20).text(of: [.table(table)]) == "same\none\n\nsame\ntwo")
  }
}

extension String {
  fileprivate var paragraph: Block { .paragraph(Text(verbatim: self)) }
}
