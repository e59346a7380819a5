import Foundation
import ModuleRules
import ModuleTesting
import TestSupport
import Testing

/// How an app is checked, tested and kept up to date.
@Suite(.blocking) struct AppMaintenanceTests {
  private let fixture: GenerateFixture

  init() throws { fixture = try GenerateFixture() }

  private var parent: URL { fixture.folder.deletingLastPathComponent() }

  /// Writes a program that `.ci/run` finds before that of the system.
  private func writeTool(_ name: String, _ script: String) throws {
    let file = parent.appending(path: "tools/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  @Test func `an app's .ci installs nothing, and leaves the data of the developer alone`() throws {
    let created = try GenerateFixture.run(
      ["./generate.sh", "--app", "Shop", fixture.app.path], in: GenerateFixture.package)
    #expect(created.code == 0, "\(created.errors)")
    let log = parent.appending(path: "log")
    try writeTool("apt-get", "echo \"apt-get $*\" >>'\(log.path)'")
    try writeTool("swift", "echo \"$1 '$SHOP_HOME'\" >>'\(log.path)'")
    let before = try GenerateFixture.tree(of: fixture.app)
    let run = try GenerateFixture.run(
      [".ci/run"], in: fixture.app,
      environment: ["PATH": "\(parent.path)/tools:/usr/bin:/bin", "SHOP_HOME": "/developer"])
    #expect(run.code == 0, "\(run.errors)")
    #expect(try GenerateFixture.tree(of: fixture.app) == before)

    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("apt-get") })
    let homes = Set(lines.filter { $0.hasPrefix("run ") }.map { $0.split(separator: "'")[1] })
    #expect(homes.count == 1 && !homes.contains("/developer"), "\(homes)")
    for home in homes { #expect(!FileManager.default.fileExists(atPath: String(home))) }
  }

  @Test(.enabled(if: GenerateFixture.hasGit))
  func `the generator of an app works in a checkout with the line ends of Windows`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let clone = parent.appending(path: "Clone")
    let run = try GenerateFixture.run(
      ["-ec", "git clone -q -c core.autocrlf=true Shop Clone && Clone/generate.sh --update"],
      in: parent)
    #expect(run.code == 0, "\(run.errors)")
    #expect(Set(run.plan.values) == ["identical"])
    let trees = try (GenerateFixture.tree(of: clone), GenerateFixture.tree(of: fixture.app))
    #expect(trees.0 == trees.1)
  }

  @Test func `the README of an app names the check, and the help fits an app`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    #expect(try fixture.readApp("README.md").contains("\n./generate.sh --check "))
    let help = try fixture.generateInApp("--help").output
    #expect(help.contains("and, if the\nREADME has a table of modules, there."), "\(help)")
  }

  @Test(arguments: [
    ([], [], []), ([], ["Feeds", "Share"], ["Feeds", "Share"]),
    (["--url", "https://example.org/interchange.git"], ["Feeds"], ["Feeds"]),
  ])
  func `a feature of an app depends on features of the app, and on products of Interchange`(
    options: [String], added: [String], unknown: [String]
  ) throws {
    let line = ["./generate.sh", "--app", "Shop", fixture.app.path] + options
    #expect(try GenerateFixture.run(line, in: GenerateFixture.package).code == 0)
    #expect(try fixture.generateInApp("Books", "--uses", "Products").code == 0)
    try fixture.linkProgram(in: fixture.app.appending(path: ".build/checkouts/interchange"))
    let dependencies = #"["Network", "Products""#
    let package = try fixture.readApp("Package.swift")
    #expect(package.contains(dependencies))
    let text = package.replacing(
      dependencies, with: dependencies + added.map { ", \"\($0)\"" }.joined())
    try Data(text.utf8).write(to: fixture.app.appending(path: "Package.swift"))
    let problems = try fixture.generateInApp("--check").output.split(separator: "\n")
      .filter { $0.hasPrefix("Package.swift:") }
    #expect(
      problems
        == unknown.map {
          "Package.swift:11: the line of 'Books' names '\($0)', which is no feature; remove it and its "
            + "imports"
        })
  }

  @Test func `the check of an app without features reads none of its other files`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    #expect(try fixture.generateInApp("--remove", "Products").code == 0)
    try Data("<<<<<<< a\n".utf8).write(to: fixture.app.appending(path: "App/Notes.swift"))
    let run = try fixture.generateInApp("--check")
    #expect(run.output + run.errors == "")
    #expect(run.code == 0)
  }

  @Test(arguments: [
    "README.md", "App/Shop.swift", ".ci/run", ".github/workflows/ci.yml",
    "Templates/Plugin/python/plugin.py",
    "Tests/AppTests/AppTests.swift", "Modules/Products/Sources/API/ProductsSample.swift",
  ])
  func `a conflict that is left in a generated file is reported`(path: String) throws {
    try fixture.copyTemplate("List")
    try fixture.generate("--app", "Shop", "../Shop")
    #expect(try fixture.generateInApp("--check").code == 0)
    let text = try fixture.readApp(path)
    try fixture.writeApp("<<<<<<< a\n=======\n>>>>>>>\n <<<<<<< b\n>>>>>>> b\n\(text)", to: path)
    let run = try fixture.generateInApp("--check")
    #expect(
      run.output == """
        \(path):1: a conflict is not resolved; write one of its two sides
        \(path):5: a conflict is not resolved; write one of its two sides

        """)
    #expect(run.code == 1)
  }

  @Test(.enabled(if: GenerateFixture.hasGit))
  func `records are left out of the differences that git shows`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let line = "git check-attr diff .template Modules/Products/.template"
    #expect(
      try GenerateFixture.run(["-c", line], in: fixture.app).output == """
        .template: diff: unset
        Modules/Products/.template: diff: unset

        """)
  }

  @Test func `an app that still uses a removed feature is reported`() throws {
    let line = ["./generate.sh", "--app", "Shop", fixture.app.path]
    #expect(try GenerateFixture.run(line, in: GenerateFixture.package).code == 0)
    #expect(try fixture.generateInApp("Books", "--uses", "Products").code == 0)
    #expect(try fixture.generateInApp("--remove", "Products", "--force").code == 0)
    let run = try fixture.generateInApp("--check")
    #expect(run.code == 1)
    #expect(run.output.contains("the line of 'Books' names 'Products', which is no feature"))
  }

  @Test func `the examples in the help of an app work there`() throws {
    let line = ["./generate.sh", "--app", "Shop", fixture.app.path]
    #expect(try GenerateFixture.run(line, in: GenerateFixture.package).code == 0)
    let help = try fixture.generateInApp("--help").output
    let examples = try #require(help.components(separatedBy: "Examples:\n").last)
      .split(separator: "\n").map { $0.trimmingPrefix("  ./generate.sh ") }
    #expect(examples.count > 4)
    // Without those that need git.
    for example in examples where !example.contains(#/--affected|--update|--upgrade/#) {
      let line = ["./generate.sh"] + words(of: String(example))
      let run = try GenerateFixture.run(line, in: fixture.app)
      #expect(run.code == 0, "\(example): \(run.errors)")
    }
  }

  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  private struct PackageDump: Decodable {
    struct Target: Decodable {
      struct Dependency: Decodable {
        let byName: [String?]?
        let product: [String?]?
      }

      let name: String
      let path: String?
      let dependencies: [Dependency]
    }

    let targets: [Target]
  }

  @Test func `the targets of an app are read from Package.swift as SwiftPM reads them`() throws {
    let line = ["./generate.sh", "--app", "Shop", fixture.app.path]
    #expect(try GenerateFixture.run(line, in: GenerateFixture.package).code == 0)
    #expect(try fixture.generateInApp("Books", "--uses", "Products").code == 0)
    let graph = PackageGraph(manifest: try fixture.readApp("Package.swift"))
    for module in ["*", "Books"] {
      let run = try GenerateFixture.run(
        ["-c", "swift package dump-package --scratch-path '\(parent.path)/scratch'"],
        in: fixture.app, environment: ["PATH": Self.path, "MODULE": module])
      let dump = try JSONDecoder().decode(PackageDump.self, from: Data(run.output.utf8))
      // The host of a module that runs alone has no rules of its own.
      let ruled = dump.targets.filter { module == "*" || $0.path != "App" }
      let expected = ruled.map { target in
        let names = target.dependencies.compactMap { ($0.byName ?? $0.product)?.first ?? nil }
        return PackageGraph.Target(
          name: target.name, path: target.path ?? "Tests/\(target.name)",
          dependencies: Set(names))
      }
      let targets = graph.selection(module: module == "*" ? nil : module)
      #expect(targets.count > 3)
      #expect(Set(targets).symmetricDifference(expected) == [], "\(module)")
    }
  }

  @Test func `MODULE selects several modules of an app`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    #expect(try fixture.generateInApp("Wishlist").code == 0)
    let run = try GenerateFixture.run(
      ["-c", "swift package dump-package --scratch-path '\(parent.path)/scratch'"],
      in: fixture.app, environment: ["PATH": Self.path, "MODULE": "Products,Wishlist"])
    #expect(run.code == 0, "\(run.errors)")
    for target in ["ProductsTests", "WishlistTests"] {
      #expect(run.output.contains("\"name\" : \"\(target)\""))
    }
    #expect(!run.output.contains("\"name\" : \"AppTests\""))
  }
}
