import Foundation
import ModuleTesting
import Plugins
import TestSupport
import Testing

@testable import HostKit

/// Adding plug-ins from folders and repositories, and updating them.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct PluginUpdateTests {
  static let hasGit = access("/usr/bin/git", X_OK) == 0

  private let fixture = PluginHostFixture()
  private var source: URL { fixture.folder.url.appending(path: "source") }

  private func write(
    _ version: String, _ members: String = "", program: String = "exit 1"
  ) throws {
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    let manifest = """
      {"name": "weather", "summary": "W", "command": ["./weather.sh"], "version": "\(version)"\
      \(members)}
      """
    for (name, content) in ["plugin.json": manifest, "weather.sh": "#!/bin/sh\n\(program)\n"] {
      try Data(content.utf8).write(to: source.appending(path: name))
      chmod(source.appending(path: name).path, 0o700)
    }
  }

  /// Runs git in the source.
  private func git(_ words: String...) throws {
    let names = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/git")
    process.arguments = ["-C", source.path] + names + words
    process.environment = ["HOME": fixture.folder.url.path, "PATH": "/usr/bin:/bin"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "git \(words)")
  }

  private func commit(_ version: String, tag: String) throws {
    try write(version)
    try git("add", "--all")
    try git("commit", "--quiet", "--message", version)
    try git("tag", tag)
  }

  @Test func `a plug-in is updated from its folder, and trust says what has changed`() async throws
  {
    try write("1.0.0")
    _ = try await fixture.run("plugins", "add", source.path)
    try fixture.trust()
    #expect(try await fixture.run("plugins", "outdated").output.contains("weather  current  1.0.0"))
    try write(
      "1.1.0",
      #", "calls": ["ports/count"], "env": [{"name": "PLACE", "summary": "p", "optional": true}]"#)
    let outdated = try await fixture.run("plugins", "outdated").output
    #expect(outdated.contains("weather  outdated  1.0.0 → 1.1.0"))
    #expect(try await fixture.run("plugins").output.contains("weather  trusted"))
    let update = try await fixture.run("plugins", "update").output
    #expect(update.contains("weather  updated  1.0.0 → 1.1.0"))
    #expect(update.contains("run 'plugins trust weather'"))
    #expect(try await fixture.run("plugins").output.contains("weather  changed"))
    let review = try await fixture.run("plugins", "trust", "weather").output
    for line in [
      "version: + 1.1.0, − 1.0.0", "files: \(fixture.path("plugin.json")) changed",
      "calls: + ports/count", "is given: + PLACE", source.path,
    ] {
      #expect(review.contains(line), "\(review)")
    }
    #expect(!review.contains("follows:"))
    #expect(try await fixture.run("plugins", "update").output.contains("weather  current"))
  }

  @Test(.enabled(if: hasGit, "needs git"))
  func `a plug-in comes from a commit of a repository`() async throws {
    try write("1.0.0")
    try git("init", "--quiet", "--initial-branch", "main")
    try commit("1.0.0", tag: "v1")
    try commit("2.0.0", tag: "v2")
    let address = "git+file://\(source.path)"
    let added = try await fixture.run("plugins", "add", "\(address)#v1")
    #expect(added.code == .answered, "\(added)")
    let folder = fixture.home.appending(path: "plugins/weather")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: ".git").path))
    #expect(try await fixture.run("plugins", "outdated").output.contains("current  1.0.0"))
    _ = try await fixture.run("plugins", "remove", "weather")
    _ = try await fixture.run("plugins", "add", address)
    try commit("3.0.0", tag: "v3")
    #expect(try await fixture.run("plugins", "outdated").output.contains("2.0.0 → 3.0.0"))
    #expect(try await fixture.run("plugins", "update").output.contains("updated  2.0.0 → 3.0.0"))
    let missing = try await fixture.run("plugins", "add", "\(address)#v9")
    #expect(missing.code == .failed)
    #expect(missing.errors.contains("git says: fatal: couldn't find remote ref v9"), "\(missing)")
  }

  @Test func `a pinned plug-in stays as it is`() async throws {
    try write("1.0.0")
    _ = try await fixture.run("plugins", "add", source.path, "--pin")
    try write("2.0.0")
    #expect(try await fixture.run("plugins", "update").output.contains("weather  pinned  1.0.0"))
  }

  @Test(arguments: ["--pin", "--no-pin"])
  func `plug-ins are pinned one by one`(option: String) async throws {
    try write("1.0.0")
    _ = try await fixture.run("plugins", "add", source.path)
    try write("2.0.0")
    let update = try await fixture.run("plugins", "update", option)
    #expect(update.code != .answered)
    #expect(
      update.errors == "shop: '--pin' and '--no-pin' need the name of a plug-in; "
        + "write 'plugins update <name> --pin'\n")
    #expect(try await fixture.run("plugins", "outdated").output.contains("weather  outdated"))
  }

  @Test func `a plug-in that needs another version of the app is refused`() async throws {
    try write("1.0.0", #", "requires": ">=7.1 <8""#)
    let added = try await fixture.run("plugins", "add", source.path)
    #expect(added.code == .failed)
    #expect(
      added.errors.hasPrefix("shop: the plug-in 'weather' works with shop >=7.1 <8, but this is "))
    #expect(try await fixture.run("plugins", "--json").output == "[]\n")
  }

  @Test func `a source that is gone is reported, and changes nothing`() async throws {
    try write("1.0.0")
    _ = try await fixture.run("plugins", "add", source.path)
    try FileManager.default.removeItem(at: source)
    let update = try await fixture.run("plugins", "update")
    #expect(update.output.contains("weather  failed  1.0.0"))
    #expect(update.code == .failed)
    #expect(
      update.errors == "shop: cannot update the plug-in 'weather': "
        + "no folder '\(source.path)'; check the path\n")
    #expect(FileManager.default.fileExists(atPath: fixture.path("plugin.json")))
  }

  @Test func `a plug-in without a known source cannot be updated`() async throws {
    try fixture.install()
    let update = try await fixture.run("plugins", "update", "weather")
    #expect(
      update.errors == "shop: cannot update the plug-in 'weather': nothing says where it comes "
        + "from; remove it, and add it again\n")
    #expect(try await fixture.run("plugins", "update").output.hasPrefix("No plug-in says where"))
  }
}
