import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import Platform
import Store
import TestSupport
import Testing

struct BookmarkStoreTests {
  @Test func `the history has each planned journey once with its count, the last one first`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    let place = PointOfInterest(at: Coordinate(latitude: 41.15, longitude: -8.61), name: "Home")
    await fixture.planJourney(to: place)
    for name in ["Aliados", "Bolhão", "Aliados"] { await fixture.planJourney(to: name) }
    await fixture.planJourney(to: "Aliados", city: .newYork)
    let history = try await fixture.history()
    #expect(history.map(\.to.name) == ["Aliados", "Aliados", "Bolhão", "Home"])
    #expect(history.map(\.count) == [1, 2, 1, 1])
    #expect(history.last?.to == place)
    #expect(
      history[1]
        == HistoryEntry(
          askedAt: BookmarksFixture.now, city: .builtIn,
          from: PointOfInterest(id: "Trindade", name: "Trindade"),
          to: PointOfInterest(id: "Aliados", name: "Aliados"), count: 2))
    #expect(try await fixture.history(limit: 2).map(\.city) == [.newYork, .builtIn])
  }

  @Test func `a list contains the changes of all processes`() async throws {
    let fixture = try await BookmarksFixture()
    let other = try await BookmarksFixture(folder: fixture.folder)
    for number in 0..<5 {
      let writer = number % 2 == 0 ? fixture : other
      try await writer.add("\(number)")
      let names = (0...number).map { "\($0)" }
      for reader in [fixture, other, fixture] { #expect(try await reader.names == names) }
    }
    // The first undo only tells that the last change is one of the other process.
    await #expect(throws: StoreError.changedElsewhere(last: "adding '4'")) {
      try await other.undo()
    }
    #expect(try await other.undo() == "adding '4'")
    #expect(try await fixture.names == ["0", "1", "2", "3"])
  }

  @Test func `an own change does not hide one that another process has made before`() async throws {
    let fixture = try await BookmarksFixture()
    let other = try await BookmarksFixture(folder: fixture.folder)
    #expect(try await fixture.names == [])
    try await other.add("theirs")
    try await fixture.add("mine")
    #expect(try await fixture.names == ["theirs", "mine"])
  }

  @Test(arguments: [1, 2, 3])
  func `after every change, the cache equals the database`(seed: Int)
    async throws
  {
    var random = SplitMix64(seed: seed)
    let fixture = try await BookmarksFixture()
    for step in 0..<50 {
      let names = try await fixture.names.shuffled(using: &random)
      switch (Int.random(in: 0..<8, using: &random), names.first) {
      case (0, let name?): _ = try await fixture.remove(name)
      case (1, let name?): _ = try await fixture.rename(name, to: "renamed \(step)")
      case (2...3, let name?): try await fixture.move(name, before: names.last)
      case (4, .some): _ = try await fixture.undo()
      case (5, .some): await fixture.planJourney(to: "Aliados")
      case (6, .some) where step % 9 == 0: _ = try await fixture.clear(.journeys)
      default: try await fixture.add("\(step)", to: step % 2 == 0 ? nil : "Aliados")
      }
      let other = try await BookmarksFixture(folder: fixture.folder)
      let expected = try await other.bookmarks
      #expect(try await fixture.bookmarks == expected, "seed \(seed), step \(step)")
      await other.close()
    }
  }

  @Test func `the history has the last 200 journeys`() async throws {
    let fixture = try await BookmarksFixture()
    for number in 1...203 { await fixture.planJourney(to: "\(number)") }
    let names = try await fixture.history(limit: 1000).map(\.to.name)
    #expect(names == (4...203).reversed().map { "\($0)" })
  }

  @Test func `with a history length of 0, no journey is kept`() async throws {
    let earlier = try await BookmarksFixture()
    await earlier.planJourney(to: "Aliados")
    await earlier.close()
    let fixture = try await BookmarksFixture(
      folder: earlier.folder, configuration: ["historyLength": "0"])
    for limit in [nil, 5] { #expect(try await fixture.history(limit: limit).isEmpty) }
    await fixture.planJourney(to: "Bolhão")
    #expect(try await fixture.text(of: "history").hasPrefix("The history is empty"))
    await #expect(throws: BookmarksError.badLimit(0)) { try await fixture.history(limit: 0) }
    await fixture.close()
    #expect(try await BookmarksFixture(folder: earlier.folder).history().isEmpty)
  }

  @Test func `removing a city removes its history and keeps its bookmarks`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Far", city: .newYork)
    await fixture.planJourney(to: "Aliados", city: .newYork)
    await fixture.planJourney(to: "Bolhão")
    await fixture.removeCity(.newYork)
    #expect(try await fixture.history().map(\.to.name) == ["Bolhão"])
    #expect(try await fixture.names == ["Far"])
  }

  @Test(arguments: [0, -1, .min])
  func `a limit below 1 is refused`(limit: Int) async throws {
    let fixture = try await BookmarksFixture()
    await #expect(throws: BookmarksError.badLimit(limit)) {
      try await fixture.history(limit: limit)
    }
  }

  @Test func `a time is written as text and read again`() async throws {
    let fixture = try await BookmarksFixture()
    await fixture.planJourney(to: "Aliados")
    let json = try await fixture.mediator.perform(
      target: "bookmarks", action: "history", parameters: [:])
    #expect(String(decoding: json, as: UTF8.self).contains("\"askedAt\":\"2026-11-21T00:00:00Z\""))
    let decoded = try JSON.decode([HistoryEntry].self, from: json)
    #expect(try await decoded == fixture.history())
    #expect(throws: DecodingError.self) {
      try JSON.decode(HistoryEntry.self, from: Data(#"{"askedAt": "today"}"#.utf8))
    }
  }
}

extension BookmarksFixture {
  func history(limit: Int? = nil) async throws -> [HistoryEntry] {
    try await mediator.perform(Bookmarks.history, HistoryQuery(limit: limit))
  }
}
