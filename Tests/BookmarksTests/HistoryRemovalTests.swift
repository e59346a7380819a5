import BookmarksInterface
import DataSourceInterface
import Mediator
import ModuleTesting
import Testing

/// The removal of single journeys from the history.
struct HistoryRemovalTests {
  private func fixture(with destinations: String...) async throws -> BookmarksFixture {
    let fixture = try await BookmarksFixture()
    for destination in destinations { await fixture.planJourney(to: destination) }
    return fixture
  }

  private func destinations(_ fixture: BookmarksFixture) async throws -> [String] {
    try await fixture.mediator.perform(Bookmarks.history, HistoryQuery())
      .map { "\($0.to.name) \($0.count)" }
  }

  private func remove(_ destination: String, from fixture: BookmarksFixture) async throws {
    let history = try await fixture.mediator.perform(Bookmarks.history, HistoryQuery())
    let entry = try #require(history.first { $0.to.name == destination })
    let removed = try await fixture.mediator.perform(
      Bookmarks.removeFromHistory, HistoryReference(entry))
    #expect(removed == entry)
  }

  @Test func `removals are undone in reverse order, between the changes of bookmarks`()
    async throws
  {
    let fixture = try await fixture(with: "Faria", "Aliados")
    try await remove("Faria", from: fixture)
    try await fixture.add("Work")
    try await remove("Aliados", from: fixture)
    #expect(try await destinations(fixture) == [])
    for (undone, rest) in [
      ("removing 'Trindade → Aliados' from the history", ["Aliados 1"]),
      ("adding 'Work'", ["Aliados 1"]),
      ("removing 'Trindade → Faria' from the history", ["Aliados 1", "Faria 1"]),
    ] {
      #expect(try await fixture.undo() == undone)
      #expect(try await destinations(fixture) == rest)
    }
    await #expect(throws: BookmarksError.nothingToUndo) { try await fixture.undo() }
    #expect(fixture.published(BookmarksChanged.self).count == 5)
  }

  @Test func `a journey that was planned again is counted once with its removed entry`()
    async throws
  {
    let fixture = try await fixture(with: "Aliados", "Faria", "Faria")
    try await remove("Faria", from: fixture)
    await fixture.planJourney(to: "Faria")
    _ = try await fixture.undo()
    #expect(try await destinations(fixture) == ["Faria 3", "Aliados 1"])
  }

  @Test func `a journey that took the place of the removed one stays`() async throws {
    let fixture = try await fixture(with: "Aliados", "Faria")
    try await remove("Faria", from: fixture)
    await fixture.planJourney(to: "西直门")
    _ = try await fixture.undo()
    #expect(Set(try await destinations(fixture)) == ["Faria 1", "西直门 1", "Aliados 1"])
  }

  @Test func `what is cleared, or belongs to a removed city, is not restored`() async throws {
    let fixture = try await fixture(with: "Aliados", "Faria")
    try await remove("Faria", from: fixture)
    await fixture.removeCity(.builtIn)
    await #expect(throws: BookmarksError.nothingToUndo) { try await fixture.undo() }
    await fixture.planJourney(to: "Faria")
    try await remove("Faria", from: fixture)
    _ = try await fixture.clear(.history)
    await #expect(throws: BookmarksError.nothingToUndo) { try await fixture.undo() }
    #expect(try await destinations(fixture) == [])
  }

  @Test func `a journey that is not in the history is an error`() async throws {
    let fixture = try await fixture(with: "Faria")
    let history = try await fixture.mediator.perform(Bookmarks.history, HistoryQuery())
    let journey = HistoryReference(try #require(history.first))
    try await remove("Faria", from: fixture)
    await #expect(throws: BookmarksError.notInHistory(journey)) {
      try await fixture.mediator.perform(Bookmarks.removeFromHistory, journey)
    }
  }
}
