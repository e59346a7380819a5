import Foundation
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

@Suite struct TarExtractorTests {
  private let temporary = TemporaryFolder()
  private var folder: URL { temporary.url.appending(path: "files") }

  init() throws {
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
  }

  private func extract(
    _ archive: [UInt8], limits: TarExtractor.Limits = TarExtractor.Limits()
  ) throws {
    let file = temporary.url.appending(path: "archive")
    try Data(archive).write(to: file)
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var extractor = TarExtractor(
      try FileHandle(forReadingFrom: file), into: folder, limits: limits)
    try extractor.extract()
  }

  private func problem(
    of archive: [UInt8], limits: TarExtractor.Limits = TarExtractor.Limits()
  ) -> String? {
    do {
      try extract(archive, limits: limits)
      return nil
    } catch {
      return (error as? TarExtractor.Problem)?.reason ?? "\(error)"
    }
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func `files, folders and links are written, with no more permissions than needed`() throws {
    let long = String(repeating: "long/", count: 40) + "name"
    try extract(
      [
        TarEntry("pax", kind: "g", "20 comment=12345678\n"), TarEntry("./", kind: "5"),
        TarEntry("./bin/", kind: "5", mode: 0o777),
        TarEntry("bin/run", "#!/bin/sh\n", mode: 0o6755), TarEntry("bin/run.txt", "a"),
        TarEntry("run", kind: "2", target: "bin/run"), .record("path", "ä/b"), TarEntry("x", "c"),
        TarEntry("L", kind: "L", long + "\u{0}"), TarEntry("x", "d"),
        TarEntry("file", "e", prefix: "deep/er"), TarEntry("empty"),
      ].archive)
    #expect(try content("run") == "#!/bin/sh\n")
    let modes: [String: mode_t] = ["bin": 0o700, "bin/run": 0o700, "bin/run.txt": 0o600]
    for (name, mode) in modes {
      let status = try #require(stat(ofLinkAt: folder.appending(path: name).path))
      #expect(status.st_mode & 0o7777 == mode)
    }
    #expect(try content("ä/b") == "c")
    #expect(try content(long) == "d")
    #expect(try content("deep/er/file") == "e")
    #expect(try content("empty") == "")
  }

  @Test(
    arguments: [
      (TarEntry("../a"), "'../a' leads out of it"), (TarEntry("a/../../b"), "leads out of it"),
      (TarEntry("/etc/a"), "'/etc/a' leads out of it"),
      (TarEntry("a", prefix: "/etc"), "'/etc/a' leads out of it"),
      (TarEntry("a", kind: "1", target: "b"), "'a' is a hard link"),
      (TarEntry("a", kind: "3"), "'a' is a device"), (TarEntry("a", kind: "4"), "'a' is a device"),
      (TarEntry("a", kind: "6"), "'a' is a pipe"),
      (TarEntry("a", kind: "S"), "'a' is a file with holes"),
      (TarEntry("a", kind: "V"), "'a' is an entry of another program"),
      (TarEntry("a", kind: "2"), "the link 'a' leads nowhere"),
      (TarEntry("a\u{1B}[2J/../b"), "leads out of it"),
      (TarEntry("a", size: 1 << 30), "has more than 10000 files or 100 MB"),
      (TarEntry("x", kind: "x", "9 path=a"), "it is no tar archive, or damaged"),
      (TarEntry("x", kind: "L", size: 1 << 20), "it is no tar archive, or damaged"),
      (TarEntry("x", kind: "x", size: 1 << 20), "it is no tar archive, or damaged"),
      (TarEntry("", "a"), "it is no tar archive, or damaged"),
    ])
  func `an entry that no plug-in needs is refused`(entry: TarEntry, reason: String) {
    let problem = problem(of: [TarEntry("plugin.json"), entry].archive)
    #expect(problem?.contains(reason) == true, "\(problem ?? "none")")
    #expect(problem?.unicodeScalars.contains("\u{1B}") == false)
  }

  @Test(
    arguments: [
      (.record("path", "../a"), "leads out of it"),
      (.record("path", "/a"), "leads out of it"),
      (.record("size", "-1"), "damaged"), (.record("size", "a"), "damaged"),
      (.record("size", "999999999999999999999"), "damaged"),
      (.record("size", "999999999999"), "more than 10000 files or 100 MB"),
      (.record("GNU.sparse.name", "a"), "damaged"),
    ] as [(TarEntry, String)])
  func `a record that changes the next entry is checked, too`(record: TarEntry, reason: String) {
    let problem = problem(of: [record, TarEntry("a")].archive)
    #expect(problem?.contains(reason) == true, "\(problem ?? "none")")
  }

  @Test(
    arguments: [
      ([.record("comment", "1"), TarEntry("a"), .record("mtime", "1"), TarEntry("b")], nil),
      ([.record("comment", "1"), .record("mtime", "1"), TarEntry("a")], "damaged"),
      (
        [.record("path", "b"), TarEntry("L", kind: "L", "c"), .record("size", "0"), TarEntry("a")],
        "damaged"
      ),
    ] as [([TarEntry], String?)])
  func `an entry has at most one header with records`(entries: [TarEntry], reason: String?) {
    let problem = problem(of: entries.archive)
    #expect(
      reason.map { problem?.contains($0) == true } ?? (problem == nil), "\(problem ?? "none")")
  }

  @Test(arguments: [
    ("path", true), ("linkpath", true), ("size", true), ("GNU.sparse.major", true),
    ("comment", false), ("SCHILY.xattr.user.a", false), ("", false),
  ])
  func `only records that change the next entry are kept`(key: String, isKept: Bool) {
    let records = TarHeader.records(TarEntry.record(key, "a").content)
    #expect(records == (isKept ? [key: Array("a".utf8)] : [:]))
  }

  @Test func `a cancelled task stops to read`() async throws {
    let archive = [TarEntry("a")].archive
    await #expect(throws: CancellationError.self) {
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try extract(archive)
      }.value
    }
  }

  @Test(arguments: [
    [TarEntry("a"), TarEntry("./a")], [TarEntry("a"), TarEntry("a/b")],
    [TarEntry("a", kind: "2", target: "b"), TarEntry("a")],
    [TarEntry("a", kind: "2", target: ".."), TarEntry("a/b", "evil")],
    [TarEntry("a/b"), TarEntry("a", kind: "2", target: "..")],
    [TarEntry("a/", kind: "5"), TarEntry("a")],
  ])
  func `two entries of one name are refused, and nothing is written through a link`(
    entries: [TarEntry]
  ) {
    #expect(problem(of: entries.archive) == "'a' is in it twice; pack it again")
    #expect(!FileManager.default.fileExists(atPath: temporary.url.appending(path: "b").path))
  }

  @Test func `names that are not UTF-8, or contain a null, are refused`() {
    var entry = TarEntry("a")
    entry.name = [0x61, 0xFF]
    #expect(problem(of: [entry].archive) == "the name 'a\u{FFFD}' is not UTF-8; rename it")
    let null = problem(of: [.record("path", "a\u{0}b"), TarEntry("a")].archive)
    #expect(null?.contains("is not UTF-8") == true)
  }

  @Test func `the limits hold while it is unpacked`() {
    let limits = TarExtractor.Limits(files: 3, bytes: 4096, texts: 100)
    let files = (0..<4).map { TarEntry("\($0)") }
    let large = TarEntry("a", String(repeating: "a", count: 4097))
    let deep = TarEntry("a/b/c/d")
    let rest = [TarEntry("a")].archive + [UInt8](repeating: 0, count: 1 << 16)
    let headers = (0..<20).map { _ in TarEntry("pax", kind: "g") }
    for archive in [files.archive, [large].archive, [deep].archive, rest, headers.archive] {
      #expect(
        problem(of: archive, limits: limits)?.hasPrefix("it has more than 3 files or ") == true)
    }
    #expect(problem(of: files.dropLast().map(\.self).archive, limits: limits) == nil)
  }

  @Test(arguments: [100, 512, 700, 1024, 1100])
  func `an archive that ends early is refused`(length: Int) {
    let archive = [TarEntry("a", String(repeating: "a", count: 600))].archive
    #expect(
      problem(of: Array(archive.prefix(length))) == "it ends in the middle; fetch it again")
  }

  @Test func `each changed byte of a header is found, or changes nothing`() throws {
    let archive = [TarEntry("a", "text")].archive
    for index in 0..<TarHeader.blockSize {
      var damaged = archive
      damaged[index] ^= 0x40
      #expect(try problem(of: damaged) != nil || content("a") == "text", "byte \(index)")
    }
  }

  @Test(arguments: 0..<(TestOptions.isThorough ? 5000 : 200))
  func `whatever the entries are, nothing is written outside of the folder`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func text() -> String {
      let parts = ["a", "b", "a", "..", ".", "", "/", "ä", temporary.url.path, "\u{0}"]
      return (0..<Int.random(in: 1...4, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: "/")
    }
    let entries = (0..<Int.random(in: 1...6, using: &random)).map { _ -> TarEntry in
      let kind = "000555222x1LKg".randomElement(using: &random) ?? "0"
      guard kind != "x" else {
        return .record(Bool.random(using: &random) ? "path" : "linkpath", text())
      }
      return TarEntry(
        text(), kind: kind, "LKg0".contains(kind) ? text() : "", target: text())
    }
    _ = problem(of: entries.archive)
    let names = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
    #expect(names.sorted() == ["archive", "files"])
  }
}
