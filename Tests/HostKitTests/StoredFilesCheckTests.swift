import Foundation
import ModuleManager
import ModuleTesting
import Platform
import Testing

@testable import HostKit

@Suite struct StoredFilesCheckTests {
  private let temporary = TemporaryFolder()
  private var home: URL { temporary.url.appending(path: "home") }
  private var buses: DataFolder { DataFolder(home.appending(path: "buses")) }
  private let app = CommandLineApp.shop([BusesModule.self])

  init() throws {
    try buses.write(Data("timetable".utf8), to: "lines/one")
  }

  private func run(_ line: String...) async throws -> CommandLineOutput {
    try await app.run(line, folder: home, columns: 200)
  }

  private func create(_ path: String, mode: Int = 0o600, age: TimeInterval = 90) throws {
    let file = home.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(count: 1_200_000).write(to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: mode, .modificationDate: Date.now - age], ofItemAtPath: file.path)
  }

  private func change(_ path: String, to mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: home.appending(path: path).path)
  }

  private func mode(of path: String) throws -> Int {
    let path = home.appending(path: path).path
    return try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: home.appending(path: path).path)
  }

  @Test func `temporary files of killed processes are counted, and removed with --fix`()
    async throws
  {
    let abandoned = ["buses/temporary/half", "buses/lines/.one.\(UUID())"]
    for path in abandoned { try create(path) }
    let found = try await run("doctor")
    #expect(found.code == .answered)
    let warning = "'buses' has 2 temporary files (2.4 MB) of killed processes"
    #expect(found.output.contains("! data folder: \(warning); run 'shop doctor --fix'\n"))
    #expect(abandoned.allSatisfy(exists))
    let fixed = try await run("doctor", "--fix", "--json")
    let sentence = "removed 2 temporary files (2.4 MB) of killed processes from 'buses'"
    #expect(fixed.output.contains(#""repairs":["\#(sentence)"]"#), "\(fixed.output)")
    #expect(!abandoned.contains(where: exists) && exists("buses/lines/one"))
    #expect(try await run("doctor", "--fix").output.contains("✓ data folder\n"))
  }

  @Test func `the temporary file of a process at work is no finding, and is not removed`()
    async throws
  {
    try buses.replaceFile(at: "lines/two") { _ in
      let check = StoredFilesCheck(folder: AppFolder(app, at: home), repairCommand: "")
      #expect(check.warnings.isEmpty && check.repair().isEmpty)
    }
    #expect(exists("buses/lines/two"))
  }

  @Test func `permissions of other users are a warning, and are removed with --fix`() async throws {
    for path in ["buses", "buses/lines"] { try change(path, to: 0o755) }
    try create("buses/lines/two", mode: 0o644)
    try create("config.json", mode: 0o640)
    try Data("{}".utf8).write(to: home.appending(path: "config.json"))
    let found = try await run("doctor")
    #expect(
      found.output.contains(
        "other users have permissions on 4 files and folders, such as "
          + "'\(home.path)/config.json'; run 'shop doctor --fix'"), "\(found.output)")
    let fixed = try await run("doctor", "--fix")
    #expect(
      fixed.output.contains("✓ data folder: removed the permissions of other users on 4 files"))
    #expect(try mode(of: "buses") == 0o700 && mode(of: "buses/lines") == 0o700)
    #expect(try mode(of: "buses/lines/two") == 0o600 && mode(of: "config.json") == 0o600)
  }

  @Test func `a command removes the permissions of other users on the data folder`() async throws {
    try change("", to: 0o777)
    _ = try await run("modules")
    #expect(try mode(of: "") == 0o700)
  }

  @Test func `a data folder with files of others, and their files, are left as they are`()
    async throws
  {
    try create("photo.jpg", mode: 0o644)
    try create(".trash/.old.\(UUID())", mode: 0o644)
    try change("", to: 0o755)
    let output = try await run("doctor", "--fix").output
    #expect(output.contains("✓ data folder\n"))
    #expect(try mode(of: "") == 0o755 && mode(of: "photo.jpg") == 0o644)
    let trash = home.appending(path: ".trash").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: trash).count == 1)
  }

  @Test(arguments: [(".git/HEAD", 0o755), (".profile", 0o755), (".DS_Store", 0o700)])
  func `a data folder with hidden files of others keeps its permissions`(
    path: String, expected: Int
  ) async throws {
    try create(path, mode: 0o644)
    try change("", to: 0o755)
    _ = try await run("modules")
    #expect(try mode(of: "") == expected)
  }

  @Test func `a folder that users share keeps its permissions`() async throws {
    try change("", to: 0o1777)
    _ = try await run("doctor", "--fix")
    _ = try await run("modules")
    #expect(try mode(of: "") == 0o1777)
  }
}
