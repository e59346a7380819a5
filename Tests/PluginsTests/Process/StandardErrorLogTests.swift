import Foundation
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

@Suite(.highPriority, .timeLimit(.minutes(15))) struct StandardErrorLogTests {
  private let temporary = TemporaryFolder()
  private var folder: DataFolder { DataFolder(temporary.url.appending(path: "a/b")) }

  @Test func `lines are appended to a file that only the user can read`() throws {
    #expect(try StandardErrorLog(in: folder).lines().isEmpty)
    try StandardErrorLog(in: folder).append("one")
    try StandardErrorLog(in: folder).append("two")
    #expect(try StandardErrorLog(in: folder).lines() == ["one", "two"])
    let file = folder.url.appending(path: StandardErrorLog.fileName)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `the older half is removed when the file would become too long`() throws {
    let log = StandardErrorLog(in: folder)
    let text = String(repeating: "x", count: 1013)
    // With the number and the end, a line has 1024 bytes.
    for number in 0..<1024 { try log.append("\(number + 100_000_000) \(text)") }
    #expect(try log.lines().count == 1024)
    try log.append("last")
    let lines = try log.lines()
    #expect(lines.last == "last")
    #expect(lines.first?.hasPrefix("100000513 ") == true)
    #expect(lines.count == 512)
  }

  @Test(arguments: ["pipe", "link", "folder"])
  func `anything but a file is refused at once`(kind: String) throws {
    let file = folder.url.appending(path: StandardErrorLog.fileName).path
    try folder.create()
    switch kind {
    case "pipe": try #require(mkfifo(file, 0o600) == 0)
    case "link": try #require(symlink("/dev/zero", file) == 0)
    default: try #require(mkdir(file, 0o700) == 0)
    }
    // Somebody reads the pipe.
    let reader = kind == "pipe" ? open(file, O_RDONLY | O_NONBLOCK) : -1
    defer { if reader >= 0 { close(reader) } }
    let error = PluginFileError.unusable(file, reason: "it is not a regular file")
    #expect(throws: error) { try StandardErrorLog(in: folder).append("one") }
    #expect(throws: error) { try StandardErrorLog(in: folder).lines() }
  }

  @Test func `of a file that somebody made very long, only the end is read`() throws {
    let log = StandardErrorLog(in: folder)
    try log.append("one")
    let file = folder.url.appending(path: StandardErrorLog.fileName).path
    try #require(truncate(file, 1 << 40) == 0)
    #expect(try log.lines().isEmpty)
    try log.append("two")
    #expect(try log.lines() == ["two"])
  }

  @Test func `a lock that somebody else holds delays a line only for a short time`() throws {
    let log = StandardErrorLog(in: folder)
    try log.append("one")
    let file = open(folder.url.appending(path: StandardErrorLog.fileName).path, O_RDONLY)
    defer { close(file) }
    try #require(flock(file, LOCK_EX) == 0)
    try log.append("two")
    #expect(try log.lines() == ["one", "two"])
  }

  @Test func `several writers lose no line but those of the older half`() async throws {
    let folder = folder
    try await withThrowingTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          let text = String(repeating: "x", count: 2000)
          for number in 0..<150 {
            try StandardErrorLog(in: folder, maximumAttempts: 600_000)
              .append("\(writer) \(number) \(text)")
          }
        }
      }
      try await group.waitForAll()
    }
    let lines = try StandardErrorLog(in: folder).lines()
    #expect(lines.count > 250)
    for writer in 0..<8 {
      let numbers = lines.filter { $0.hasPrefix("\(writer) ") }
        .compactMap { Int($0.split(separator: " ")[1]) }
      // From some line on, all are there.
      #expect(numbers == Array((150 - numbers.count)..<150))
    }
  }
}
