import Foundation
import ModuleTesting
import TestSupport
import Testing

/// The built binary, as a shell runs it.
@Suite(.blocking) struct MetroTests {
  private let folder = TemporaryFolder()

  init() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
  }

  private static var binary: URL {
    let tests = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: "metro")
  }

  private func run(_ binary: URL, _ line: [String]) throws -> (code: Int32, output: String) {
    try ChildProcess.run(
      [binary.path] + line, environment: ["METRO_HOME": folder.url.appending(path: "home").path])
  }

  @Test(
    arguments: [
      (["route", "Trindade", "Aliados", "--depart", "8:00"], 0, "● Trindade"),
      (["city", "remove", "porto"], 1, "built in"),
      (["route", "Trindade"], 2, "'to' is missing"), (["city", "use", "beijing"], 3, "no city"),
    ] as [([String], Int32, String)])
  func `the exit code says how the command ended`(
    line: [String], code: Int32, text: String
  ) throws {
    let result = try run(Self.binary, line)
    #expect(result.code == code)
    #expect(result.output.contains(text))
  }

  @Test func `the binary works after it was copied elsewhere`() throws {
    let copy = folder.url.appending(path: "metro")
    // A file cannot be executed while a process writes it, and a process that another test starts
    // has all descriptors of this one for an instant.
    _ = try run(URL(filePath: "/bin/cp"), [Self.binary.path, copy.path])
    #expect(try run(copy, ["stations", "trindade"]).output.hasPrefix("Trindade"))
  }
}
