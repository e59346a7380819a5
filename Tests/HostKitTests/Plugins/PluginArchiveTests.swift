import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Plugins
import TestSupport
import Testing

@testable import HostKit

/// Plug-ins from archives and from an index.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct PluginArchiveTests {
  private let fixture = PluginHostFixture()
  private let app = CommandLineApp.shop([PortsModule.self, FilesModule.self])
  private var archive: URL { fixture.folder.url.appending(path: "weather.tar.gz") }
  private var index: URL { fixture.folder.url.appending(path: "index.json") }
  private var digest: String {
    get throws {
      var digest = SHA256()
      digest.update(Array(try Data(contentsOf: archive)))
      return digest.finish()
    }
  }

  /// Writes an archive of a plug-in.
  private func pack(
    _ version: String, _ members: String = "", name: String = "weather"
  ) throws {
    let source = fixture.folder.url.appending(path: "\(name)-\(version)")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    let manifest = """
      {"name": "\(name)", "summary": "W", "command": ["./weather.sh"], "version": "\(version)"\
      \(members)}
      """
    for (name, content) in ["plugin.json": manifest, "weather.sh": "#!/bin/sh\nexit 1\n"] {
      try Data(content.utf8).write(to: source.appending(path: name))
      chmod(source.appending(path: name).path, 0o700)
    }
    let run = try ChildProcess.run(
      ["/usr/bin/env", "tar", "-czf", archive.path]
        + ["-C", fixture.folder.url.path, source.lastPathComponent],
      environment: ["PATH": "/usr/bin:/bin"])
    try #require(run.code == 0, "\(run.output)")
  }

  /// Writes an index that lists the archive.
  private func publish(
    _ version: String, _ members: String = "", name: String = "weather"
  ) throws {
    try pack(version, name: name)
    let entry = """
      {"name": "\(name)", "summary": "Weather at a place", "version": "\(version)", \
      "source": "\(archive.path)#sha256=\(try digest)"\(members)}
      """
    try Data(#"{"plugins": [\#(entry)]}"#.utf8).write(to: index)
  }

  private func run(_ line: String...) async throws -> CommandLineOutput {
    try await run(
      line, index: FileManager.default.fileExists(atPath: index.path) ? index.path : "")
  }

  private func run(_ line: [String], index: String) async throws -> CommandLineOutput {
    try await app.run(
      line, folder: fixture.home, columns: 1000,
      environment: [
        "SHOP_DEADLINES_START": "600", "SHOP_DEADLINES_STOP": "600", "PATH": "/usr/bin:/bin",
        "SHOP_PLUGINS_INDEX": index,
      ])
  }

  @Test func `an archive is added, and its digest is recorded, shown and compared`() async throws {
    try pack("1.0.0")
    let added = try await run("plugins", "add", archive.path)
    let digest = try digest
    #expect(
      added.output == "Added 'weather' from \(archive.path), SHA-256 \(digest). "
        + "Read what it does, and run 'plugins trust weather'.\n", "\(added)")
    let review = try await run("plugins", "trust", "weather").output
    #expect(review.contains("\(archive.path), SHA-256 \(digest)"), "\(review)")
    #expect(try await run("plugins", "outdated").output.contains("weather  current  1.0.0"))
    try pack("1.1.0")
    #expect(
      try await run("plugins", "outdated").output.contains("weather  outdated  1.0.0 → 1.1.0"))
    #expect(try await run("plugins", "update").output.contains("updated  1.0.0 → 1.1.0"))
    #expect(try await run("plugins", "outdated").output.contains("weather  current  1.1.0"))
    let left = fixture.home.appending(path: "plugins/temporary").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: left) == [])
  }

  @Test func `an archive is downloaded, and its digest is checked`() async throws {
    try pack("1.0.0")
    let address = "https://example.org\(archive.path)"
    let other = String(repeating: "0", count: 64)
    let refused = try await run("plugins", "add", "\(address)#sha256=\(other)")
    #expect(
      refused.errors == "shop: '\(address)' has the SHA-256 digest \(try digest), but \(other) was "
        + "expected; somebody has replaced it, so ask its author for the digest\n")
    #expect(try await run("plugins", "--json").output == "[]\n")
    let added = try await run("plugins", "add", "\(address)#sha256=\(try digest)", "--json")
    #expect(added.code == .answered, "\(added)")
    #expect(added.output.contains(try digest))
    // The address has another archive now.
    try pack("1.1.0")
    let update = try await run("plugins", "update", "weather")
    #expect(update.code == .failed && update.errors.contains("somebody has replaced it"))
    let left = fixture.home.appending(path: "plugins/temporary").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: left) == [])
  }

  @Test func `an app that cannot download says what to add`() async throws {
    let added = try await fixture.run("plugins", "add", "https://example.org/weather.tar.gz")
    #expect(added.code == .failed)
    #expect(
      added.errors
        == "shop: cannot download 'https://example.org/weather.tar.gz', because no enabled module "
        + "of the app downloads files; enable or add one, or download the file and give its path\n"
    )
  }

  @Test func `an index is searched, and its plug-ins are added and updated by name`() async throws {
    try publish("1.0.0", #", "tags": ["rain"]"#)
    #expect(
      try await run("plugins", "search", "rain", "place").output.contains(
        "weather  1.0.0    available  Weather at a place"))
    #expect(try await run("plugins", "search", "snow").output == "The index has no such plug-in.\n")
    let source = "\(archive.path)#sha256=\(try digest)"
    let added = try await run("plugins", "add", "weather")
    #expect(added.output.hasPrefix("Added 'weather' from \(source). "))
    #expect(try await run("plugins", "search", "--json").output.contains(#""state":"installed""#))
    try publish("1.1.0")
    #expect(try await run("plugins", "search").output.contains("1.1.0    outdated"))
    #expect(try await run("plugins", "update").output.contains("updated  1.0.0 → 1.1.0"))
    #expect(try await run("plugins", "search").output.contains("1.1.0    installed"))
    #expect(try await run("plugins", "outdated").output.contains("current  1.1.0"))
  }

  @Test func `an index that cannot be used is downloaded once for all plug-ins`() async throws {
    for name in ["weather", "rain"] {
      try publish("1.0.0", name: name)
      #expect(try await run("plugins", "add", name).code == .answered)
    }
    try Data("[]".utf8).write(to: index)
    let outdated = try await run(
      ["plugins", "outdated"], index: "https://example.org\(index.path)")
    #expect(outdated.code == .failed)
    for name in ["weather", "rain"] { #expect(outdated.output.contains("\(name)  ")) }
    #expect(!outdated.output.contains("current"), "\(outdated)")
    #expect(try FilesModule.downloads(of: index.path) == 1)
  }

  @Test func `a digest in upper case is that of the plug-in that was added`() async throws {
    try publish("1.0.0")
    let text = try String(contentsOf: index, encoding: .utf8)
    try Data(text.replacing(try digest, with: try digest.uppercased()).utf8).write(to: index)
    #expect(try await run("plugins", "add", "weather").code == .answered)
    #expect(try await run("plugins", "search").output.contains("1.0.0    installed"))
    #expect(try await run("plugins", "outdated").output.contains("weather  current"))
  }

  @Test func `an index with a relative path is refused`() async throws {
    let search = try await run(["plugins", "search"], index: "index.json")
    #expect(search.code != .answered)
    #expect(search.errors.contains("'index.json' for 'SHOP_PLUGINS_INDEX'"), "\(search)")
  }

  @Test func `a plug-in for another version of the app is unsuitable`() async throws {
    try publish("1.0.0", #", "requires": ">=7.1""#)
    #expect(
      try await run("plugins", "search").output.contains("1.0.0    unsuitable, needs >=7.1  "))
  }

  @Test func `a name that the index gives to another plug-in is refused`() async throws {
    try publish("1.0.0")
    let text = try String(contentsOf: index, encoding: .utf8)
    try Data(text.replacing(#""name": "weather""#, with: #""name": "rain""#).utf8).write(to: index)
    let added = try await run("plugins", "add", "rain")
    #expect(added.errors.contains("it is the plug-in 'weather', but the index says 'rain'"))
    #expect(try await run("plugins", "--json").output == "[]\n")
    let unknown = try await run("plugins", "add", "rian")
    #expect(
      unknown.errors.hasSuffix("has no plug-in 'rian'; did you mean 'rain'?\n"), "\(unknown.errors)"
    )
  }

  @Test func `without an index, a sentence says how to set one`() async throws {
    let remedy =
      "set it to an address that begins with 'https://', or to the absolute path of an index\n"
    let search = try await run("plugins", "search")
    #expect(
      search.errors == "shop: no setting 'plugins.index' says where plug-ins are listed; \(remedy)")
    let added = try await run("plugins", "add", "no-such-folder")
    #expect(added.errors.hasPrefix("shop: there is no folder 'no-such-folder', and no setting "))
    #expect(added.errors.hasSuffix(remedy))
  }

  @Test func `a plug-in is pinned and unpinned`() async throws {
    try pack("1.0.0")
    _ = try await run("plugins", "add", archive.path)
    try pack("1.1.0")
    #expect(try await run("plugins", "update", "weather", "--pin").output.contains("pinned  1.0.0"))
    #expect(try await run("plugins", "update").output.contains("weather  pinned  1.0.0"))
    #expect(
      try await run("plugins", "update", "weather", "--no-pin").output
        .contains("updated  1.0.0 → 1.1.0"))
  }

  @Test func `adding says which variables need a value`() async throws {
    try pack("1.0.0", #", "env": [{"name": "KEY", "summary": "k", "secret": true}]"#)
    let added = try await run("plugins", "add", archive.path)
    #expect(
      added.output.contains("It needs a value of 'KEY': run 'plugins configure weather'. Read"))
  }

  /// The program kills the app that has started it.
  @Test(arguments: ["git init", "git fetch", "git checkout", "gzip"])
  func `the next change removes what a killed process has fetched`(step: String) async throws {
    try pack("1.0.0")
    let tools = fixture.folder.url.appending(path: "tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    let script = """
      #!/bin/sh
      case "$(basename "$0") $*" in *\(step.split(separator: " ").joined(separator: "*"))*)
        kill -9 $PPID ;;
      esac
      mkdir -p "$8/.git" && echo 0000 > "$8/.git/FETCH_HEAD"
      """
    for name in ["git", "gzip"] {
      let file = tools.appending(path: name)
      try Data(script.utf8).write(to: file)
      chmod(file.path, 0o700)
    }
    let source = step == "gzip" ? archive.path : "git+https://example.org/weather.git"
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        home = fixture.home as URL, source = source as String,
        path = "\(tools.path):/usr/bin:/bin" as String
      ] in
      _ = try await CommandLineApp.shop([PortsModule.self]).run(
        ["plugins", "add", source], folder: home, environment: ["PATH": path])
    }
    let left = fixture.home.appending(path: "plugins/temporary").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: left).count == 1)
    #expect(try await run("plugins", "--json").output == "[]\n")
    #expect(try await run("plugins", "add", archive.path).code == .answered)
    #expect(try FileManager.default.contentsOfDirectory(atPath: left) == [])
  }
}

enum Files: Interface {}

/// A module that downloads: the path of an address is that of a file on this machine.
struct FilesModule: Module {
  static let manifest = Manifest(Files.self, summary: "")
  static let contributions = Contributions([
    HTTPDownloader { _, request in
      let path = URL(string: request.address)?.path ?? ""
      try Data().write(to: URL(filePath: "\(path).\(FilesModule.downloaded)\(UUID())"))
      try FileManager.default.copyItem(atPath: path, toPath: request.target.path)
      request.onProgress(1, 1)
    }
  ])
  private static let downloaded = "downloaded-"

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}

  /// How many times a file was downloaded.
  static func downloads(of path: String) throws -> Int {
    let file = URL(filePath: path)
    let start = "\(file.lastPathComponent).\(downloaded)"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: file.deletingLastPathComponent().path)
    return names.count(where: { $0.hasPrefix(start) })
  }
}
