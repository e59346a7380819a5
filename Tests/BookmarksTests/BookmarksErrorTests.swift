import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import Store
import Testing

@testable import Bookmarks

struct BookmarksErrorTests {
  @Test func `with an unusable folder, bookmarks fail and planned journeys do not`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let fixture = try await BookmarksFixture(folder: file.appendingPathComponent("bookmarks"))
    await fixture.planJourney(to: "Aliados")
    let error = StoreError.unusable(
      fixture.folder.path, reason: "the folder cannot be created: not a directory")
    await #expect(throws: unavailable("add", error)) { try await fixture.add("Work") }
    await #expect(throws: unavailable("list", error)) { try await fixture.names }
    #expect(
      error.description
        == "cannot store data in '\(fixture.folder.path)': the folder cannot be created: "
        + "not a directory; check that it can be written and that the disk has space")
  }

  @Test func `the database of a newer program is not used`() async throws {
    let fixture = try await BookmarksFixture()
    _ = try Database(in: fixture.folder, migrations: Array(repeating: "SELECT 1", count: 99))
    let path = fixture.folder.appendingPathComponent(Database.fileName).path
    let error = unavailable("add", .unknownVersion(path, found: 99, known: [SQL].migrations.count))
    await #expect(throws: error) { try await fixture.add("Work") }
  }

  private func unavailable(_ action: String, _ error: StoreError) -> MediatorError {
    .unavailable(path: "bookmarks/\(action)", reason: "\(error)")
  }

  private static let entry = HistoryEntry(
    askedAt: .distantPast, city: .example, from: PointOfInterest(id: "trindade", name: "Trindade"),
    to: PointOfInterest(id: "aliados", name: "Aliados"))

  @Test(
    arguments: [
      (.nameTaken("Work"), .failed, "bookmark 'Work' already exists; "),
      (.unknownBookmark("Wrok", nearest: "Work"), .notFound, "did you mean 'Work'?"),
      (.unknownBookmark("X", nearest: nil), .notFound, "'bookmarks' lists them"),
      (.notInHistory(HistoryReference(Self.entry)), .notFound, "'history' lists the journeys"),
      (.emptyName, .badInput, "expected one such as 'Work'"),
      (.longName("x", bytes: 1001), .badInput, "expected at most 1000; choose a shorter name"),
      (.sameEnds("A"), .badInput, "choose another destination"),
      (.nothingToUndo, .failed, "the last 50 changes"),
      (.unknownArchive(version: 7), .badInput, "format 7, expected 1; use the newer program"),
      (.unknownArchive(version: 0), .badInput, "format 0, expected 1; export them again"),
      (.notAnArchive("x", reason: "y"), .failed, "'x' is not a file of bookmarks: y; expected one"),
      (.badLimit(0), .badInput, "'0' is not a limit; expected 1 or more"),
    ] as [(BookmarksError, FailureKind, String)])
  func `each error has a kind and says what to do`(
    error: BookmarksError, kind: FailureKind, remedy: String
  ) {
    #expect(error.kind == kind)
    #expect(error.description.contains(remedy))
  }
}
