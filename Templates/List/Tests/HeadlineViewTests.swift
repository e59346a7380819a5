import Console
import HeadlineInterface
import Scenes
import Testing

@testable import Headline

struct HeadlineViewTests {
  @Test func `the list has numbers, and ids when the page is wide enough`() {
    let items = [HeadlineItem.numbered(0), .numbered(1)]
    #expect(
      Page(columns: 60).text(of: HeadlineView.list.document(of: items)) == """
           title    id
        1  Title 0  item-0
        2  Title 1  item-1
        """)
    #expect(
      Page(columns: 40).text(of: HeadlineView.list.document(of: items)) == """
           title
        1  Title 0
        2  Title 1
        """)
  }

  @Test func `the body of an item keeps its line breaks`() {
    let body = "One\r\n two\n\n\u{1B}[2Jthree"
    let item = HeadlineItem(id: "", title: "Title", body: body)
    let text = Page(columns: 40).text(of: HeadlineView.detail.document(of: [item]))
    #expect(text == "Title\n\nOne\ntwo\n\nthree")
  }

  @Test func `the details of an item are its title and its body`() {
    let document = HeadlineView.detail.document(of: [.numbered(0)])
    let text = Page(columns: 40).text(of: document)
    #expect(text == "Title 0\n\nBody 0.")
  }
}
