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

  private static let uncommitted = """
    generate.sh: the app has changes that are not committed; 'git diff' shows them among those of \
    the upgrade

    """

  private func commitApp() throws {
    let run = try GenerateFixture.run(["-ec", "git add -A && git commit -qm All"], in: fixture.app)
    #expect(run.code == 0, "\(run.errors)")
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
    let unresolved = try fixture.generate("--upgrade", "../Shop")
    #expect(unresolved.code == 1 && unresolved.output.isEmpty)
    #expect(unresolved.errors.hasSuffix("edit these files:\n  App/Shop.swift\n"))
    let dry = try fixture.generate("--upgrade", "../Shop", "--dry-run")
    #expect(dry.errors.contains("these files would have conflicts") && dry.code == 1)
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
      for path in ["README.md", ".ci/run", "App/Shop.swift", "Templates/Plugin/python/plugin.py"] {
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
    try commitApp()
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
    let left = """
      generate.sh: 'PageList' is now 'PagedList'; edit these lines:
      App/Own.swift:1:let a = PagedList(list.pages, PageLists())  // a PageList
      App/Own.swift:2:let b = "\\(PageList.self)"
      'remake' is now 'make', but the app declares a name like that, too; edit these lines:
      App/Own.swift:3:func remake() { remake() }

      """
    let byHand = """
      'Gone.member' has changed: write 'Other.member'; edit these lines:
      App/Own.swift:4:let c = Gone.member

      """
    #expect(run.errors == left + byHand)
    // What is left is named until it is edited, or the upgrade is committed.
    #expect(try fixture.generateInApp("--upgrade").errors == Self.uncommitted + left + byHand)
    try edit("App/Own.swift", "let c = Gone.member", "let c = Gone.member + 1", inApp: true)
    #expect(try fixture.generateInApp("--upgrade").errors == Self.uncommitted + left)
    try commitApp()
    #expect(try fixture.generateInApp("--upgrade").errors.isEmpty)
  }

  @Test func `a file that was deleted in the app stays deleted, which is said`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    try FileManager.default.removeItem(at: fixture.app.appending(path: "README.md"))
    try edit("Templates/App/README.md", "## Run and test", "## Run")
    let run = try fixture.generateInApp("--upgrade")
    #expect(run.code == 0 && run.plan == [".template": "update", "README.md": "skip"])
    #expect(
      run.errors == Self.uncommitted + """
        generate.sh: 'README.md' was deleted here and has changed in the template; it stays deleted

        """)
    #expect(run.output.hasSuffix("\n\nread  git diff\ntest  .ci/run\n"), "\(run.output)")
    #expect(try GenerateFixture.tree(of: fixture.app)["README.md"] == nil)
  }

  @Test func `an app on a repository gets a version, a commit or the newest one`() throws {
    try inCheckout("git init -q . && git symbolic-ref HEAD refs/heads/main")
    func commit(_ version: String) throws {
      try fixture.write("\(version)\n", to: "Templates/App/Version.md")
      try inCheckout("git add -A && git commit -qm \(version) && git tag \(version)")
    }
    try commit("first")
    let url = "file://\(fixture.folder.path.replacing(" ", with: "%20"))"
    let created = try fixture.generate("--app", "Shop", "../Shop", "--url", url)
    #expect(created.code == 0, "\(created.errors)")
    try commit("1.0.0")
    try commit("v1.1.0")
    try commit("1.10.0")
    try commit("2.0.0")
    var older = Substring()
    let steps: [([String], String, String, String)] = [
      ([], "branch: \"main\"", "2.0.0", ""),
      (
        ["--version", "1.1.0"], "exact: \"1.1.0\"", "v1.1.0", "is older than '2.0.0', which the app"
      ),
      (
        [], "exact: \"1.10.0\"", "1.10.0",
        "'1.10.0' was chosen, by what Package.swift names; '--ver"
      ),
      (["--revision", "2.0.0"], "revision: \"", "2.0.0", ""),
      (["--revision", "1.0.0"], "revision: \"", "1.0.0", "so this is a downgrade"),
      ([], "revision: \"", "2.0.0", ""),
    ]
    for (options, dependency, version, notice) in steps {
      let run = try GenerateFixture.run(["./generate.sh", "--upgrade"] + options, in: fixture.app)
      #expect(run.code == 0, "\(run.errors)")
      let name = version.trimmingPrefix("v")
      #expect(run.output.contains(" → \(name)\n") && run.output.hasPrefix("upgrade    \(older)"))
      #expect(run.output.hasSuffix("update && .ci/run\n"))
      #expect(run.errors.contains(notice) || notice.isEmpty, "\(run.errors)")
      #expect(run.errors.isEmpty == notice.isEmpty, "\(run.errors)")
      older = name
      try commitApp()
      #expect(try fixture.readApp("Package.swift").contains("(url: \"\(url)\", \(dependency)"))
      #expect(try fixture.readApp("Version.md") == "\(version)\n")
    }
    for (option, kind) in [("--version", "version"), ("--revision", "commit")] {
      let unknown = try fixture.generateInApp("--upgrade", option, "3.0.0")
      #expect(unknown.code == 2)
      #expect(unknown.errors == "generate.sh: '\(url)' has no \(kind) '3.0.0'\n")
    }
  }

  /// Runs `--upgrade` in the app with a `git` that runs a script before it compares folders, which it
  /// does after the app was copied.
  private func upgradeApp(during script: String) throws -> GenerateFixture.Run {
    try fixture.write(
      """
      #!/bin/bash
      case $* in *--no-index*) cd "$SHOP" && \(script) ;; esac
      PATH=/usr/bin:/bin exec git "$@"

      """, to: "tools/git")
    let tools = fixture.folder.appending(path: "tools").path
    try inCheckout("chmod +x tools/git")
    return try GenerateFixture.run(
      ["./generate.sh", "--upgrade"], in: fixture.app,
      environment: ["PATH": "\(tools):/usr/bin:/bin", "SHOP": fixture.app.path])
  }

  @Test func `a file that is written during an upgrade is kept`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    try edit("Templates/App/README.md", "## Run and test", "## Run")
    let own = try upgradeApp(during: "echo ours >App/Own.swift && echo '// ours' >>Package.swift")
    #expect(own.code == 0, "\(own.errors)")
    #expect(own.plan == [".template": "update", "README.md": "update"])
    #expect(try fixture.readApp("App/Own.swift") == "ours\n")
    #expect(try fixture.readApp("Package.swift").hasSuffix("// ours\n"))

    try edit("Templates/App/README.md", "## Run", "## Start")
    let before = try GenerateFixture.tree(of: fixture.app)
    let changed = try upgradeApp(during: "echo ours >README.md")
    #expect(changed.code == 1)
    #expect(
      changed.errors.contains("'README.md' was changed during the upgrade; run it again"),
      "\(changed.errors)")
    var after = try GenerateFixture.tree(of: fixture.app)
    #expect(after.updateValue(before["README.md"] ?? "", forKey: "README.md") == "ours\n")
    #expect(after == before)
  }

  @Test func `a folder that is a link is neither copied nor changed`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    try edit(Self.sample, "let", "public let")
    let products = fixture.app.appending(path: "Modules/Products")
    let shared = fixture.folder.deletingLastPathComponent().appending(path: "Shared")
    try FileManager.default.moveItem(at: products, to: shared)
    try FileManager.default.createSymbolicLink(at: products, withDestinationURL: shared)
    let before = try GenerateFixture.tree(of: shared)
    for options in [[], ["--dry-run"]] {
      let run = try GenerateFixture.run(["./generate.sh", "--upgrade"] + options, in: fixture.app)
      #expect(run.code == 1)
      #expect(run.errors.contains("'Modules/Products' is a link, through"), "\(run.errors)")
      #expect(try GenerateFixture.tree(of: shared) == before)
    }
  }

  @Test func `only folders whose files are removed disappear`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let kept = ["App/Images", "App/Web/Fonts", "Modules/Empty"]
    for path in kept {
      try FileManager.default.createDirectory(
        at: fixture.app.appending(path: path), withIntermediateDirectories: true)
    }
    try fixture.writeApp("", to: "App/Images/.DS_Store")
    try fixture.writeApp("", to: "App/Web/Fonts/a.ttf")
    try fixture.remove("Templates/App/App/Web")
    try fixture.remove("Templates/Plugin")
    #expect(try fixture.generateInApp("--upgrade").code == 0)
    let tree = try GenerateFixture.tree(of: fixture.app)
    #expect(tree["Templates/Plugin/"] == nil && tree["App/Web/style.css"] == nil)
    #expect(tree["App/Images/.DS_Store"] == "")
    for path in kept { #expect(tree["\(path)/"] == "", "\(path)") }
  }

  @Test(arguments: ["name ../../../x", "name Shop;", "feature ../x", "licence GPL", "name "])
  func `a record with a wrong name is damaged`(line: String) throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let key = line.prefix { $0 != " " }
    let text = try fixture.readApp(".template")
    let pattern = try Regex("(?m)^\(key) .*$")
    try fixture.writeApp(text.replacing(pattern, with: line, maxReplacements: 1), to: ".template")
    let run = try fixture.generateInApp("--upgrade")
    #expect(run.code == 1)
    #expect(
      run.errors == """
        generate.sh: '.template' is damaged; restore it from version control
        Nothing written.

        """)
  }

  @Test func `a checkout upgrades only an app on a repository to a version, which it must have`()
    throws
  {
    try inCheckout("git init -q . && git add -A && git commit -qm 1 && git tag 1.0.0")
    try inCheckout("git commit -q --allow-empty -m 2 && git tag 2.0.0")
    try fixture.generate("--app", "Shop", "../Shop")
    let folder = try fixture.generate("--upgrade", "../Shop", "--version", "2.0.0")
    #expect(folder.errors.contains("the app depends on the folder '../a checkout'"))
    let url = "https://example.org/h4.git"
    try fixture.generate("--app", "Pantry", "../Pantry", "--url", url, "--version", "1.0.0")
    let other = try fixture.generate("--upgrade", "../Pantry", "--version", "1.0.0")
    #expect(other.errors.contains("this checkout is not the version '1.0.0'"), "\(other.errors)")
    #expect(folder.code == 2 && other.code == 2)
    let run = try fixture.generate("--upgrade", "../Pantry", "--version", "2.0.0")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.plan == ["Package.swift": "update", ".template": "update"])
  }

  /// The requirement before, the options, the requirement after, and whether a newer version is named.
  @Test(arguments: [
    ("from: \"1.0.0\"", "", "from: \"1.10.0\"", true),
    (".upToNextMinor(from: \"1.0.0\")", "", ".upToNextMinor(from: \"1.0.5\")", true),
    (".upToNextMajor(from: \"3.0.0\")", "", ".upToNextMajor(from: \"3.0.0\")", false),
    ("\"1.0.0\"..<\"3.0.0\"", "", "\"2.0.0\"..<\"3.0.0\"", true),
    ("\"1.0.0\"...\"1.2.0\"", "version=3.0.0", "exact: \"3.0.0\"", false),
    ("exact: \"1.0.0\", traits: []", "", "exact: \"1.10.0\", traits: []", true),
    ("from: \"1.0.0\"", "version=3.0.0", "from: \"3.0.0\"", false),
    ("branch: \"main\"", "version=3.0.0", "exact: \"3.0.0\"", false),
    (".upToNextMinor(from: \"1.0.0\")", "revision=1a", "revision: \"1a\"", false),
  ])
  func `a requirement keeps its form and its range`(
    before: String, option: String, after: String, hasNewer: Bool
  ) throws {
    let script = """
      upgraded() { arguments='url: "u", '$1 awk -v "$2" -f Templates/Generator/requirement.awk; }
      tags=$(printf '%s\n' other 1.0.0 v1.0.5 1.2.0 1.10.0 2.0.0 3.0.0)
      option=$2
      if [ -z "$option" ]; then
        read -r version newest < <(upgraded "$1" none= <<<"$tags")
        option=version=$version
        [ "$version" = "$newest" ] || echo newer
      fi
      upgraded "$1" "$option" </dev/null
      """
    let run = try GenerateFixture.run(["-ec", script, "-", before, option], in: fixture.folder)
    #expect(run.output == "\(hasNewer ? "newer\n" : "")url: \"u\", \(after)")
  }

  @Test func `the dependency is found by its name, wrapped or after another one`() throws {
    let url = "https://example.org/h4.git"
    try inCheckout("git init -q . && git add -A && git commit -qm 1 && git tag 1.2.0")
    try fixture.generate("--app", "Shop", "../Shop", "--url", url, "--version", "1.0.0")
    let line = "    .package(url: \"\(url)\", exact: \"1.0.0\")\n"
    let other = "    .package(url: \"https://example.org/other\", from: \"5.0.0\"),\n"
    let wrapped = "    .package(\n      url: \"\(url)\",\n      exact: \"1.0.0\"\n    )\n"
    let created = try fixture.readApp("Package.swift")
    #expect(created.contains(line))
    for entries in [other + line, wrapped] {
      try fixture.writeApp(created.replacing(line, with: entries), to: "Package.swift")
      let run = try fixture.generate("--upgrade", "../Shop", "--version", "1.2.0")
      #expect(run.code == 0, "\(run.errors)")
      #expect(
        try fixture.readApp("Package.swift")
          == created.replacing(line, with: entries.replacing("1.0.0", with: "1.2.0")))
      _ = try GenerateFixture.run(["-ec", "git checkout -q ."], in: fixture.app)
    }
    for (entries, count) in [
      (other, "no"), (line.replacing(")\n", with: "),\n") + line, "several"),
    ] {
      try fixture.writeApp(created.replacing(line, with: entries), to: "Package.swift")
      #expect(
        try fixture.generateInApp("--upgrade").errors == """
          generate.sh: Package.swift has \(count) '.package(…)' with the name 'h4', which \
          '.product(…)' has

          """)
    }
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
