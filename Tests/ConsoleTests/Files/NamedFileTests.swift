import Console
import Foundation
import ModuleTesting
import Testing

struct NamedFileTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  @Test func `writing replaces a file, or the target of a link`() throws {
    let path = folder.appending(path: "trip.txt")
    let link = folder.appending(path: "link.txt")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: path)
    for (file, text) in [(path, "first and longer"), (path, "second"), (link, "third")] {
      try NamedFile(file.path).write(Data(text.utf8))
      #expect(try String(contentsOf: path, encoding: .utf8) == text)
      #expect(try NamedFile(link.path).content(limit: text.utf8.count) == Data(text.utf8))
    }
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
    #expect(target == path.path)
  }

  @Test func `only a regular file is read or written`() throws {
    for (path, error) in [
      ("", .noName), ("/dev/zero", .notAFile("/dev/zero")), (folder.path, .notAFile(folder.path)),
    ] as [(String, NamedFileError)] {
      #expect(throws: error) { try NamedFile(path).write(Data("x".utf8)) }
      #expect(throws: error) { try NamedFile(path).content(limit: 10) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a missing or too large file is not read`() throws {
    let path = folder.appending(path: "trip.txt").path
    #expect(throws: NamedFileError.missing(path)) { try NamedFile(path).content(limit: 10) }
    try NamedFile(path).write(Data("12345".utf8))
    #expect(throws: NamedFileError.tooLarge(path, bytes: 5, limit: 4)) {
      try NamedFile(path).content(limit: 4)
    }
  }

  @Test func `a new file replaces nothing`() throws {
    let path = folder.appending(path: "trip.txt")
    try NamedFile(path.path).create(Data("first".utf8))
    #expect(throws: NamedFileError.exists(path.path)) {
      try NamedFile(path.path).create(Data("second".utf8))
    }
    #expect(try String(contentsOf: path, encoding: .utf8) == "first")
  }

  @Test(arguments: [
    (name: "Porto.svg", next: "Porto-2.svg"), ("Porto", "Porto-2"), ("a.b.svg", "a.b-2.svg"),
  ])
  func `if a name is taken, a new file gets the next free one`(name: String, next: String) throws {
    let file = NamedFile(folder.appending(path: name).path)
    for (name, text) in [(name, "first"), (next, "second")] {
      let path = folder.appending(path: name).path
      #expect(try file.createUnderFreeName(Data(text.utf8)).path == path)
      #expect(try NamedFile(path).content(limit: 10) == Data(text.utf8))
    }
  }

  @Test func `new files that are written at the same time get different names`() async throws {
    let file = NamedFile(folder.appending(path: "Porto.svg").path)
    let paths = try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask { try file.createUnderFreeName(Data("\(number)".utf8)).path }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    let contents = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(paths.count == 20 && Set(contents).count == 20)
  }

  @Test(arguments: [
    ("Two words", "Two-words.txt"), ("", "untitled.txt"), ("../..", "untitled.txt"),
    ("\u{1B}[2J", "2J.txt"), ("西直门 → 国贸", "西直门-国贸.txt"),
  ])
  func `the name for a title contains letters, digits and hyphens only`(
    title: String, name: String
  ) {
    #expect(NamedFile.name(for: title, pathExtension: "txt") == name)
  }

  @Test func `a file in a missing folder cannot be written`() throws {
    let path = folder.appending(path: "missing/trip.txt").path
    let error = #expect(throws: NamedFileError.self) { try NamedFile(path).write(Data()) }
    #expect(
      error?.description == "cannot use '\(path)': no such file or directory; choose another file")
  }
}
