import Console
import NewsInterface
import Scenes
import Testing

@testable import News

struct NewsViewTests {
  private let notice = NewsItem(id: "item-0", title: "Title 0", body: "Body 0.", line: "D")

  @Test func `the list has numbers, and ids when the page is wide enough`() {
    let items = [notice, .numbered(1)]
    #expect(
      Page(columns: 60).text(of: NewsView.list.document(of: items)) == """
           line  notice   id
        1  [D]   Title 0  item-0
        2        Title 1  item-1
        """)
    #expect(
      Page(columns: 40).text(of: NewsView.list.document(of: items)) == """
           line  notice
        1  [D]   Title 0
        2        Title 1
        """)
  }

  @Test func `the body of an item keeps its line breaks`() {
    let body = "One\r\n two\n\n\u{1B}[2Jthree"
    let item = NewsItem(id: "", title: "Title", body: body)
    let text = Page(columns: 40).text(of: NewsView.detail.document(of: [item]))
    #expect(text == "Title\n\nOne\ntwo\n\nthree")
  }

  @Test func `the details of a closure say where`() {
    let item = NewsItem(
      id: "", title: "Title", body: "Body.",
      subjects: [
        NewsSubject(station: "Trindade", to: "Aliados"), NewsSubject(station: "stop-7"),
        NewsSubject(trip: "t"),
      ],
      effect: .noService)
    let text = Page(columns: 40).text(of: NewsView.detail.document(of: [item]))
    #expect(text == "Title\nNo trains run there.\nfrom Trindade to Aliados\n\nBody.")
  }

  @Test func `the details of an item are its title and its body`() {
    let text = Page(columns: 40).text(of: NewsView.detail.document(of: [notice]))
    #expect(text == "Title 0\nLine D\n\nBody 0.")
  }
}
