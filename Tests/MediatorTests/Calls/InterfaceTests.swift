import Mediator
import Testing

private enum News: Interface {}
private enum CityList: Interface {}
private enum URLHistory: Interface {}
private enum List2: Interface {}

@Suite struct InterfaceTests {
  @Test(arguments: [
    (News.target, "news"), (CityList.target, "city-list"), (URLHistory.target, "url-history"),
    (List2.target, "list2"),
  ])
  func `a target is the interface's name in kebab case`(target: String, expected: String) {
    #expect(target == expected)
  }
}
