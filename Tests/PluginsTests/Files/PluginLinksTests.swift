import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import Plugins

/// Links in the folder of a plug-in that the user has put there by hand. The program may load what
/// they lead to.
@Suite struct PluginLinksTests {
  private let fixture = PluginFolderFixture()
  private var outside: URL { fixture.folder.url.appending(path: "outside") }

  /// The path of something outside of the plug-in's folder, without links.
  private func path(_ name: String) throws -> String {
    let folder = try #require(PluginFile(outside.path).resolvedPath)
    return name.isEmpty ? folder : folder + "/" + name
  }

  private func link(_ path: String, to target: String) throws {
    try #require(symlink(target, path) == 0)
  }

  /// Installs the plug-in, with files outside of its folder: `lib/tool`, the link `chain` to it,
  /// and the link `folder` to `lib`.
  private func install() throws {
    try fixture.install(more: ["data/day.txt": "Mon"])
    try fixture.write(["lib/tool": "", "lib/sub/more": ""], in: outside)
    try link(outside.appending(path: "chain").path, to: "lib/tool")
    try link(outside.appending(path: "folder").path, to: "lib")
  }

  private func expect(
    _ error: PluginFileError, of plugin: InstalledPlugin,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: error, sourceLocation: sourceLocation) { try fixture.plugins.verify(plugin) }
    #expect(throws: error, sourceLocation: sourceLocation) { try fixture.trust() }
  }

  @Test(
    arguments: [
      // What the link leads to, what others may write, and its mode.
      ("lib/tool", "lib/tool", 0o666), ("lib/tool", "lib/tool", 0o620),
      ("chain", "lib/tool", 0o602),
      ("lib/tool", "lib", 0o777), ("chain", "lib", 0o702), ("chain", "", 0o777),
      ("lib", "lib", 0o777), ("lib", "lib", 0o1777), ("folder", "lib", 0o707),
      ("lib", "lib/tool", 0o666), ("lib", "lib/sub", 0o777), ("folder", "lib/sub/more", 0o622),
      ("folder/tool", "lib/tool", 0o666), ("folder/tool", "lib", 0o777),
      ("folder/../lib/tool", "lib/tool", 0o666), ("lib/missing", "lib", 0o777),
      ("lib/missing", "lib", 0o1777), ("lib/missing/tool", "lib", 0o777),
    ] as [(String, String, mode_t)])
  func `what a link leads to is refused if others may write it, or a folder on the way`(
    target: String, name: String, mode: mode_t
  ) throws {
    try install()
    for place in ["link", "data/link"] {
      let link = fixture.path(place)
      try self.link(link, to: path("") + "/" + target)
      let plugin = try fixture.trust()
      _ = try fixture.plugins.verify(plugin)
      let path = try path(name)
      chmod(path, mode)
      expect(.writableByOthers(path), of: plugin)
      chmod(path, 0o700)
      unlink(link)
    }
  }

  @Test func `an interpreter to which a link leads is checked`() throws {
    try install()
    try link(fixture.path("python"), to: "../../../outside/chain")
    try fixture.install(
      #"{"name": "weather", "summary": "W", "command": ["./python", "weather.sh"]}"#)
    let plugin = try fixture.trust()
    chmod(try path("lib/tool"), 0o722)
    expect(.writableByOthers(try path("lib/tool")), of: plugin)
  }

  @Test(arguments: [
    "/bin/sh", "/dev/null", "weather.sh", ".", "..", "data", "missing", "user@host.1:2",
    "data/missing", "weather.sh/missing", "OUTSIDE/lib", "OUTSIDE/chain", "OUTSIDE/shared/own",
  ])
  func `a link passes if others can change nothing`(target: String) throws {
    try install()
    try fixture.write(["own": ""], in: outside.appending(path: "shared"))
    chmod(outside.appending(path: "shared").path, 0o1777)
    try link(
      fixture.path("data/link"), to: target.replacing("OUTSIDE", with: path("")))
    _ = try fixture.plugins.verify(try fixture.trust())
  }

  @Test func `a folder to which a link leads counts with its files`() throws {
    try install()
    let plugin = try fixture.trust()
    let first = try path("lib/tool")
    for number in 0..<PluginFolder.maximumFiles {
      try #require(Foundation.link(first, "\(first)\(number)") == 0)
    }
    _ = try fixture.plugins.verify(plugin)
    try link(fixture.path("link"), to: path("lib"))
    let folder = String(fixture.path("").dropLast())
    expect(.tooManyFiles(folder, limit: PluginFolder.maximumFiles), of: plugin)
  }

  @Test(
    .enabled(if: geteuid() == 0, "only root can give files away"),
    arguments: [
      ("the link", "lib/tool"), ("the file", "lib/tool"), ("another link", "chain"),
      ("the folder", "lib/tool"),
    ])
  func `a link or a target that belongs to another user is refused`(
    kind: String, target: String
  ) throws {
    try install()
    let link = fixture.path("link")
    try self.link(link, to: path("") + "/" + target)
    let plugin = try fixture.trust()
    let foreign =
      switch kind {
      case "the link": link
      case "the file": try path("lib/tool")
      case "another link": try path("chain")
      case _: try path("lib")
      }
    try #require(lchown(foreign, 65_534, 65_534) == 0)
    expect(.ownedByOthers(foreign), of: plugin)
  }
}
