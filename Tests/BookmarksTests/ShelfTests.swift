import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import TestSupport
import Testing

struct ShelfTests {
  @Test func `questions are remembered with their time, the newest first`() async throws {
    let house = try await House()
    for place in ["Aliados", "Bolhão", "Aliados"] { await house.ask(to: place) }
    let history = try await house.history()
    #expect(history.map(\.to.name) == ["Aliados", "Bolhão", "Aliados"])
    #expect(
      history.first
        == HistoryEntry(
          askedAt: House.now, city: .builtIn, from: Place(id: "trindade", name: "Trindade"),
          to: Place(id: "Aliados", name: "Aliados")))
    #expect(try await house.history(limit: 2).map(\.to.name) == ["Aliados", "Bolhão"])
  }

  @Test func `a list is what all processes have made of it`() async throws {
    let house = try await House()
    let other = try await House(folder: house.folder)
    for number in 0..<5 {
      let writer = number % 2 == 0 ? house : other
      try await writer.add("\(number)")
      let names = (0...number).map { "\($0)" }
      for reader in [house, other, house] { #expect(try await reader.names == names) }
    }
    _ = try await other.undo()
    #expect(try await house.names == ["0", "1", "2", "3"])
  }

  @Test(arguments: [1, 2, 3])
  func `what is known of a list follows every change as if it were read anew`(seed: Int)
    async throws
  {
    var random = SplitMix64(seed: seed)
    let house = try await House()
    for step in 0..<50 {
      let names = try await house.names.shuffled(using: &random)
      switch (Int.random(in: 0..<8, using: &random), names.first) {
      case (0, let name?): _ = try await house.remove(name)
      case (1, let name?): _ = try await house.rename(name, to: "renamed \(step)")
      case (2...3, let name?): try await house.move(name, before: names.last)
      case (4, .some): _ = try await house.undo()
      case (5, .some): await house.ask(to: "Aliados")
      case (6, .some) where step % 9 == 0: _ = try await house.clear(.journeys)
      default: try await house.add("\(step)", to: step % 2 == 0 ? nil : "Aliados")
      }
      let fresh = try await House(folder: house.folder)
      let read = try await fresh.bookmarks
      #expect(try await house.bookmarks == read, "seed \(seed), step \(step)")
      await fresh.close()
    }
  }

  @Test func `the last 200 questions are kept`() async throws {
    let house = try await House()
    for number in 1...203 { await house.ask(to: "\(number)") }
    let kept = try await house.history(limit: 1000).map(\.to.name)
    #expect(kept == (4...203).reversed().map { "\($0)" })
  }

  @Test func `of a city that is gone the questions go, and its bookmarks wait for it`()
    async throws
  {
    let house = try await House()
    try await house.add("Far", city: .newYork)
    await house.ask(to: "Aliados", city: .newYork)
    await house.ask(to: "Bolhão")
    await house.remove(.newYork)
    #expect(try await house.history().map(\.to.name) == ["Bolhão"])
    #expect(try await house.names == ["Far"])
  }

  @Test(arguments: [0, -1, .min])
  func `a limit below 1 is refused`(limit: Int) async throws {
    let house = try await House()
    await #expect(throws: BookmarksError.badLimit(limit)) { try await house.history(limit: limit) }
  }

  @Test func `a time is told as text and read again`() async throws {
    let house = try await House()
    await house.ask(to: "Aliados")
    let json = try await house.mediator.perform(
      target: "bookmarks", action: "history", parameters: [:])
    #expect(String(decoding: json, as: UTF8.self).contains("\"askedAt\":\"2026-11-21T00:00:00Z\""))
    let decoded = try JSONDecoder().decode([HistoryEntry].self, from: json)
    #expect(try await decoded == house.history())
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(HistoryEntry.self, from: Data(#"{"askedAt": "today"}"#.utf8))
    }
  }
}

extension House {
  func history(limit: Int? = nil) async throws -> [HistoryEntry] {
    try await mediator.perform(Bookmarks.history, HistoryQuery(limit: limit))
  }
}
