import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct NamedFileTests {
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
      try NamedFile(file.path).write(.text(text))
      #expect(try String(contentsOf: path, encoding: .utf8) == text)
      #expect(try NamedFile(link.path).content(limit: text.utf8.count) == Data(text.utf8))
    }
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
    #expect(target == path.path)
  }

  @Test func `a folder or a device is neither read nor written`() throws {
    for (path, error) in [
      ("", .noName), ("/dev/zero", .device("/dev/zero")), (folder.path, .notAFile(folder.path)),
    ] as [(String, NamedFileError)] {
      #expect(throws: error) { try NamedFile(path).write(.text("x")) }
      #expect(throws: error) { try NamedFile(path).content(limit: 10) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a path that ends with a slash names a folder, which must exist`() throws {
    let path = folder.appending(path: "missing").path + "/"
    let error = NamedFileError.missingFolder(path)
    #expect(throws: error) { try NamedFile(path).write(.text("x")) }
    #expect(throws: error) { try NamedFile(path).create(.text("x")) }
    #expect(throws: NamedFileError.notAFile(folder.path + "/")) {
      try NamedFile(folder.path + "/").write(.text("x"))
    }
    let file = folder.appending(path: "file").path
    try NamedFile(file).write(.text("x"))
    #expect(throws: NamedFileError.unusable(file + "/", reason: "not a directory")) {
      try NamedFile(file + "/").write(.text("x"))
    }
    unlink(file)
    #expect(NamedFileError.missingFolder("a/").kind == .notFound)
    #expect("\(NamedFileError.missingFolder("a/"))" == "no folder 'a/'; create it first")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `nothing is written to the null device, which is not read`() throws {
    try NamedFile("/dev/null").write(.text("x"))
    #expect(throws: NamedFileError.device("/dev/null")) {
      try NamedFile("/dev/null").content(limit: 10)
    }
  }

  @Test(arguments: ["-", "/dev/stdout", "/dev/fd/1"])
  func `a command writes the standard output itself`(path: String) {
    #expect(NamedFile(path).isStandardStream)
    #expect(throws: NamedFileError.standardStream(path)) { try NamedFile(path).write(.text("x")) }
  }

  @Test func `a pipe is read to its end, but not beyond the limit`() throws {
    signal(SIGPIPE, SIG_IGN)
    for (count, limit) in [(0, 10), (100_000, 100_000), (100_001, 100_000), (10_000_000, 10)] {
      let pipe = Pipe()
      let file = NamedFile("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
      let bytes = Data(repeating: 0x61, count: count)
      Thread.detachNewThread {
        try? pipe.fileHandleForWriting.write(contentsOf: bytes)
        try? pipe.fileHandleForWriting.close()
      }
      if count <= limit {
        #expect(try file.content(limit: limit) == bytes)
      } else {
        #expect(throws: NamedFileError.tooLarge(file.path, limit: limit)) {
          try file.content(limit: limit)
        }
      }
      try pipe.fileHandleForReading.close()
    }
  }

  @Test func `a pipe with a reader is written, and one without is an error`() throws {
    let path = folder.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let file = NamedFile(path)
    #expect(throws: NamedFileError.noReader(path)) { try file.write(.text("x")) }
    let text = String(repeating: "Trindade\n", count: 5 * 4096)
    let read = DispatchSemaphore(value: 0)
    let content = Lock(Data())
    let reader = try #require(FileHandle(forUpdatingAtPath: path))
    Thread.detachNewThread {
      while content.withLock({ $0.count }) < text.utf8.count {
        let part = (try? reader.read(upToCount: 4096)) ?? Data()
        content.withLock { $0 += part }
      }
      read.signal()
    }
    try file.write(.text(text))
    read.wait()
    #expect(content.withLock { $0 } == Data(text.utf8))
  }

  /// On Linux, these paths are links that the system has made.
  @Test func `an open file is written by the path of its descriptor, unless it was removed`() throws
  {
    let pipe = Pipe()
    try NamedFile("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)").write(.text("x"))
    #expect(try pipe.fileHandleForReading.read(upToCount: 1) == Data("x".utf8))
    #if os(Linux)
      let path = folder.appending(path: "trip.txt").path
      try NamedFile(path).create(.text("old"))
      let open = try #require(FileHandle(forReadingAtPath: path))
      let file = NamedFile("/dev/fd/\(open.fileDescriptor)")
      try file.write(.text("new"))
      #expect(try NamedFile(path).content(limit: 10) == Data("new".utf8))
      #expect(throws: NamedFileError.changing(file.path)) { try file.write(.text("newer")) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["trip.txt"])
    #endif
  }

  @Test func `a path through links, points and missing files is followed as the system does`()
    throws
  {
    let home = folder.path
    try FileManager.default.createDirectory(
      atPath: home + "/a/b", withIntermediateDirectories: true)
    for (link, target) in [
      ("a/up", ".."), ("a/b/far", "../../a/b"), ("loop", "loop"), ("a/new", "b/new.txt"),
      ("a/b/same", "./../b/./far/text"), ("a/b/top", home),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: home + "/" + link, withDestinationPath: target)
    }
    for (path, written) in [
      ("a/up/one", "one"), ("a/b/far/../two", "a/two"), ("a/new", "a/b/new.txt"),
      ("a/b/same", "a/b/text"), ("a//b/./three", "a/b/three"), ("a/b/top/four", "four"),
    ] {
      try NamedFile("\(home)/\(path)").write(.text(path))
      #expect(try String(contentsOfFile: "\(home)/\(written)", encoding: .utf8) == path)
    }
    for (path, reason) in [
      ("loop", "too many levels of symbolic links"), ("none/../x", "no such file or directory"),
      ("one/x", "not a directory"),
    ] {
      let error = NamedFileError.unusable("\(home)/\(path)", reason: reason)
      #expect(throws: error) { try NamedFile("\(home)/\(path)").write(.text("x")) }
    }
    for path in ["a/..", "a/.", "a/up", "a/up/"] {
      #expect(NamedFile("\(home)/\(path)").isFolder)
      #expect(throws: NamedFileError.notAFile("\(home)/\(path)")) {
        try NamedFile("\(home)/\(path)").write(.text("x"))
      }
      #expect(throws: NamedFileError.exists("\(home)/\(path)")) {
        try NamedFile("\(home)/\(path)").create(.text("x"))
      }
    }
  }

  @Test(arguments: [
    (
      NamedFileError.foreignLink("/tmp/a"),
      "'/tmp/a' is a link of another user in a folder that all users share, expected one of yours; "
        + "choose another folder"
    ),
    (
      .foreignFile("/tmp/a"),
      "'/tmp/a' belongs to another user, expected a file of yours in a folder that all users share; "
        + "choose another name"
    ),
    (.changing("a"), "'a' is being replaced, expected a file that stays the same; try again"),
  ])
  func `an error names what is in the way`(error: NamedFileError, text: String) {
    #expect(error.description == text)
    #expect(error.kind == .failed)
  }

  @Test func `waiting for a pipe ends when the task is cancelled`() async throws {
    let path = folder.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let task = Task { try NamedFile(path).content(limit: 10) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a terminal is not read`() throws {
    let terminal = try PseudoTerminal(columns: 80)
    let path = "/dev/fd/\(terminal.descriptor)"
    #expect(throws: NamedFileError.terminal(path)) { try NamedFile(path).content(limit: 10) }
  }

  @Test func `a replaced file keeps its permissions, and a new one has those of the umask`() throws
  {
    let (old, new) = (folder.appending(path: "old").path, folder.appending(path: "new").path)
    try NamedFile(old).create(.text("first"))
    #expect(chmod(old, 0o640) == 0)
    for access in [NamedFile.Access.standard, .user] {
      try NamedFile(old).write(.text("second"), access: access)
      #expect(try permissions(of: old) == 0o640)
    }
    let other = folder.appending(path: "other").path
    close(open(other, O_WRONLY | O_CREAT, 0o666))
    try NamedFile(new).write(.text("x"))
    #expect(try permissions(of: new) == permissions(of: other))
    try NamedFile(new + "2").write(.text("x"), access: .user)
    #expect(try permissions(of: new + "2") == 0o600)
  }

  private func permissions(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `a failed write leaves no temporary file`() throws {
    let path = folder.appending(path: "folder").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(throws: NamedFileError.notAFile(path)) { try NamedFile(path).write(.text("x")) }
    let name = folder.appending(path: String(repeating: "x", count: 300)).path
    #expect(throws: NamedFileError.self) { try NamedFile(name).write(.text("x")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["folder"])
  }

  @Test func `invisible characters of a text are not written, and those of JSON are escaped`()
    throws
  {
    let file = NamedFile(folder.appending(path: "text").path)
    for (content, text) in [
      (.text("a\u{202E}b\r\n"), "ab\r\n"), (.json(Data("\"\u{202E}\"".utf8)), #""\u202e""#),
      (.bytes(Data("\u{202E}".utf8)), "\u{202E}"),
    ] as [(FileContent, String)] {
      try file.write(content)
      #expect(try file.content(limit: 100) == Data(text.utf8))
    }
  }

  @Test func `a missing or too large file is not read`() throws {
    let path = folder.appending(path: "trip.txt").path
    #expect(throws: NamedFileError.missing(path)) { try NamedFile(path).content(limit: 10) }
    try NamedFile(path).write(.text("12345"))
    #expect(throws: NamedFileError.tooLarge(path, limit: 4)) {
      try NamedFile(path).content(limit: 4)
    }
  }

  @Test(arguments: [
    ("-", 64 << 20, "the standard input has more than 64 MB; pass a smaller file"),
    ("/dev/stdin", 1000, "the standard input has more than 1000 bytes; pass a smaller file"),
    ("a.json", 64 << 20, "'a.json' has more than 64 MB; name a smaller file"),
  ])
  func `the error of a too large file names it and the limit`(
    path: String, limit: Int, text: String
  ) {
    #expect(NamedFileError.tooLarge(path, limit: limit).description == text)
  }

  @Test func `a new file replaces nothing`() throws {
    let path = folder.appending(path: "trip.txt")
    try NamedFile(path.path).create(.text("first"))
    #expect(throws: NamedFileError.exists(path.path)) {
      try NamedFile(path.path).create(.text("second"))
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
      #expect(try file.createUnderFreeName(.text(text)).path == path)
      #expect(try NamedFile(path).content(limit: 10) == Data(text.utf8))
    }
  }

  @Test func `new files that are written at the same time get different names`() async throws {
    let file = NamedFile(folder.appending(path: "Porto.svg").path)
    let paths = try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask { try file.createUnderFreeName(.text("\(number)")).path }
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

  @Test func `the name for a title has no other separators, whatever they are joined with`() {
    var texts = JoinedText(special: "/./\\:~-", seed: 6)
    for _ in 0..<2000 {
      let name = NamedFile.name(for: texts.next(), pathExtension: "txt").utf8.dropLast(4)
      #expect(!name.contains { "/.\\:~".utf8.contains($0) } && name.first != UInt8(ascii: "-"))
    }
  }

  @Test func `a file in a missing folder cannot be written`() throws {
    let path = folder.appending(path: "missing/trip.txt").path
    let error = #expect(throws: NamedFileError.self) { try NamedFile(path).write(.text("")) }
    #expect(
      error?.description == "cannot use '\(path)': no such file or directory; choose another file")
  }
}
