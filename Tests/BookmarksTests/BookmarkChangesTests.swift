import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import Testing

/// Changes to bookmarks, and how they are undone.
struct BookmarkChangesTests {
  private func fixture(with names: String...) async throws -> BookmarksFixture {
    let fixture = try await BookmarksFixture()
    for name in names { try await fixture.add(name) }
    return fixture
  }

  @Test func `a bookmark of a station has no destination`() async throws {
    let fixture = try await BookmarksFixture()
    let home = try await fixture.add("Home", to: nil)
    #expect(home.from == PointOfInterest(id: "Trindade", name: "Trindade") && home.to == nil)
    #expect(try await fixture.bookmarks == [home])
    let found = try await fixture.mediator.perform(Bookmarks.find, BookmarkReference(name: "HOME"))
    #expect(found == home)
  }

  @Test func `a bookmark of a journey without steps stays one`() async throws {
    let fixture = try await BookmarksFixture()
    #expect(try await fixture.add("Work", stepFree: true).stepFree == true)
    #expect(try await fixture.rename("Work", to: "Office").stepFree == true)
    _ = try await fixture.remove("Office")
    _ = try await fixture.undo()
    #expect(try await fixture.bookmarks.map(\.stepFree) == [true])
    #expect(try await fixture.text(of: "bookmarks").contains("Trindade → Aliados, step-free"))
    let text = try await fixture.text(
      of: "bookmarks add", ["name": "Gym", "from": "Trindade", "to": "Aliados"])
    #expect(!text.contains("step-free"))
  }

  @Test func `a bookmark is renamed, even if only the case changes`() async throws {
    let fixture = try await fixture(with: "Work", "Gym")
    let office = try await fixture.rename("work", to: " Office ")
    #expect(office.name == "Office" && office.to?.name == "Aliados")
    #expect(try await fixture.rename("Office", to: "OFFICE").name == "OFFICE")
    #expect(try await fixture.names == ["OFFICE", "Gym"])
    await #expect(throws: BookmarksError.nameTaken("Gym")) {
      try await fixture.rename("office", to: "gym")
    }
    await #expect(throws: BookmarksError.emptyName) { try await fixture.rename("gym", to: " ") }
    await #expect(throws: BookmarksError.unknownBookmark("Work", nearest: nil)) {
      try await fixture.rename("Work", to: "X")
    }
  }

  @Test(arguments: [
    ("A", "C", "B A C D"), ("A", nil, "B C D A"), ("D", "A", "D A B C"), ("B", "B", "A B C D"),
    ("C", "D", "A B C D"), ("D", nil, "A B C D"),
  ])
  func `a bookmark is moved before another one or to the end`(
    name: String, other: String?, order: String
  )
    async throws
  {
    let fixture = try await fixture(with: "A", "B", "C", "D")
    try await fixture.move(name, before: other)
    #expect(try await fixture.names.joined(separator: " ") == order)
    try await fixture.add("E")
    #expect(try await fixture.names.last == "E")
  }

  @Test func `moving a bookmark before itself leaves nothing to undo`() async throws {
    let fixture = try await fixture(with: "A", "B")
    try await fixture.move("B", before: "B")
    #expect(try await fixture.undo() == "adding 'B'")
  }

  @Test func `bookmarks can be moved between two others any number of times`() async throws {
    let fixture = try await fixture(with: "A", "B", "C", "D")
    for turn in 0..<70 {
      try await fixture.move(turn % 2 == 0 ? "C" : "B", before: turn % 2 == 0 ? "B" : "C")
      #expect(
        try await fixture.names == (turn % 2 == 0 ? ["A", "C", "B", "D"] : ["A", "B", "C", "D"]))
    }
    // Changes before the last renumbering cannot be undone.
    for turn in (0..<69).reversed() {
      guard (try? await fixture.undo()) != nil else { break }
      #expect(
        try await fixture.names == (turn % 2 == 0 ? ["A", "C", "B", "D"] : ["A", "B", "C", "D"]))
    }
    await #expect(throws: BookmarksError.nothingToUndo) { try await fixture.undo() }
  }

  @Test func `every change is undone, the last one first`() async throws {
    let fixture = try await fixture(with: "A", "B", "C")
    var states = [try await fixture.bookmarks]
    let changes: [(BookmarksFixture) async throws -> Void] = [
      { _ = try await $0.remove("B") }, { _ = try await $0.rename("A", to: "B") },
      { try await $0.move("C", before: "B") }, { try await $0.add("Home", to: nil) },
      { _ = try await $0.clear(.journeys) }, { try await $0.add("A") },
      { try await $0.add("Gym", from: "@41.15,-8.61", to: "@40.5,-8.25") },
      { _ = try await $0.remove("Gym") },
      { _ = try await $0.clear(.stations) },
    ]
    for change in changes {
      try await change(fixture)
      states.append(try await fixture.bookmarks)
    }
    for state in states.reversed().dropFirst() {
      _ = try await fixture.undo()
      #expect(try await fixture.bookmarks == state)
    }
    for name in ["C", "B", "A"] { #expect(try await fixture.undo() == "adding '\(name)'") }
    #expect(try await fixture.names.isEmpty)
    await #expect(throws: BookmarksError.nothingToUndo) { try await fixture.undo() }
    #expect(!fixture.published(BookmarksChanged.self).isEmpty)
  }

  @Test func `a refused change is not undone`() async throws {
    let fixture = try await fixture(with: "A")
    _ = try? await fixture.add("A")
    _ = try? await fixture.rename("A", to: "")
    #expect(try await fixture.undo() == "adding 'A'")
  }

  @Test func `the last fifty changes can be undone`() async throws {
    let fixture = try await BookmarksFixture()
    for number in 1...53 { try await fixture.add("\(number)") }
    for _ in 1...50 { _ = try await fixture.undo() }
    #expect(try await fixture.names == ["1", "2", "3"])
    await #expect(throws: BookmarksError.nothingToUndo) { try await fixture.undo() }
  }

  @Test func `clearing the history affects no bookmark and cannot be undone`() async throws {
    let fixture = try await fixture(with: "A")
    for place in ["X", "Y"] { await fixture.planJourney(to: place) }
    #expect(try await fixture.clear(.history) == 2)
    #expect(try await fixture.history().isEmpty)
    #expect(try await fixture.names == ["A"])
    #expect(try await fixture.undo() == "adding 'A'")
  }
}
