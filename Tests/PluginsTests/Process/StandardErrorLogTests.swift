import Foundation
import ModuleManager
import ModuleTesting
import Plugins
import TestSupport
import Testing

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

  @Test func `several writers lose no line but those of the older half`() async throws {
    let folder = folder
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          let text = String(repeating: "x", count: 2000)
          for number in 0..<150 {
            try? StandardErrorLog(in: folder).append("\(writer) \(number) \(text)")
          }
        }
      }
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
