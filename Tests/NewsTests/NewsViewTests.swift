import Console
import ListScene
import NewsInterface
import Testing

@testable import News

struct NewsViewTests {
  @Test func `the list has numbers, and ids where there is room`() {
    let items = [NewsItem.numbered(0), .numbered(1)]
    #expect(
      NewsView.list.text(of: items, on: Page(columns: 60)) == """
           title    id
        1  Title 0  item-0
        2  Title 1  item-1
        """)
    #expect(
      NewsView.list.text(of: items, on: Page(columns: 40)) == """
           title
        1  Title 0
        2  Title 1
        """)
  }

  @Test func `the whole of an item is its title and its body`() {
    let text = NewsView.detail.text(of: [.numbered(0)], on: Page(columns: 40))
    #expect(text == "Title 0\n\nBody 0.")
  }
}
