import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import TestSupport
import Testing

struct ArchiveTests {
  private let temporary = TemporaryFolder()
  private var file: String { temporary.url.appending(path: "bookmarks.json").path }

  init() throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
  }

  private func load(_ house: House) async throws -> String {
    try await house.text(of: "bookmarks import", ["file": file])
  }

  @Test func `what was exported is imported elsewhere, in order and byte for byte`() async throws {
    let house = try await House()
    let names = [
      "Work", "it's \"quoted\"\n", "e\u{301}", "家 👩‍👩‍👧‍👦", String(repeating: "地铁", count: 180_000),
    ]
    for name in names { try await house.add(name) }
    try await house.add("Home", to: nil, city: .newYork)
    let bookmarks = try await house.bookmarks
    #expect(
      try await house.text(of: "bookmarks export", ["to": file])
        == "6 bookmarks are in '\(file)'.")
    let other = try await House()
    #expect(try await load(other) == "Added 6, knew 0.")
    #expect(try await other.bookmarks == bookmarks)
    #expect(
      try await other.bookmarks.map { Array($0.name.utf8) } == bookmarks.map { Array($0.name.utf8) }
    )
    #expect(other.published(BookmarksChanged.self).count == 1)
    _ = try await other.rename("Work", to: "WORK")
    #expect(try await load(other) == "Added 0, knew 6.")
    #expect(try await other.undo() == "renaming 'Work' to 'WORK'")
    #expect(try await other.undo() == "importing bookmarks")
    #expect(try await other.names.isEmpty)
    // Another reader.
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
    let found = try #require((json as? [String: Any])?["bookmarks"] as? [[String: Any]])
    #expect(found.compactMap { $0["name"] as? String } == bookmarks.map(\.name))
  }

  @Test func `what has a name that is taken comes under another, and nothing is replaced`()
    async throws
  {
    let house = try await House()
    try await house.add("Work")
    try await house.add("work 2", from: "西直门")
    _ = try await house.text(of: "bookmarks export", ["to": file])
    let other = try await House()
    try await other.add("WORK", from: "Aliados", to: nil)
    let text = try await load(other).replacing("\n", with: " ")
    #expect(
      text == "Added 2, knew 0. Under new names, since theirs are taken: 'Work 2', 'work 2 2'.")
    #expect(try await other.names == ["WORK", "Work 2", "work 2 2"])
  }

  @Test(arguments: [
    ("", "holds no bookmarks"), ("[1]", "holds no bookmarks"),
    (#"{"version": 2, "bookmarks": []}"#, "version 2, expected 1"),
    (#"{"version": 1, "bookmarks": [{"name": "A"}]}"#, "holds no bookmarks: bookmarks[0]"),
    (
      #"{"version": 1, "bookmarks": [{"name": "A", "city": "porto", "from": {"id": "a", "name": "A"}},"#
        + #"{"name": " ", "city": "porto", "from": {"id": "a", "name": "A"}}]}"#,
      "'' is no name"
    ),
  ])
  func `a file that cannot be imported leaves everything as it was`(text: String, reason: String)
    async throws
  {
    try Data(text.utf8).write(to: URL(filePath: file))
    let house = try await House()
    try await house.add("Work")
    let error = await #expect(throws: BookmarksError.self) { try await load(house) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(try await house.names == ["Work"])
  }

  @Test func `many of one name are numbered in one go`() async throws {
    let house = try await House()
    let places = (0..<3000).map { Place(id: "\($0)", name: "A") }
    let archive = BookmarkArchive(
      bookmarks: places.map { Bookmark(name: "Work", city: .builtIn, from: $0) })
    let imported = try await house.mediator.perform(Bookmarks.import, archive)
    #expect(imported.renamed == (2...3000).map { "Work \($0)" })
  }

  @Test(arguments: ["", "missing.json", "/dev/zero", "/tmp"])
  func `what is no file is told`(path: String) async throws {
    let house = try await House()
    await #expect(throws: NamedFileError.self) {
      try await house.text(of: "bookmarks import", ["file": path])
    }
    guard path != "missing.json" else { return }
    await #expect(throws: NamedFileError.self) {
      try await house.text(of: "bookmarks export", ["to": path])
    }
  }
}
