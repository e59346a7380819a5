import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@testable import Plugins

@Suite struct PluginTrustTests {
  private let fixture = PluginFolderFixture()

  @Test func `the manifest, the program and each argument that names a file are trusted`() throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["./weather.sh", "day.txt", "--all", "no"]}"#,
      program: "abc", more: ["day.txt": "Mon"])
    let files = try fixture.trust().files
    #expect(files.map(\.path) == ["plugin.json", "weather.sh", "day.txt"].map(fixture.path))
    #expect(files[1].sha256 == SHA256.name(of: "abc"))
    #expect(files[2].sha256 == SHA256.name(of: "Mon"))
  }

  @Test func `of a program outside of the folder, only the path is recorded`() throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["sh", "weather.sh"]}"#)
    let plugin = try fixture.trust()
    #expect(plugin.files[1].sha256 == nil)
    #expect(plugin.files[1].path.hasPrefix("/"))
    #expect(plugin.files[2].path == fixture.path("weather.sh"))
    let program = try fixture.plugins.verify(plugin)
    #expect(program.executable == plugin.files[1].path)
    #expect(program.arguments == ["sh", "weather.sh"])
    #expect(program.folder + "/weather.sh" == fixture.path("weather.sh"))
  }

  @Test func `a program in the folder is called by its absolute path`() throws {
    try fixture.install()
    let program = try fixture.plugins.verify(fixture.trust())
    #expect(program.executable == fixture.path("weather.sh"))
    #expect(program.arguments == [fixture.path("./weather.sh")])
  }

  /// To Swift, a slash and the accent after it are one character.
  @Test func `a folder above a name that begins with an accent is checked`() throws {
    let tools = try fixture.write([:], in: fixture.folder.url.appending(path: "tools"))
    let folder = try #require(PluginFile(tools.path).resolvedPath)
    let program = folder + "/\u{301}run"
    try #require(FileManager.default.createFile(atPath: program, contents: nil))
    chmod(program, 0o700)
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["\#(program)"]}"#)
    let plugin = try fixture.trust()
    #expect(try fixture.plugins.verify(plugin).executable == program)
    chmod(folder, 0o777)
    #expect(throws: PluginFileError.writableByOthers(folder)) {
      try fixture.plugins.verify(plugin)
    }
  }

  @Test(arguments: ["plugin.json", "weather.sh", "day.txt"])
  func `a change of a trusted file is found`(name: String) throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["./weather.sh", "day.txt"]}"#,
      more: ["day.txt": "Mon"])
    let plugin = try fixture.trust()
    _ = try fixture.plugins.verify(plugin)
    let path = fixture.path(name)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data("T".utf8))
    #expect(throws: PluginFileError.changed(plugin: "weather", path: path)) {
      try fixture.plugins.verify(plugin)
    }
    unlink(path)
    #expect(throws: PluginFileError.missing(plugin: "weather", path: path)) {
      try fixture.plugins.verify(plugin)
    }
    try #require(symlink("/bin/sh", path) == 0)
    #expect(throws: PluginFileError.changed(plugin: "weather", path: path)) {
      try fixture.plugins.verify(plugin)
    }
  }

  @Test func `a folder that took the place of the trusted one is refused`() throws {
    let folder = try fixture.install()
    let plugin = try fixture.trust()
    try FileManager.default.moveItem(at: folder, to: fixture.plugins.folder(of: "old"))
    try fixture.install()
    let copy = try fixture.plugins.verify(plugin)  // the same files
    #expect(copy.executable == fixture.path("weather.sh"))
    try FileManager.default.removeItem(at: folder)
    try #require(symlink("old", folder.path) == 0)
    let trusted = URL(filePath: plugin.files[0].path).deletingLastPathComponent().path
    let old = fixture.plugins.folder(of: "old").resolvingSymlinksInPath().path
    #expect(
      throws: PluginFileError.moved(
        plugin: "weather", from: trusted, to: old)
    ) {
      try fixture.plugins.verify(plugin)
    }
  }

  @Test(arguments: [false, true])
  func `a data folder that was moved or copied must be trusted again`(isCopy: Bool) throws {
    let folder = try fixture.install().resolvingSymlinksInPath()
    let plugin = try fixture.trust()
    let (home, other) = (fixture.plugins.home, TemporaryFolder())
    try FileManager.default.copyItem(at: home, to: other.url)
    if !isCopy { try FileManager.default.removeItem(at: home) }
    let moved = PluginFolder(in: other.url)
    let new = moved.folder(of: "weather").resolvingSymlinksInPath()
    #expect(
      throws: PluginFileError.moved(plugin: "weather", from: folder.path, to: new.path)
    ) {
      try moved.verify(plugin)
    }
  }

  @Test(
    arguments: ["", "plugin.json", "weather.sh", "data", "data/day.txt"],
    [0o020, 0o002] as [mode_t])
  func `what other users may write is refused`(name: String, permission: mode_t) throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["./weather.sh", "data/day.txt"]}"#,
      more: ["data/day.txt": "Mon"])
    let plugin = try fixture.trust()
    let path = name.isEmpty ? String(fixture.path("").dropLast()) : fixture.path(name)
    chmod(path, 0o700 | permission)
    let expected = PluginFileError.writableByOthers(path)
    #expect(throws: expected) { try fixture.plugins.verify(plugin) }
    #expect(throws: expected) {
      try fixture.plugins.trustedFiles(of: plugin.manifest, searching: "")
    }
    #expect("\(expected)" == "other users may write '\(path)'; run 'chmod go-w \(path)'")
  }

  @Test func `the folders above the plug-in are checked, too`() throws {
    try fixture.install()
    let plugin = try fixture.trust()
    let home = try #require(PluginFile(fixture.home.path).resolvedPath)
    for path in [home, fixture.plugins.url.path] {
      chmod(path, 0o777)
      #expect(throws: PluginFileError.writableByOthers(path)) {
        try fixture.plugins.verify(plugin)
      }
      chmod(path, 0o700)
    }
    _ = try fixture.plugins.verify(plugin)
  }

  @Test func `a file that the program loads itself is refused if others may write it`() throws {
    try fixture.install(more: ["lib/data.py": ""])
    let plugin = try fixture.trust()
    chmod(fixture.path("lib/data.py"), 0o666)
    #expect(throws: PluginFileError.writableByOthers(fixture.path("lib/data.py"))) {
      try fixture.trust()
    }
    #expect(throws: PluginFileError.writableByOthers(fixture.path("lib/data.py"))) {
      try fixture.plugins.verify(plugin)
    }
  }

  @Test func `a link that leads to another file is a change`() throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["sh", "run.sh"]}"#,
      more: ["one.sh": "", "two.sh": ""])
    try #require(symlink("one.sh", fixture.path("run.sh")) == 0)
    let plugin = try fixture.trust()
    _ = try fixture.plugins.verify(plugin)
    unlink(fixture.path("run.sh"))
    try #require(symlink("two.sh", fixture.path("run.sh")) == 0)
    #expect(
      throws: PluginFileError.changed(plugin: "weather", path: fixture.path("two.sh"))
    ) { try fixture.plugins.verify(plugin) }
    unlink(fixture.path("run.sh"))
    #expect(
      throws: PluginFileError.changed(plugin: "weather", path: fixture.path("one.sh"))
    ) { try fixture.plugins.verify(plugin) }
  }

  @Test func `a file with the name of an argument that named none is a change`() throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["./weather.sh", "later"]}"#)
    let plugin = try fixture.trust()
    try fixture.write(["later": ""], in: fixture.plugins.folder(of: "weather"))
    #expect(
      throws: PluginFileError.changed(plugin: "weather", path: fixture.path("later"))
    ) { try fixture.plugins.verify(plugin) }
  }

  @Test func `a file for data that is not the first argument may change`() throws {
    let command = #"["sh", "weather.sh", "--db-path", "notes.db", "new.log", "day.txt"]"#
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": \#(command)}"#,
      more: ["notes.db": "", "day.txt": ""])
    let plugin = try fixture.trust()
    #expect(plugin.manifest.writtenFiles == ["notes.db", "new.log"])
    let folder = fixture.plugins.folder(of: "weather")
    try fixture.write(["notes.db": "1", "new.log": "1"], in: folder)
    #expect(try fixture.plugins.verify(plugin).arguments.last == "day.txt")
    try fixture.write(["day.txt": "1"], in: folder)
    #expect(throws: PluginFileError.changed(plugin: "weather", path: fixture.path("day.txt"))) {
      try fixture.plugins.verify(plugin)
    }
  }

  @Test func `the first argument is checked, whatever its extension`() throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["sh", "run.log"]}"#, more: ["run.log": ""])
    let plugin = try fixture.trust()
    #expect(plugin.files.map(\.path).contains(fixture.path("run.log")))
  }

  @Test func `of an argument that names a folder, only the path is recorded`() throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["sh", "data", "/tmp"]}"#,
      more: ["data/a": ""])
    let plugin = try fixture.trust()
    let data = fixture.path("data")
    #expect(
      plugin.files.dropFirst(2) == [
        TrustedFile(path: data, sha256: nil, isFolder: true),
        TrustedFile(path: PluginFile("/tmp").resolvedPath ?? "", sha256: nil, isFolder: true),
      ])
    try fixture.write(["b": ""], in: URL(filePath: data))
    #expect(try fixture.plugins.verify(plugin).arguments == ["sh", "data", "/tmp"])
    chmod(data, 0o770)
    #expect(throws: PluginFileError.self) { try fixture.plugins.verify(plugin) }
    try FileManager.default.removeItem(atPath: data)
    #expect(throws: PluginFileError.missing(plugin: "weather", path: data)) {
      try fixture.plugins.verify(plugin)
    }
  }

  @Test func `a folder above the data folder or the program that others may write is refused`()
    throws
  {
    let tools = fixture.folder.url.appending(path: "tools")
    let program = try fixture.write(["run": "#!/bin/sh"], in: tools.appending(path: "bin"))
      .appending(path: "run").path
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["\#(program)"]}"#)
    let plugin = try fixture.trust()
    for url in [tools, fixture.folder.url] {
      let path = try #require(PluginFile(url.path).resolvedPath)
      chmod(path, 0o777)
      #expect(throws: PluginFileError.writableByOthers(path)) {
        try fixture.plugins.verify(plugin)
      }
      // Nobody can replace what belongs to others.
      chmod(path, 0o1777)
      _ = try fixture.plugins.verify(plugin)
      chmod(path, 0o700)
    }
  }

  @Test(arguments: ["program", "argument", "own link", "link to a link"])
  func `a link in a folder that others may write is refused, wherever it leads`(
    kind: String
  ) throws {
    let shared = try fixture.write(["run.sh": ""], in: fixture.folder.url.appending(path: "shared"))
    let link = shared.appending(path: "sh").path
    try #require(symlink("/bin/sh", link) == 0)
    let outer = fixture.folder.url.appending(path: "outer").path
    try #require(symlink("shared/sh", outer) == 0)
    let command =
      switch kind {
      case "program": #""\#(link)""#
      case "argument": #""sh", "\#(link)""#
      case "own link": #""./own/sh""#
      case _: #""\#(outer)""#
      }
    try fixture.install(#"{"name": "weather", "summary": "W", "command": [\#(command)]}"#)
    try #require(symlink(shared.path, fixture.path("own")) == 0)
    let plugin = try fixture.trust()
    chmod(shared.path, 0o777)
    let path = try #require(PluginFile(shared.path).resolvedPath)
    #expect(throws: PluginFileError.writableByOthers(path)) { try fixture.plugins.verify(plugin) }
    #expect(throws: PluginFileError.writableByOthers(path)) { try fixture.trust() }
  }

  @Test func `a folder with more files than can be checked is refused`() throws {
    let folder = try fixture.install()
    let plugin = try fixture.trust()
    let first = folder.appending(path: "0").path
    close(open(first, O_CREAT, 0o600))
    // Further names of one file are created faster than files.
    for number in 1..<PluginFolder.maximumFiles {
      try #require(link(first, folder.appending(path: "\(number)").path) == 0)
    }
    let path = try #require(PluginFile(folder.path).resolvedPath)
    let error = PluginFileError.tooManyFiles(path, limit: PluginFolder.maximumFiles)
    #expect(throws: error) { try fixture.plugins.verify(plugin) }
    #expect(throws: error) { try fixture.trust() }
  }

  @Test func `only a group of the user alone and administrators may write a folder above`() {
    func isTrusted(_ name: String, _ members: [String], id: gid_t = 1000) -> Bool {
      UserGroup(id: id, name: name, members: members).isTrusted(inFolderOf: 1000, user: "ann")
    }
    #expect(isTrusted("ann", []))
    #expect(isTrusted("ann", ["ann"]))
    #expect(!isTrusted("ann", ["ann", "bob"]))
    #expect(!isTrusted("users", ["ann"]))
    #expect(!isTrusted("staff", []))
    #expect(isTrusted("root", [], id: 0))
    #expect(UserGroup(getegid())?.id == getegid())
    #expect(UserGroup.currentUser?.isEmpty == false)
  }

  @Test(arguments: ["./none.sh", "no-such-program", "./data", "/none"])
  func `a program that cannot be executed is refused`(program: String) throws {
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["\#(program)"]}"#, more: ["data/a": ""])
    #expect(throws: PluginFileError.noProgram("weather", path: program)) { try fixture.trust() }
  }
}
