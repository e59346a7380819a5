import Foundation
import TestSupport
import Testing

/// How `generate.sh --upgrade` merges another version of Interchange into an app.
@Suite(.enabled(if: GenerateFixture.hasGit, "git merges the files"), .blocking)
struct UpgradeTests {
  private static let sample = "Templates/List/Sources/API/HeadlineSample.swift"

  private let fixture: GenerateFixture

  init() throws { fixture = try GenerateFixture() }

  /// Replaces text in a file of the checkout or, with `isApp`, of the app.
  private func edit(
    _ path: String, _ old: String, _ new: String, inApp isApp: Bool = false
  ) throws {
    let text = try isApp ? fixture.readApp(path) : fixture.read(path)
    #expect(text.contains(old), "\(path)")
    if isApp {
      try fixture.writeApp(text.replacing(old, with: new), to: path)
    } else {
      try fixture.write(text.replacing(old, with: new), to: path)
    }
  }

  private func inCheckout(_ script: String) throws {
    let run = try GenerateFixture.run(["-ec", script], in: fixture.folder)
    #expect(run.code == 0, "\(run.errors)")
  }

  @Test func `what the app began with, the generator, the templates and features are merged`()
    throws
  {
    try fixture.generate("--app", "Shop", "../Shop")
    #expect(
      try fixture.generateInApp("--upgrade").output
        == "The app is as this version of Interchange makes it.\n")
    try edit("App/Shop.swift", "{ app.main() }", "{ Shop.app.main() }", inApp: true)
    try edit(".ci/run", "set -euo pipefail\n", "set -euo pipefail\n# ours\n", inApp: true)
    try fixture.writeApp("// ours\n", to: "Modules/Products/Sources/API/Ours.swift")
    try edit("Templates/App/App/MyApp.swift", "an app for the terminal", "an app")
    try edit("Templates/App/.ci/run", "step \"The whole app\"", "step \"All\"")
    try edit("Templates/App/README.md", "## Run and test", "## Run")
    try edit(Self.sample, "let", "public let")
    try fixture.write("new\n", to: "Templates/App/Notes.md")
    try fixture.remove("Templates/App/App/Web/style.css")
    try edit("generate.sh", "main \"$@\"\n", "main \"$@\"\n# newer\n")

    let before = try GenerateFixture.tree(of: fixture.app)
    let dry = try fixture.generateInApp("--upgrade", "--dry-run")
    #expect(dry.code == 0, "\(dry.errors)")
    #expect(dry.output.hasSuffix("\nNothing written: this is a dry run.\n"))
    #expect(try GenerateFixture.tree(of: fixture.app) == before)
    let run = try fixture.generateInApp("--upgrade")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.plan == dry.plan)
    #expect(
      run.plan == [
        ".ci/run": "merge", ".template": "update", "App/Shop.swift": "merge",
        "App/Web/style.css": "remove", "Modules/Products/.template": "update",
        "Modules/Products/Sources/API/ProductsSample.swift": "update", "Notes.md": "create",
        "README.md": "update", Self.sample: "update", "generate.sh": "update",
      ])
    let app = try fixture.readApp("App/Shop.swift")
    #expect(app.contains("{ Shop.app.main() }") && app.contains("\"Shop, an app\""))
    let script = try fixture.readApp(".ci/run")
    #expect(script.contains("# ours") && script.contains("step \"All\""))
    #expect(
      FileManager.default.isExecutableFile(atPath: fixture.app.appending(path: ".ci/run").path))
    #expect(
      try fixture.readApp("Modules/Products/Sources/API/ProductsSample.swift")
        == "public let address = \"shop://products/list\"\n")

    let after = try GenerateFixture.tree(of: fixture.app)
    let again = try fixture.generateInApp("--upgrade")
    #expect(again.output == "The app is as this version of Interchange makes it.\n")
    #expect(try GenerateFixture.tree(of: fixture.app) == after)
  }

  @Test func `conflicts are as git writes them, and do not come again`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    try edit("App/Shop.swift", "an app for the terminal", "ours", inApp: true)
    try edit("Templates/App/App/MyApp.swift", "an app for the terminal", "theirs")
    let run = try fixture.generate("--upgrade", "../Shop")
    #expect(run.code == 1)
    #expect(run.plan["App/Shop.swift"] == "conflict")
    #expect(run.errors.hasSuffix("edit these files:\n  App/Shop.swift\n"), "\(run.errors)")
    let text = try fixture.readApp("App/Shop.swift")
    let conflict = #/<<<<<<< .*\n.*ours.*\n=======\n.*theirs.*\n>>>>>>> template\n/#
    #expect(text.contains(conflict), "\(text)")
    try edit("Templates/App/App/MyApp.swift", "{ app.main() }", "{ MyApp.app.main() }")
    #expect(
      try fixture.generateInApp("--upgrade").errors
        .contains("'App/Shop.swift' has a conflict from an earlier update; resolve it first"))
    #expect(try fixture.readApp("App/Shop.swift") == text)
    try fixture.writeApp(
      text.replacing(#/<<<<<<< .*\n|=======\n.*theirs.*\n>>>>>>> .*\n/#, with: ""),
      to: "App/Shop.swift")
    let again = try fixture.generateInApp("--upgrade")
    #expect(again.code == 0, "\(again.errors)")
    #expect(try fixture.readApp("App/Shop.swift").contains("ours"))
    #expect(try fixture.readApp("App/Shop.swift").contains("{ Shop.app.main() }"))
  }

  /// Three versions, each with changes of every text file, and random edits of the app between them.
  @Test(arguments: 1...(TestOptions.isThorough ? 8 : 2))
  func `200 random edits of an app outlive three versions`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    try fixture.generate("--app", "Shop", "../Shop")
    try fixture.generateInApp("Todo")
    let skipped = #/.*/|.*\.template|Package\.swift|.*Generator.*|generate\.sh|.*reserved\.txt/#
    func paths(_ tree: [String: String], in folders: [String]) -> [String] {
      tree.keys.filter { path in
        path.wholeMatch(of: skipped) == nil && folders.contains { path.hasPrefix($0) }
      }.sorted()
    }
    var edits: [String: Set<String>] = [:]
    for version in 1...3 {
      for path in try paths(
        fixture.tree, in: ["Templates/App/", "Templates/List/", "Templates/Plugin/"])
      {
        var lines = try fixture.read(path).components(separatedBy: "\n")
        lines.insert("# version \(version)", at: Int.random(in: 0..<lines.count, using: &random))
        try fixture.write(lines.joined(separator: "\n"), to: path)
      }
      let own = try paths(GenerateFixture.tree(of: fixture.app), in: [""])
      for number in 0..<(version == 1 ? 68 : 66) {
        let path = own[number < own.count ? number : Int.random(in: 0..<own.count, using: &random)]
        var lines = try fixture.readApp(path).components(separatedBy: "\n")
        let line = "# edit \(version).\(number)"
        lines.insert(line, at: Int.random(in: 0..<lines.count, using: &random))
        try fixture.writeApp(lines.joined(separator: "\n"), to: path)
        edits[path, default: []].insert(line)
      }
      let run = try fixture.generateInApp("--upgrade")
      #expect([0, 1].contains(run.code), "\(run.errors)")
      // Who resolves a conflict keeps both sides.
      let tree = try GenerateFixture.tree(of: fixture.app)
      for path in paths(tree, in: [""]) {
        let lines = tree[path]?.components(separatedBy: "\n") ?? []
        try fixture.writeApp(
          lines.filter { $0.wholeMatch(of: #/(<<<<<<<|>>>>>>>) .*|=======/#) == nil }
            .joined(separator: "\n"), to: path)
      }
      // Features are merged when the templates have no conflicts.
      #expect(try fixture.generateInApp("--update").code == 0 || run.code == 1)
    }
    let tree = try GenerateFixture.tree(of: fixture.app)
    for (path, lines) in edits {
      let found = Set(tree[path]?.components(separatedBy: "\n") ?? [])
      #expect(lines.subtracting(found) == [], "\(path)")
    }
    for version in 1...3 {
      for path in ["README.md", ".ci/run", "App/Shop.swift", "Templates/Plugin/plugin.py"] {
        #expect(tree[path]?.contains("# version \(version)\n") == true, "\(path)")
      }
    }
  }

  @Test func `names that a version has changed are replaced in code, and listed elsewhere`() throws
  {
    try fixture.generate("--app", "Shop", "../Shop")
    let module = "Modules/Products/Sources/Module/ProductsCommands.swift"
    try fixture.writeApp(
      """
      let a = PageList(list.pages, PageLists())  // a PageList
      let b = "\\(PageList.self)"
      func remake() { remake() }
      let c = Gone.member

      """, to: "App/Own.swift")
    try edit(module, "= [", "= PageList[", inApp: true)
    let list = "Templates/Generator/migrations.txt"
    try fixture.write(
      try fixture.read(list)
        + "PageList PagedList\nremake make\nGone.member - write 'Other.member'\n", to: list)
    let run = try fixture.generateInApp("--upgrade")
    #expect(run.code == 0)
    #expect(
      try fixture.readApp("App/Own.swift") == """
        let a = PagedList(list.pages, PageLists())  // a PageList
        let b = "\\(PageList.self)"
        func remake() { remake() }
        let c = Gone.member

        """)
    #expect(try fixture.readApp(module).contains("= PagedList["))
    #expect(
      run.errors == """
        generate.sh: 'PageList' is now 'PagedList'; edit these lines:
        App/Own.swift:1:let a = PagedList(list.pages, PageLists())  // a PageList
        App/Own.swift:2:let b = "\\(PageList.self)"
        'remake' is now 'make', but the app declares a name like that, too; edit these lines:
        App/Own.swift:3:func remake() { remake() }
        'Gone.member' has changed: write 'Other.member'; edit these lines:
        App/Own.swift:4:let c = Gone.member

        """)
    #expect(try fixture.generateInApp("--upgrade").errors.isEmpty)
  }

  @Test func `an app on a repository gets a version, a commit or the newest one`() throws {
    try inCheckout("git init -q . && git symbolic-ref HEAD refs/heads/main")
    func commit(_ version: String) throws {
      try fixture.write("\(version)\n", to: "Templates/App/Version.md")
      try inCheckout("git add -A && git commit -qm \(version) && git tag \(version)")
    }
    try commit("1.0.0")
    let url = "file://\(fixture.folder.path.replacing(" ", with: "%20"))"
    let created = try fixture.generate("--app", "Shop", "../Shop", "--url", url)
    #expect(created.code == 0, "\(created.errors)")
    try commit("v1.1.0")
    try commit("1.10.0")
    try commit("last")
    for (options, dependency, version) in [
      ([], "branch: \"main\"", "last"), (["--version", "1.1.0"], "exact: \"1.1.0\"", "v1.1.0"),
      ([], "exact: \"1.10.0\"", "1.10.0"), (["--revision", "last"], "revision: \"", "last"),
      (["--revision", "1.0.0"], "revision: \"", "1.0.0"), ([], "revision: \"", "last"),
    ] {
      let run = try GenerateFixture.run(["./generate.sh", "--upgrade"] + options, in: fixture.app)
      #expect(run.code == 0, "\(run.errors)")
      #expect(try fixture.readApp("Package.swift").contains("(url: \"\(url)\", \(dependency)"))
      #expect(try fixture.readApp("Version.md") == "\(version)\n")
    }
    let unknown = try fixture.generateInApp("--upgrade", "--version", "2.0.0")
    #expect(unknown.code == 2)
    #expect(unknown.errors == "generate.sh: '\(url)' has no version '2.0.0'\n")
  }

  @Test(arguments: [
    (["--upgrade", "x"], "unexpected argument 'x'"),
    (["--upgrade", "--force"], "'--upgrade' has no options but '--revision', '--version' and"),
    (["--upgrade", "--version", "1"], "this app depends on the folder '../a checkout', in"),
    (["--upgrade", "--version", "1", "--revision", "2"], "exclude each other"),
    (["--upgrade"], "has no file '.template', which is what '--app' wrote there"),
  ])
  func `an upgrade that is not possible writes nothing`(line: [String], reason: String) throws {
    try fixture.generate("--app", "Shop", "../Shop")
    if line == ["--upgrade"] {
      try FileManager.default.removeItem(at: fixture.app.appending(path: ".template"))
    }
    let before = try GenerateFixture.tree(of: fixture.app)
    let run = try GenerateFixture.run(["./generate.sh"] + line, in: fixture.app)
    #expect(run.code == 2)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(try GenerateFixture.tree(of: fixture.app) == before)
  }
}
