import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import Platform
import Store
import Testing

@testable import Bookmarks

/// The removal of single journeys from the history.
struct HistoryRemovalTests {
  private func fixture(with destinations: String...) async throws -> BookmarksFixture {
    let fixture = try await BookmarksFixture()
    for destination in destinations {
      fixture.time.withLock { $0 += 60 }
      await fixture.planJourney(to: destination)
    }
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
    #expect(fixture.published(BookmarksChanged.self).count == 6)
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

  @Test func `restored journeys are in the order of their times, whatever was planned meanwhile`()
    async throws
  {
    let fixture = try await fixture(with: "Faria", "Bolhão", "Aliados")
    try await remove("Faria", from: fixture)
    try await remove("Aliados", from: fixture)
    fixture.time.withLock { $0 += 60 }
    // The new journey has the number of the newest one.
    await fixture.planJourney(to: "西直门")
    _ = try await fixture.undo()
    #expect(try await destinations(fixture) == ["西直门 1", "Aliados 1", "Bolhão 1"])
    _ = try await fixture.undo()
    #expect(try await destinations(fixture) == ["西直门 1", "Aliados 1", "Bolhão 1", "Faria 1"])
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

  @Test(arguments: [false, true])
  func `nothing of a removed journey stays after its city or the whole history is removed`(
    isCleared: Bool
  ) async throws {
    let fixture = try await fixture(with: "Aliados", "Faria")
    try await remove("Faria", from: fixture)
    if isCleared {
      _ = try await fixture.clear(.history)
    } else {
      await fixture.removeCity(.builtIn)
    }
    let database = try Database(in: fixture.folder, migrations: .migrations)
    let rows = try await database.read {
      try $0.first("SELECT count(*) AS count FROM removed_question") { try $0["count"] as Int }
    }
    #expect(rows == 0)
  }

  @Test func `a journey that is not in the history is an error`() async throws {
    let fixture = try await fixture(with: "Aliados")
    let history = try await fixture.mediator.perform(Bookmarks.history, HistoryQuery())
    let journey = HistoryReference(try #require(history.first))
    try await remove("Aliados", from: fixture)
    await #expect(throws: BookmarksError.notInHistory(journey)) {
      try await fixture.mediator.perform(Bookmarks.removeFromHistory, journey)
    }
    await #expect(throws: DataSourceError.unknownStation("Nowhere", city: "Porto", nearest: [])) {
      try await fixture.text(of: "history remove", ["from": "Nowhere", "to": "Aliados"])
    }
  }

  @Test(
    arguments: [
      // A station that has vanished from the timetable is found by its name in the history.
      ("trindade", "faria", nil, "Faria"), ("Trindade", "id:Faria", "porto", "Faria"),
      // The name of a bookmark.
      ("Base", "Aliados", nil, "Aliados"),
    ] as [(String, String, String?, String)])
  func `the command removes the journey between two places, and 'bookmarks undo' restores it`(
    from: String, to: String, city: String?, removed: String
  ) async throws {
    let fixture = try await fixture(with: "Faria", "Aliados")
    try await fixture.add("Base", to: nil)
    var parameters: Parameters = ["from": from, "to": to]
    if let city { parameters.append(city, for: "city") }
    #expect(
      try await fixture.text(of: "history remove", parameters)
        == "Removed 'Trindade → \(removed)' from the history.")
    #expect(try await destinations(fixture).count == 1)
    #expect(
      try await fixture.text(of: "bookmarks undo")
        == "Undone: removing 'Trindade → \(removed)' from the history.")
    #expect(try await destinations(fixture) == ["Aliados 1", "Faria 1"])
  }

  @Test
  func
    `another run of the program warns that the removal is from another run, then undoes it`()
    async throws
  {
    let first = try await fixture(with: "Faria", "Aliados")
    let second = try await BookmarksFixture(folder: first.folder)
    _ = try await second.names
    try await remove("Faria", from: first)
    await first.close()
    let removal = "removing 'Trindade → Faria' from the history"
    await #expect(throws: StoreError.changedElsewhere(last: removal)) { try await second.undo() }
    #expect(try await second.undo() == removal)
    #expect(try await destinations(second) == ["Aliados 1", "Faria 1"])
  }

  @Test func `after the 50 last changes, a removal can no longer be undone`() async throws {
    let fixture = try await fixture(with: "Faria")
    try await remove("Faria", from: fixture)
    for number in 1...50 { try await fixture.add("\(number)") }
    for _ in 1...50 { _ = try await fixture.undo() }
    await #expect(throws: BookmarksError.nothingToUndo) { try await fixture.undo() }
    // The next changes have the numbers of the first ones.
    try await fixture.add("Work")
    #expect(try await fixture.undo() == "adding 'Work'")
    #expect(try await destinations(fixture) == [])
  }

  @Test func `the history of a city comes back between the journeys of other cities`() async throws
  {
    let fixture = try await BookmarksFixture()
    let journeys: [(String, CityID)] = [
      ("Faria", .newYork), ("Aliados", .builtIn), ("Bolhão", .newYork), ("西直门", .builtIn),
    ]
    for (index, (station, city)) in journeys.enumerated() {
      fixture.time.withLock { $0 += 60 }
      // The last journey has the number of one that was removed.
      if index == 3 { await fixture.removeCity(.newYork) }
      await fixture.planJourney(to: station, city: city)
    }
    #expect(try await destinations(fixture) == ["西直门 1", "Aliados 1"])
    // Another city changes nothing.
    fixture.mediator.publish(CityInstalled(city: .builtIn))
    await fixture.mediator.drain()
    #expect(try await destinations(fixture) == ["西直门 1", "Aliados 1"])
    fixture.mediator.publish(CityInstalled(city: .newYork))
    await fixture.mediator.drain()
    #expect(try await destinations(fixture) == ["西直门 1", "Bolhão 1", "Aliados 1", "Faria 1"])
  }
}
