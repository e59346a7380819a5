import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import TestSupport
import Testing

/// Changes of bookmarks, and how they are taken back.
struct ChangeTests {
  private func house(_ names: String...) async throws -> House {
    let house = try await House()
    for name in names { try await house.add(name) }
    return house
  }

  @Test func `a station is kept without an end`() async throws {
    let house = try await House()
    let home = try await house.add("Home", to: nil)
    #expect(home.from == Place(id: "trindade", name: "Trindade") && home.to == nil)
    #expect(try await house.bookmarks == [home])
    let found = try await house.mediator.perform(Bookmarks.find, BookmarkReference(name: "HOME"))
    #expect(found == home)
  }

  @Test func `a new name keeps the rest, and may differ in case alone`() async throws {
    let house = try await house("Work", "Gym")
    let office = try await house.rename("work", to: " Office ")
    #expect(office.name == "Office" && office.to?.name == "Aliados")
    #expect(try await house.rename("Office", to: "OFFICE").name == "OFFICE")
    #expect(try await house.names == ["OFFICE", "Gym"])
    await #expect(throws: BookmarksError.nameTaken("Gym")) {
      try await house.rename("office", to: "gym")
    }
    await #expect(throws: BookmarksError.emptyName) { try await house.rename("gym", to: " ") }
    await #expect(throws: BookmarksError.unknownBookmark("Work", nearest: nil)) {
      try await house.rename("Work", to: "X")
    }
  }

  @Test(arguments: [
    ("A", "C", "B A C D"), ("A", nil, "B C D A"), ("D", "A", "D A B C"), ("B", "B", "A B C D"),
    ("C", "D", "A B C D"), ("D", nil, "A B C D"),
  ])
  func `a bookmark moves before another or to the end`(name: String, other: String?, order: String)
    async throws
  {
    let house = try await house("A", "B", "C", "D")
    try await house.move(name, before: other)
    #expect(try await house.names.joined(separator: " ") == order)
    try await house.add("E")
    #expect(try await house.names.last == "E")
  }

  @Test func `two bookmarks have room between them for any number of moves`() async throws {
    let house = try await house("A", "B", "C", "D")
    for turn in 0..<70 {
      try await house.move(turn % 2 == 0 ? "C" : "B", before: turn % 2 == 0 ? "B" : "C")
      #expect(
        try await house.names == (turn % 2 == 0 ? ["A", "C", "B", "D"] : ["A", "B", "C", "D"]))
    }
    // What can be taken back ends where they were given room anew.
    for turn in (0..<69).reversed() {
      guard (try? await house.undo()) != nil else { break }
      #expect(
        try await house.names == (turn % 2 == 0 ? ["A", "C", "B", "D"] : ["A", "B", "C", "D"]))
    }
    await #expect(throws: BookmarksError.nothingToUndo) { try await house.undo() }
  }

  @Test func `every change is taken back, the last first`() async throws {
    let house = try await house("A", "B", "C")
    var states = [try await house.bookmarks]
    let changes: [(House) async throws -> Void] = [
      { _ = try await $0.remove("B") }, { _ = try await $0.rename("A", to: "B") },
      { try await $0.move("C", before: "B") }, { try await $0.add("Home", to: nil) },
      { _ = try await $0.clear(.journeys) }, { try await $0.add("A") },
      { _ = try await $0.clear(.stations) },
    ]
    for change in changes {
      try await change(house)
      states.append(try await house.bookmarks)
    }
    for state in states.reversed().dropFirst() {
      _ = try await house.undo()
      #expect(try await house.bookmarks == state)
    }
    for name in ["C", "B", "A"] { #expect(try await house.undo() == "adding '\(name)'") }
    #expect(try await house.names.isEmpty)
    await #expect(throws: BookmarksError.nothingToUndo) { try await house.undo() }
    #expect(!house.published(BookmarksChanged.self).isEmpty)
  }

  @Test func `what a refused change would have done is not there to be taken back`() async throws {
    let house = try await house("A")
    _ = try? await house.add("A")
    _ = try? await house.rename("A", to: "")
    #expect(try await house.undo() == "adding 'A'")
  }

  @Test func `the last fifty changes can be taken back`() async throws {
    let house = try await House()
    for number in 1...53 { try await house.add("\(number)") }
    for _ in 1...50 { _ = try await house.undo() }
    #expect(try await house.names == ["1", "2", "3"])
    await #expect(throws: BookmarksError.nothingToUndo) { try await house.undo() }
  }

  @Test func `the history is cleared by itself, for good`() async throws {
    let house = try await house("A")
    for place in ["X", "Y"] { await house.ask(to: place) }
    #expect(try await house.clear(.history) == 2)
    #expect(try await house.history().isEmpty)
    #expect(try await house.names == ["A"])
    #expect(try await house.undo() == "adding 'A'")
  }
}
