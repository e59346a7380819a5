import Mediator
import Testing

private enum News: Interface {}
private enum CityList: Interface {}
private enum URLHistory: Interface {}
private enum List2: Interface {}
private enum Archive: Interface {
  static let target = "news"
  static let search = Action<Empty, Empty>(Archive.self, "search")
}

@Suite struct InterfaceTests {
  @Test(arguments: [
    (News.target, "news"), (CityList.target, "city-list"), (URLHistory.target, "url-history"),
    (List2.target, "list2"),
  ])
  func `a target is the interface's name in kebab case`(target: String, expected: String) {
    #expect(target == expected)
  }

  @Test func `an interface may have the target of another one, and still its own name`() {
    #expect(Archive.search.path == "news/search")
    #expect(Archive.search.interface == "Archive")
  }
}
