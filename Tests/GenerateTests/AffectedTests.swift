import Foundation
import TestSupport
import Testing

/// How `generate.sh --affected` finds the modules to test after a change.
@Suite(.blocking) struct AffectedTests {
  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  private static let hasGit = path.split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/git") }

  private let fixture: GenerateFixture

  init() throws {
    fixture = try GenerateFixture()
    guard Self.hasGit else { return }
    try fixture.write("struct Row {}\n", to: "Modules/Kits/Store/Row.swift")
    try runGit("init -q")
    try commit()
  }

  private func commit() throws { try runGit("add -A", "commit -qm All") }

  private func runGit(_ commands: String...) throws {
    let git = "git -c user.name=a -c user.email=a@b -c commit.gpgsign=false "
    let run = try GenerateFixture.run(
      ["-c", commands.map { git + $0 }.joined(separator: " && ")], in: fixture.folder,
      environment: ["PATH": Self.path])
    #expect(run.code == 0, "\(run.errors)")
  }

  private func affected(_ commit: String...) throws -> [String] {
    let run = try GenerateFixture.run(
      ["./generate.sh", "--affected"] + commit, in: fixture.folder,
      environment: ["PATH": Self.path])
    #expect(run.code == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  // One checkout for all changes, because SwiftPM compiles each text of Package.swift once for each
  // path.
  @Test(.enabled(if: hasGit))
  func `a module is affected by its files, its entry and what it depends on`() throws {
    // A new feature affects itself only, and a comment in Package.swift no module.
    try fixture.generate("Todo")
    let package = try fixture.read("Package.swift") + "\n// A comment.\n"
    try fixture.write(package, to: "Package.swift")
    try commit()
    #expect(try affected("HEAD~1") == ["App", "Architecture", "Generate", "Todo"])

    for (path, modules) in [
      ("notes.txt", []), (".ci/release", ["Generate"]),
      ("Modules/Share/Sources/ShareManager.swift", ["App", "Architecture", "Share"]),
      ("Tests/ShareTests/ShareTests.swift", ["Architecture", "Share"]),
      ("Templates/List/Interface/Headline.swift", ["Architecture", "Generate", "Headline"]),
    ] {
      #expect(try affected(byChangeOf: path) == modules, "\(path)")
    }
    let users = try affected(byChangeOf: "Tests/DataSourceFixture/New.swift")
    #expect(users.contains("Routing") && !users.contains("Share"), "\(users)")
    let interface = try Set(affected(byChangeOf: "Modules/Share/Interface/Share.swift"))
    #expect(
      interface.isSuperset(of: ["App", "Architecture", "Journeys", "Map", "Share"]), "\(interface)")
    #expect(interface.isDisjoint(with: ["Network", "News", "Scenes"]), "\(interface)")

    try fixture.write("struct Row { var a = 1 }\n", to: "Modules/Kits/Store/Row.swift")
    let kit = try affected()
    #expect(try affected("HEAD") == kit)
    #expect(Set(kit).isSuperset(of: ["Bookmarks", "Reminder", "Store"]), "\(kit)")
    #expect(
      Set(kit).isDisjoint(with: ["About", "Console", "DataSource", "Headline", "News", "Todo"]),
      "\(kit)")
    #expect(try Set(affected("HEAD~1")) == Set(kit + ["Generate", "Todo"]))

    try fixture.write(package.replacing("ExistentialAny", with: "Other"), to: "Package.swift")
    #expect(try Set(affected()).isSuperset(of: ["Mediator", "News", "Headline", "Store"]))
  }

  /// The modules that are affected by a change of one file, which is undone.
  private func affected(byChangeOf path: String) throws -> [String] {
    let before = try? fixture.read(path)
    try fixture.write("// changed\n", to: path)
    let modules = try affected()
    if let before { try fixture.write(before, to: path) } else { try fixture.remove(path) }
    return modules
  }

  @Test(.enabled(if: hasGit))
  func `an unknown commit is an error`() throws {
    let run = try GenerateFixture.run(
      ["./generate.sh", "--affected", "nosuch"], in: fixture.folder,
      environment: ["PATH": Self.path])
    #expect(run.code == 2)
    #expect(run.errors == "generate.sh: git knows no commit 'nosuch'\n")
  }
}
