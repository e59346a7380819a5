import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import Plugins

@Suite struct PluginAddingTests {
  private let fixture = PluginFolderFixture()

  private var source: URL { fixture.folder.url.appending(path: "source") }

  /// What is in the folder of all plug-ins, the temporary files included.
  private var content: [String] {
    (FileManager.default.subpaths(atPath: fixture.plugins.url.path) ?? []).sorted()
  }

  private func write(_ more: [String: String] = [:]) throws {
    let files = ["plugin.json": PluginFolderFixture.weather, "weather.sh": "#!/bin/sh\n"]
    try fixture.write(files.merging(more) { $1 }, in: source, mode: 0o777)
  }

  @Test func `a copy has the name of the plug-in, and only this user can write it`() throws {
    try write(["lib/data.py": "1"])
    try #require(symlink("lib/data.py", source.appending(path: "link").path) == 0)
    chmod(source.appending(path: "lib/data.py").path, 0o666)
    #expect(try fixture.plugins.add(source).name == "weather")
    #expect(
      content == [
        "temporary", "weather", "weather/lib", "weather/lib/data.py", "weather/link",
        "weather/plugin.json", "weather/weather.sh",
      ])
    #expect(throws: Never.self) { try fixture.trust() }
    var status = stat()
    #expect(stat(fixture.path("weather.sh"), &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat(fixture.path("lib/data.py"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(throws: PluginFileError.exists("weather")) { try fixture.plugins.add(source) }
  }

  @Test(arguments: ["/etc/passwd", "../secret", "../source/weather.sh", "none"])
  func `a folder with a link that leads outside is refused, and nothing is left`(
    target: String
  ) throws {
    try write(["../secret": ""])
    let link = (PluginFile(source.path).resolvedPath ?? "") + "/link"
    try #require(symlink(target, link) == 0)
    let reason =
      "it is a link to something outside of the folder; copy what it leads to in its place"
    #expect(throws: PluginFileError.notCopied(link, reason: reason)) {
      try fixture.plugins.add(source)
    }
    #expect(content.filter { $0 != "temporary" } == [])
  }

  @Test func `a pipe, a large folder and a folder without a manifest are refused`() throws {
    try write()
    let root = try #require(PluginFile(source.path).resolvedPath)
    mkfifo(root + "/pipe", 0o600)
    #expect(
      throws: PluginFileError.notCopied(
        root + "/pipe", reason: "it is neither a file, a folder nor a link; remove it")
    ) { try fixture.plugins.add(source) }
    unlink(root + "/pipe")
    truncate(root + "/weather.sh", 101 << 20)
    #expect(
      throws: PluginFileError.notCopied(
        source.path,
        reason: "it has more than 10000 files or 100 MB; name the folder of a plug-in")
    ) { try fixture.plugins.add(source) }
    unlink(root + "/plugin.json")
    #expect(
      throws: PluginFileError.badManifest(
        source.path + "/plugin.json", reason: "there is no such file; write one")
    ) { try fixture.plugins.add(source) }
    let missing = source.appending(path: "missing")
    #expect(throws: PluginFileError.noFolder(missing.path)) { try fixture.plugins.add(missing) }
    #expect(content.filter { $0 != "temporary" } == [])
  }

  @Test func `a file of the largest size that a file system knows is too large`() throws {
    let small = (0..<20).map { ("\($0)", "a") }
    try write(Dictionary(uniqueKeysWithValues: small))
    // Many file systems have no such files.
    guard truncate(source.appending(path: "weather.sh").path, Int.max) == 0 else { return }
    #expect(
      throws: PluginFileError.notCopied(
        source.path,
        reason: "it has more than 10000 files or 100 MB; name the folder of a plug-in")
    ) { try fixture.plugins.add(source) }
  }

  @Test func `a removal leaves nothing of the plug-in`() throws {
    try write()
    _ = try fixture.plugins.add(source)
    _ = try fixture.trust()
    try fixture.write(["stderr.log": "a"], in: fixture.home.appending(path: "weather"))
    try fixture.plugins.remove("weather")
    #expect(content == ["index.json", "temporary"])
    #expect(access(fixture.home.appending(path: "weather").path, F_OK) != 0)
    #expect(throws: PluginFileError.unknown("weather", nearest: nil)) {
      try fixture.plugins.remove("weather")
    }
  }

  @Test func `a removal of a linked plug-in removes the link only`() throws {
    try write()
    chmod(source.path, 0o700)
    try fixture.install()
    let link = fixture.plugins.folder(of: "weather")
    try FileManager.default.removeItem(at: link)
    try #require(symlink(source.path, link.path) == 0)
    try fixture.plugins.remove("weather")
    #expect(fixture.plugins.names == [])
    #expect(access(source.appending(path: "plugin.json").path, F_OK) == 0)
  }
}
