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
    try fixture.write("struct Row {}\n", to: "Modules/Store/Row.swift")
    let run = try GenerateFixture.run(
      [
        "-c",
        "g() { git -c user.name=a -c user.email=a@b -c commit.gpgsign=false \"$@\"; }; "
          + "g init -q && g add -A && g commit -qm All",
      ], in: fixture.folder, environment: ["PATH": Self.path])
    #expect(run.code == 0, "\(run.errors)")
  }

  private func affected(_ commit: String...) throws -> [String] {
    let run = try GenerateFixture.run(
      ["./generate.sh", "--affected"] + commit, in: fixture.folder,
      environment: ["PATH": Self.path])
    #expect(run.code == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  // One checkout for all files, because SwiftPM compiles Package.swift once for each path.
  @Test(.enabled(if: hasGit))
  func `a module is affected by its files and by what it depends on`() throws {
    for (path, modules) in [
      ("notes.txt", []),
      ("Modules/Share/Sources/ShareManager.swift", ["App", "Architecture", "Share"]),
      ("Tests/ShareTests/ShareTests.swift", ["Architecture", "Share"]),
      ("Templates/List/Interface/Template.swift", ["Architecture", "Generate", "Template"]),
    ] {
      #expect(try affected(byChangeOf: path) == modules, "\(path)")
    }
    let fixture = try affected(byChangeOf: "Tests/DataSourceFixture/New.swift")
    #expect(fixture.contains("Routing") && !fixture.contains("Share"), "\(fixture)")
    let interface = try Set(affected(byChangeOf: "Modules/Share/Interface/Share.swift"))
    #expect(
      interface.isSuperset(of: ["App", "Architecture", "Map", "Routing", "Share"]), "\(interface)")
    #expect(interface.isDisjoint(with: ["Network", "News", "Scenes"]), "\(interface)")
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
  func `a kit affects the features on it, and a new feature itself only`() throws {
    try fixture.generate("Todo")
    #expect(try affected() == ["App", "Architecture", "Generate", "Todo"])
    #expect(try affected("HEAD") == affected())
    try fixture.write("struct Row { var a = 1 }\n", to: "Modules/Store/Row.swift")
    let found = try affected()
    #expect(Set(found).isSuperset(of: ["Bookmarks", "Deadline", "Store", "Todo"]))
    #expect(Set(found).isDisjoint(with: ["About", "Console", "DataSource", "News", "Template"]))
  }

  @Test(.enabled(if: hasGit))
  func `a change of Package.swift beside its entries affects all modules`() throws {
    let package = try fixture.read("Package.swift")
    try fixture.write(package + "\n// A comment.\n", to: "Package.swift")
    #expect(try affected() == ["App", "Architecture", "Generate"])
    try fixture.write(package.replacing("ExistentialAny", with: "Other"), to: "Package.swift")
    #expect(try Set(affected()).isSuperset(of: ["Mediator", "News", "Store", "Template"]))
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
