import Documents
import Mediator
import Testing

struct DocumentTests {
  @Test func `a literal with words and values is a document of one paragraph`() {
    let document: Document = "Removed '\("lamp")'."
    #expect(document == Document("Removed '\("lamp")'." as Text))
    #expect(document == [.paragraph("Removed '\("lamp")'.")])
    #expect(document == [.paragraph("Removed '\("lamp")'.", .plain)])
    #expect(document != [.paragraph("Removed '\("lamp")'.", .strong)])
  }

  @Test func `a title and a heading are headings of the first two levels`() {
    let note = Text("in Porto", .faint)
    #expect(
      Block.title("Orders", note: note) == .heading(Text("Orders", .title), level: 1, note: note))
    #expect(Block.heading("Orders") == .heading(Text("Orders", .title), level: 2, note: nil))
  }

  @Test func `definitions keep the order and the repetitions of their terms`() {
    let block = Block.definitions(["to": "A", "to": "B", "from": "C"])
    #expect(
      block
        == .definitions(
          [.init("to", "A"), .init("to", "B"), .init("from", "C")]
            as [Block.Definition]))
  }

  @Test func `a sentence of a text from outside is a sentence of words`() {
    #expect(Block.sentence(verbatim: "no train", .warning) == .sentence("\("no train")", .warning))
    guard case .paragraph(let text) = Block.sentence("no train") else {
      Issue.record("no paragraph")
      return
    }
    #expect(text == Text(.sentence("no train")))
  }

  @Test func `documents are joined one below the other, and only one without blocks is empty`() {
    let (one, two): (Document, Document) = (["1".paragraph], ["2".paragraph, .group([])])
    #expect(one + two == ["1".paragraph, "2".paragraph, .group([])])
    #expect((Document() + []).isEmpty)
    #expect(!two.isEmpty)
  }
}

extension String {
  fileprivate var paragraph: Block { .paragraph(Text(verbatim: self)) }
}
