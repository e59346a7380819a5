import BookmarksInterface
import DataSourceInterface
import Foundation
import Testing

@testable import Stations

@Suite struct FrequentStationsTests {
  private func bookmark(_ from: String, _ to: String? = nil) -> Bookmark {
    Bookmark(
      name: from, city: .builtIn, from: PointOfInterest(id: from, name: TranslatedName(from)),
      to: to.map { PointOfInterest(id: $0, name: TranslatedName($0)) })
  }

  private func journey(
    _ from: String, _ to: String, daysAgo: Double = 0, count: Int = 1, city: CityID = .builtIn
  ) -> HistoryEntry {
    HistoryEntry(
      askedAt: Date(timeIntervalSince1970: 1e9 - daysAgo * 86400), city: city,
      from: PointOfInterest(id: from, name: TranslatedName(from)),
      to: PointOfInterest(id: to, name: TranslatedName(to)),
      count: count)
  }

  private func ids(_ bookmarks: [Bookmark], _ history: [HistoryEntry]) -> [String] {
    FrequentStations(bookmarks: bookmarks, history: history, of: .builtIn).ids
  }

  @Test func `frequent journeys count more than rare ones`() {
    #expect(ids([], [journey("A", "B"), journey("C", "B", count: 3)]) == ["B", "C", "A"])
  }

  @Test(arguments: [(days: 29.0, first: "old"), (31, "new")])
  func `a journey counts half as much after 30 days`(days: Double, first: String) {
    let history = [journey("new", "x"), journey("old", "y", daysAgo: days, count: 2)]
    #expect(ids([], history).first { $0 == "new" || $0 == "old" } == first)
  }

  @Test(arguments: [(count: 9, first: "A"), (11, "B")])
  func `a bookmark counts as much as ten journeys`(count: Int, first: String) {
    #expect(ids([bookmark("A")], [journey("B", "C", count: count)]).first == first)
  }

  @Test func `stations of other cities and places do not count`() throws {
    let place = PointOfInterest(at: Coordinate(latitude: 41, longitude: -8))
    let visit = Bookmark(name: "p", city: .builtIn, from: place)
    let other = journey("A", "B", city: try #require(CityID("other")))
    #expect(ids([visit], [other]).isEmpty)
  }
}
