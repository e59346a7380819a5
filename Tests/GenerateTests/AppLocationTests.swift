import Foundation
import TestSupport
import Testing

/// Where `generate.sh --app` creates an app, and how it writes the paths.
@Suite(.blocking) struct AppLocationTests {
  private let fixture: GenerateFixture

  init() throws { fixture = try GenerateFixture() }

  @Test(arguments: [
    ("../occupied", "'../occupied' exists already"), ("../occupied/", "exists already"),
    ("../a file", "exists already"), ("../link", "exists already"), ("/", "exists already"),
    ("..", "exists already"), (".", "exists already"),
    ("Shop", "'Shop' is inside this checkout"), ("Modules/Shop", "is inside this checkout"),
    ("../link to checkout/Shop", "is inside this checkout"),
    ("../no/Shop", "is not in an existing folder"), ("../a file/Shop", "/a file' is a file, not"),
    ("../a\nb", "must not contain control characters"),
  ])
  func `no app is created in a folder that exists or cannot be used`(
    folder: String, reason: String
  ) throws {
    let parent = fixture.folder.deletingLastPathComponent().path
    let files = FileManager.default
    try files.createDirectory(atPath: "\(parent)/occupied", withIntermediateDirectories: false)
    try Data("text".utf8).write(to: URL(filePath: "\(parent)/a file"))
    try files.createSymbolicLink(atPath: "\(parent)/link", withDestinationPath: "nowhere")
    try files.createSymbolicLink(
      atPath: "\(parent)/link to checkout", withDestinationPath: "a checkout")
    let before = try (fixture.tree, fixture.siblings)
    let run = try fixture.generate("--app", "Shop", folder)
    #expect(run.code != 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(try fixture.tree == before.0)
    #expect(try fixture.siblings == before.1)
    #expect(try files.contentsOfDirectory(atPath: "\(parent)/occupied").isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `on a file system that cannot be written, there is one sentence and nothing is written`()
    throws
  {
    let run = try fixture.generate("--app", "Shop", "/proc/Shop")
    #expect(run.code == 1)
    #expect(run.errors == "generate.sh: '/proc' cannot be written\nNothing written.\n")
  }

  @Test func `an app and a folder that appears meanwhile are not mixed`() throws {
    let mv = fixture.folder.deletingLastPathComponent().appending(path: "tools/mv")
    try FileManager.default.createDirectory(
      at: mv.deletingLastPathComponent(), withIntermediateDirectories: false)
    try """
    #!/bin/sh
    [ "$2" != '\(fixture.app.path)' ] || { mkdir "$2" && echo other >"$2/README.md"; }
    PATH=/usr/bin:/bin exec mv "$@"
    """.write(to: mv, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: mv.path)
    let tools = mv.deletingLastPathComponent().path
    let run = try fixture.generate(
      "--app", "Shop", fixture.app.path, environment: ["PATH": "\(tools):/usr/bin:/bin"])
    #expect(run.code == 1)
    #expect(run.errors.contains("was created by another process at the same time\n"))
    #expect(run.errors.hasSuffix("\nNothing written.\n"))
    #expect(try GenerateFixture.tree(of: fixture.app) == ["README.md": "other\n"])
    #expect(try fixture.siblings == ["Shop", "a checkout", "tools"])
  }

  @Test func `the folder may be given from any folder, and its path may be absolute`() throws {
    let script = fixture.folder.appending(path: "generate.sh").path
    let parent = fixture.folder.deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: parent.appending(path: "apps"), withIntermediateDirectories: false)
    let run = try GenerateFixture.run(
      [script, "--app", "Shop", "../Shop///"], in: parent.appending(path: "apps"))
    #expect(run.code == 0, "\(run.errors)")
    #expect(try fixture.readApp("Package.swift").contains("path: \"../a checkout\""))
    let absolute = try fixture.generate("--app", "Shop", parent.path + "/apps/Shop")
    #expect(absolute.code == 0, "\(absolute.errors)")
    let manifest = try String(
      contentsOf: parent.appending(path: "apps/Shop/Package.swift"), encoding: .utf8)
    #expect(manifest.contains("path: \"../../a checkout\""))
  }

  @Test func `the printed commands quote the folder for the shell`() throws {
    let run = try fixture.generate("--app", "Shop", "../it's 新店")
    let folder = fixture.folder.deletingLastPathComponent().path
    #expect(run.output.contains("      cd '\(folder)/it'\\''s 新店'\n"), "\(run.output)")
    #expect(run.code == 0, "\(run.errors)")
  }

  @Test func `quotes, backslashes and spaces in paths are quoted in Package.swift`() throws {
    let fixture = try GenerateFixture(named: #"it's "a" \(checkout) & $HOME"#)
    let run = try fixture.generate("--app", "Shop", #"../my "new" \n shop"#)
    #expect(run.code == 0, "\(run.errors)")
    let app = fixture.folder.deletingLastPathComponent().appending(path: #"my "new" \n shop"#)
    let manifest = try String(contentsOf: app.appending(path: "Package.swift"), encoding: .utf8)
    let path = #".package(name: "Interchange", path: "../it's \"a\" \\(checkout) & $HOME")"#
    #expect(manifest.contains("\n    \(path)\n"), "\(manifest)")
    #expect(try GenerateFixture.run(["./generate.sh", "Todo"], in: app).code == 0)
  }
}
