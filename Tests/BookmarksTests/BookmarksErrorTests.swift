import BookmarksInterface
import Foundation
import Mediator
import Store
import Testing

struct BookmarksErrorTests {
  @Test func `a folder that cannot be used is one clear error, and no question fails for it`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let house = try await House(folder: file.appendingPathComponent("bookmarks"))
    await house.ask(to: "Aliados")
    let error = BookmarksError.storage(
      house.folder.path, reason: "the folder cannot be created")
    await #expect(throws: unavailable("add", error)) { try await house.add("Work") }
    await #expect(throws: unavailable("list", error)) { try await house.names }
    #expect(
      error.description == "cannot keep bookmarks in '\(house.folder.path)': the folder cannot be "
        + "created; set METRO_HOME to a folder that can be written")
  }

  @Test func `what a newer program keeps is left to it`() async throws {
    let house = try await House()
    _ = try Database(in: house.folder, migrations: Array(repeating: "SELECT 1", count: 99))
    let path = house.folder.appendingPathComponent(Database.fileName).path
    let reason = "\(StoreError.unknownVersion(path, found: 99, known: 8))"
    let error = unavailable("add", .database(reason: reason))
    await #expect(throws: error) { try await house.add("Work") }
  }

  private func unavailable(_ action: String, _ error: BookmarksError) -> MediatorError {
    .unavailable(path: "bookmarks/\(action)", reason: "\(error)")
  }

  @Test(
    arguments: [
      (.nameTaken("Work"), .failed, "'Work' is a bookmark already; "),
      (.unknownBookmark("Wrok", nearest: "Work"), .notFound, "did you mean 'Work'?"),
      (.unknownBookmark("X", nearest: nil), .notFound, "'metro bookmarks' lists them all"),
      (.emptyName, .badInput, "give one such as 'Work'"),
      (.nothingToUndo, .failed, "the last 50 changes"),
      (.unknownArchive(version: 7), .badInput, "version 7, expected 1; a newer program"),
      (.notAnArchive("x", reason: "y"), .failed, "'x' holds no bookmarks: y; name a file that"),
      (.badLimit(0), .badInput, "'0' is no limit; expected 1 or more"),
      (.database(reason: "it is busy; try again"), .failed, "; try again"),
    ] as [(BookmarksError, FailureKind, String)])
  func `each error is of a kind and says what to do`(
    error: BookmarksError, kind: FailureKind, remedy: String
  ) {
    #expect(error.kind == kind)
    #expect(error.description.contains(remedy))
  }
}
