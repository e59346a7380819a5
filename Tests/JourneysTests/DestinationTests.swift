import BookmarksInterface
import DataSourceFixture
import DataSourceInterface
import JourneysInterface
import Mediator
import ModuleTesting
import Scenes
import StationsInterface
import Testing

@testable import Journeys

/// "Where to?": what a text finds, and from where the journey starts.
@MainActor @Suite(.timeLimit(.minutes(15))) struct DestinationTests {
  private static let work = Bookmark(
    name: "Camp", city: .builtIn, from: PointOfInterest(id: "C", name: "C"))

  /// - Parameter stations: The names of the stations that a search finds, in its order.
  private func fixture(
    _ stations: [String] = ["Casa", "Campo", "Cais"], planned: [HistoryEntry] = []
  ) async throws -> JourneysFixture {
    let fixture = try await JourneysFixture(bookmarks: [Self.work], planned: planned)
    try fixture.harness.stub(Stations.search) { search in
      stations.filter { name in search.text.map { name.hasPrefix($0) } ?? true }
        .map { FoundStation(Station(id: $0, name: TranslatedName($0), coordinate: nil, lines: [])) }
    }
    return fixture
  }

  private func found(_ text: String, in fixture: JourneysFixture) async throws -> [String] {
    try await Destination.find(text, through: fixture.harness.mediator).map(\.id)
  }

  @Test func `bookmarks are first, then the stations that are used most, then planned journeys`()
    async throws
  {
    let fixture = try await fixture(planned: [.sample("Cais", "Depot", count: 3)])
    #expect(
      try await found("Ca", in: fixture) == [
        "bookmark Camp", "Cais", "Casa", "Campo", "journey Cais Depot",
      ])
    await fixture.harness.stop()
  }

  @Test func `a station with exactly the name is before those that are used more`() async throws {
    let fixture = try await fixture(planned: [.sample("Cais", "Depot", count: 3)])
    #expect(try await found("Casa", in: fixture).first == "Casa")
    await fixture.harness.stop()
  }

  @Test func `a coordinate is a place, and a broken one is nothing`() async throws {
    let fixture = try await fixture()
    #expect(try await found("@41.15,-8.61", in: fixture) == ["@41.15,-8.61"])
    #expect(try await found("@41.15", in: fixture) == [])
    await fixture.harness.stop()
  }

  @Test func `where no name contains the text, its letters find stations`() async throws {
    let fixture = try await fixture(["São Bento", "Trindade"])
    #expect(try await found("sbento", in: fixture) == ["São Bento"])
    await fixture.harness.stop()
  }

  @Test(arguments: [
    ([HistoryEntry.sample("A", "C", count: 2), .sample("B", "C", count: 3)], "B"),
    ([.sample("A", "C", count: 2), .sample("B", "C", count: 3, daysAgo: 30)], "A"),
    ([.sample("Depot", "A", count: 9), .sample("A", "C")], "A"),
    ([], nil),
  ])
  func `a journey starts where most journeys began, old ones count less, and not where it ends`(
    planned: [HistoryEntry], start: String?
  ) async throws {
    let fixture = try await fixture(planned: planned)
    let ends = try await PlannedEnds(in: nil, through: fixture.harness.mediator)
    #expect(ends.usualStart(to: PointOfInterest(id: "Depot", name: "Depot"))?.id == start)
    await fixture.harness.stop()
  }
}
