import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import Testing

struct BookmarkArchiveTests {
  private let temporary = TemporaryFolder()
  private var file: String { temporary.url.appending(path: "bookmarks.json").path }

  init() throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
  }

  private func importFile(into fixture: BookmarksFixture) async throws -> String {
    try await fixture.text(of: "bookmarks import", ["file": file])
  }

  @Test func `exported bookmarks are imported elsewhere in the same order, with the same bytes`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    let names = [
      "Work", "it's \"quoted\"\n", "e\u{301}", "家 👩‍👩‍👧‍👦", String(repeating: "地铁", count: 166),
    ]
    for name in names { try await fixture.add(name) }
    try await fixture.add("Home", from: "@41.15,-8.61", to: nil, city: .newYork, stepFree: true)
    let bookmarks = try await fixture.bookmarks
    #expect(
      try await fixture.text(of: "bookmarks export", ["to": file]).replacing("\n", with: " ")
        == "Exported 6 bookmarks to '\(file)'.")
    let content = try String(contentsOfFile: file, encoding: .utf8)
    #expect(try await fixture.text(of: "bookmarks export") == content && content.hasSuffix("}\n"))
    let other = try await BookmarksFixture()
    #expect(try await importFile(into: other) == "Imported 6 bookmarks; 0 were there already.")
    #expect(try await other.bookmarks == bookmarks)
    #expect(
      try await other.bookmarks.map { Array($0.name.utf8) } == bookmarks.map { Array($0.name.utf8) }
    )
    #expect(other.published(BookmarksChanged.self).count == 1)
    _ = try await other.rename("Work", to: "WORK")
    #expect(try await importFile(into: other) == "Imported 0 bookmarks; 6 were there already.")
    #expect(try await other.undo() == "renaming 'Work' to 'WORK'")
    #expect(try await other.undo() == "importing bookmarks")
    #expect(try await other.names.isEmpty)
    // An independent JSON reader finds the same names.
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
    let found = try #require((json as? [String: Any])?["bookmarks"] as? [[String: Any]])
    #expect(found.compactMap { $0["name"] as? String } == bookmarks.map(\.name))
  }

  @Test func `a bookmark without coordinates is the same as the one with them`() async throws {
    let fixture = try await BookmarksFixture()
    for coordinate in [nil, Coordinate(latitude: 41, longitude: -8)] {
      let station = PointOfInterest(id: "t", name: "T", coordinate: coordinate)
      let archive = BookmarkArchive(
        bookmarks: [Bookmark(name: "Work", city: .builtIn, from: station)])
      _ = try await fixture.mediator.perform(Bookmarks.import, archive)
    }
    #expect(try await fixture.names == ["Work"])
  }

  @Test func `an imported bookmark gets another name when its own is taken`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Work")
    try await fixture.add("work 2", from: "西直门")
    _ = try await fixture.text(of: "bookmarks export", ["to": file])
    let other = try await BookmarksFixture()
    try await other.add("WORK", from: "Aliados", to: nil)
    let text = try await importFile(into: other).replacing("\n", with: " ")
    #expect(
      text == "Imported 2 bookmarks; 0 were there already. Renamed, because the name was taken: "
        + "'Work 2', 'work 2 2'.")
    #expect(try await other.names == ["WORK", "Work 2", "work 2 2"])
  }

  @Test(arguments: [
    ("", "is not a file of bookmarks"), ("[1]", "is not a file of bookmarks"),
    (#"{"version": 2, "bookmarks": []}"#, "format 2, expected 1"),
    (#"{"version": 1, "bookmarks": [{"name": "A"}]}"#, "is not a file of bookmarks: 'bookmarks[0]"),
    (
      #"{"version": 1, "bookmarks": [{"name": "A", "city": "porto", "from": {"id": "a", "name": "A"}},"#
        + #"{"name": " ", "city": "porto", "from": {"id": "a", "name": "A"}}]}"#,
      "'' is not a bookmark name"
    ),
    (
      #"{"version": 1, "bookmarks": [{"name": "\u200B", "city": "porto", "from": {"id": "a", "name": "A"}}]}"#,
      "'' is not a bookmark name"
    ),
    (
      #"{"version": 1, "bookmarks": [{"name": "A", "city": "porto", "from": {"id": "a", "name": "A"},"#
        + #""to": {"id": "a", "name": "A"}}]}"#,
      "'A' is both the start and the destination"
    ),
  ])
  func `a file that cannot be imported changes nothing`(text: String, reason: String)
    async throws
  {
    try Data(text.utf8).write(to: URL(filePath: file))
    let fixture = try await BookmarksFixture()
    try await fixture.add("Work")
    let error = await #expect(throws: BookmarksError.self) { try await importFile(into: fixture) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(try await fixture.names == ["Work"])
  }

  private static let start =
    #"{"version": 1, "bookmarks": [{"city": "porto", "from": {"id": "a", "#
    + #""name": "A"}, "name": "#

  @Test(arguments: [
    (start + "\"", "x", 1 << 20, "\"}]}", "has 1048576 bytes, expected"),
    (start + "\"", "e\u{301}", 334, "\"}]}", "has 1002 bytes, expected"),
    (start, "[", 100_000, "", "is not a file of bookmarks"),
    ("", #"{"bookmarks":"#, 100_000, "", "is not a file of bookmarks"),
    (start + "\"", #"\u0301"#, 31, "\"}]}", "more than 30 combining characters in a row"),
    (start + "\"", "\u{0}", 1, "\"}]}", "is not a file of bookmarks"),
    (start + "\"", #"\ud800"#, 1, "\"}]}", "is not a file of bookmarks"),
  ])
  func `a hostile file is an error`(
    start: String, repeated: String, count: Int, end: String, reason: String
  ) async throws {
    let text = start + String(repeating: repeated, count: count) + end
    try Data(text.utf8).write(to: URL(filePath: file))
    let fixture = try await BookmarksFixture()
    let error = await #expect(throws: BookmarksError.self) { try await importFile(into: fixture) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error.map { $0.description.count < 1000 } == true)
  }

  @Test(arguments: [100 << 20, 1 << 33])
  func `a file above the limit is not read`(size: Int) async throws {
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    let handle = try FileHandle(forWritingTo: URL(filePath: file))
    try handle.truncate(atOffset: UInt64(size))
    let fixture = try await BookmarksFixture()
    await #expect(throws: NamedFileError.tooLarge(file, limit: 1 << 26)) {
      try await importFile(into: fixture)
    }
  }

  @Test
  func `names with control characters are stored as they are, and shown and found without them`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    let names = ["a\u{0}b", "\u{202E}evil", "\u{1B}[31mred", "zero\u{200B}width", "tag\u{E0041}"]
    let stop = PointOfInterest(id: "a", name: "A\u{202E}\u{7}")
    let archive = BookmarkArchive(
      bookmarks: names.map { Bookmark(name: $0, city: .builtIn, from: stop) })
    _ = try await fixture.mediator.perform(Bookmarks.import, archive)
    #expect(try await fixture.names == names)
    let shown = ["ab", "evil", "red", "zerowidth", "tag"]
    for (name, shown) in zip(names, shown) {
      let found = try await fixture.mediator.perform(Bookmarks.find, BookmarkReference(name: shown))
      #expect(found.name == name)
    }
    let text = try await fixture.text(of: "bookmarks")
    let hidden: [Unicode.Scalar] = ["\u{0}", "\u{7}", "\u{1B}", "\u{202E}"]
    #expect(!text.unicodeScalars.contains { hidden.contains($0) }, "\(text)")
    _ = try await fixture.text(of: "bookmarks export", ["to": file])
    let other = try await BookmarksFixture()
    _ = try await importFile(into: other)
    #expect(try await other.names == names)
  }

  @Test func `many imported bookmarks with the same name are numbered`() async throws {
    let fixture = try await BookmarksFixture()
    let places = (0..<3000).map { PointOfInterest(id: "\($0)", name: "A") }
    let archive = BookmarkArchive(
      bookmarks: places.map { Bookmark(name: "Work", city: .builtIn, from: $0) })
    let imported = try await fixture.mediator.perform(Bookmarks.import, archive)
    #expect(imported.renamed == (2...3000).map { "Work \($0)" })
  }

  @Test(arguments: ["", "missing.json", "/dev/zero", "/tmp"])
  func `a path that is not a file throws an error`(path: String) async throws {
    let fixture = try await BookmarksFixture()
    await #expect(throws: NamedFileError.self) {
      try await fixture.text(of: "bookmarks import", ["file": path])
    }
    guard path != "missing.json" else { return }
    await #expect(throws: NamedFileError.self) {
      try await fixture.text(of: "bookmarks export", ["to": path])
    }
  }
}
