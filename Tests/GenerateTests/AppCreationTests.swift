import Foundation
import TestSupport
import Testing

/// How `generate.sh --app` creates an app beside the checkout.
@Suite(.blocking) struct AppCreationTests {
  private let fixture: GenerateFixture
  private var app: URL { fixture.folder.deletingLastPathComponent().appending(path: "Shop") }

  init() throws { fixture = try GenerateFixture() }

  private func readApp(_ path: String) throws -> String {
    try String(contentsOf: app.appending(path: path), encoding: .utf8)
  }

  private func generateInApp(_ line: String...) throws -> GenerateFixture.Run {
    try GenerateFixture.run(["./generate.sh"] + line, in: app)
  }

  @Test func `an app has the files of a package and a first feature, and its own name`() throws {
    let before = try fixture.tree
    let run = try fixture.generate("--app", "Shop", "../Shop")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(run.output.hasSuffix("run   swift run shop\ntest  swift test\nread  cat README.md\n"))
    #expect(try fixture.tree == before)
    #expect(try fixture.siblings == ["Shop", "a checkout"])

    let tree = try GenerateFixture.tree(of: app)
    let files = Set(tree.keys.filter { !$0.hasSuffix("/") })
    #expect(run.plan == Dictionary(uniqueKeysWithValues: files.map { ("../Shop/\($0)", "create") }))
    #expect(
      Set(files.compactMap { $0.split(separator: "/").first }) == [
        ".ci", ".gitignore", ".swift-format", "App", "Modules", "Package.swift", "README.md",
        "Templates", "Tests", "generate.sh",
      ])
    #expect(files.isSuperset(of: ["App/Shop.swift", "Modules/Products/.template"]))
    for (path, text) in tree where !["generate.sh", "Templates/reserved.txt"].contains(path) {
      #expect(!(path + text).contains(#/(?i)my-?_?app|metro/#), "\(path)")
    }
    #expect(
      try readApp("Package.swift").contains(
        """
        let features: [[Target]] = [  // sorted; kept by generate.sh
          .feature("Products", dependencies: ["Network"], kits: ["Scenes"])
        ]

        """))
    #expect(
      try readApp("App/AppModules.swift")
        .contains("    NetworkModule.self,\n    ProductsModule.self,\n  ]\n"))
    #expect(try readApp("README.md").contains("The package is at `../a checkout`."))
    #expect(try readApp("README.md").split(separator: "\n").count < 70)
    #expect(try readApp(".gitignore") == ".build/\n*.xcodeproj\n.swiftpm/\n.DS_Store\n")
    for script in ["generate.sh", ".ci/run"] {
      #expect(FileManager.default.isExecutableFile(atPath: app.appending(path: script).path))
    }
  }

  @Test func `the app's own generate.sh creates and removes features, but no apps`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let before = try GenerateFixture.tree(of: app)
    let run = try generateInApp("Wishlist")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("\nrun   swift run shop wishlist\n"))
    #expect(
      try readApp("Modules/Wishlist/Sources/API/WishlistSample.swift").contains("shop://wishlist"))
    #expect(try generateInApp("Products").plan.values.allSatisfy { $0 == "identical" })
    #expect(try generateInApp("--remove", "Wishlist").code == 0)
    #expect(try GenerateFixture.tree(of: app) == before)

    let nested = try generateInApp("--app", "Other", "../Other")
    #expect(nested.code == 2)
    #expect(
      nested.errors == """
        generate.sh: this package is an app, which cannot create apps; run 'generate.sh' in the \
        package '../a checkout'

        """)
    #expect(try generateInApp("Todo", "--url", "x").errors == nested.errors)
    #expect(try fixture.siblings == ["Shop", "a checkout"])
    let help = try generateInApp("--help")
    #expect(help.output.contains("--remove"))
    #expect(!help.output.contains(#/--app|--url|--revision/#))
  }

  @Test func `a feature can be added to an app without the folder Modules`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    #expect(try generateInApp("--remove", "Products").code == 0)
    try FileManager.default.removeItem(at: app.appending(path: "Modules"))
    let run = try generateInApp("Wishlist")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(try readApp("Modules/Wishlist/.template").hasPrefix("List\n"))
  }

  @Test func `a dry run lists the files of an app, and writes nothing`() throws {
    let dry = try fixture.generate("--app", "Shop", "../Shop", "--dry-run")
    #expect(dry.code == 0, "\(dry.errors)")
    #expect(dry.output.hasSuffix("\nNothing written: this is a dry run.\n"))
    #expect(try fixture.siblings == ["a checkout"])
    #expect(try fixture.generate("--app", "Shop", "../Shop").plan == dry.plan)
  }

  @Test func `the lines of an app with the longest name follow the format`() throws {
    try fixture.generate("--app", "AbcdefghijAbcdefghijAbcde", "../Shop")
    for (path, text) in try GenerateFixture.tree(of: app) where path.hasSuffix(".swift") {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(path)")
    }
  }

  @Test func `an app of several words has one name for each purpose`() throws {
    let run = try fixture.generate("--app", "BookShop", "../Shop")
    #expect(run.output.contains("\nrun   swift run book-shop\n"))
    #expect(try readApp("App/BookShop.swift").contains("name: \"book-shop\""))
    #expect(try readApp("README.md").contains("BOOK_SHOP_PRODUCTS_URL"))
    #expect(try generateInApp("Todo").output.contains("\nrun   swift run book-shop todo\n"))
  }

  @Test(arguments: [
    ("9shop", "must begin with a capital letter", "Shop"),
    ("shop", "must begin with a capital letter", "Shop"),
    ("Shop!", "must consist of ASCII letters and digits", "Shop"),
    ("", "'' is not a name", "CityNews"),
    ("Store", "is already a name in Package.swift", "StoreList"),
    ("News", "is already a name in Package.swift", "NewsList"),
    ("Metro", "is already a name in Package.swift", "MetroList"),
    ("Products", "is the first feature of each app", "ProductsList"),
    ("Foundation", "is a module or type of Swift", "FoundationList"),
    ("CommandLineApp", "would declare a type that already exists", "CommandLineAppList"),
    ("AppModules", "is the name of a file in each app", "AppModulesList"),
    ("APPMODULES", "is the name of a file in each app", "APPMODULESList"),
    ("Main", "is the name of the file at which Swift programs begin", "MainList"),
    ("Doctor", "", ""), ("Journey", "", ""), ("Metropolis", "", ""),
  ])
  func `the name of an app is checked as that of a feature, but not against other features`(
    name: String, reason: String, suggestion: String
  ) throws {
    let folder = fixture.folder.deletingLastPathComponent().appending(path: "Shop").path
    let run = try GenerateFixture.run(
      ["./generate.sh", "--app", name, folder, "--dry-run"], in: GenerateFixture.package)
    #expect(run.code == (reason.isEmpty ? 0 : 2), "\(run.errors)")
    #expect(reason.isEmpty || run.errors.contains(reason), "\(run.errors)")
    #expect(reason.isEmpty || run.errors.hasSuffix("; try '\(suggestion)'\n"), "\(run.errors)")
  }

  @Test func `the names that Interchange uses are reserved in an app`() throws {
    let run = try GenerateFixture.run(
      ["./generate.sh", "--app", "Shop", app.path], in: GenerateFixture.package)
    #expect(run.code == 0, "\(run.errors)")
    for (name, reason) in [
      ("HostKit", "is a module or type"), ("News", "is a module or type"),
      ("Command", "is a module or type"), ("List", "would declare a type"),
      ("Doctor", "would add a command that every app has"),
      ("Shop", "is already a name in Package.swift"),
      ("Products2", nil), ("Wishlist", nil), ("Journey", nil), ("Browse", nil),
    ] {
      let run = try generateInApp(name, "--dry-run")
      #expect(run.code == (reason == nil ? 0 : 2), "\(name): \(run.errors)")
      #expect(reason.map { run.errors.contains($0) } ?? true, "\(run.errors)")
    }
    #expect(try !readApp("Templates/reserved.txt").contains(#/(?m)^ |[^\w ,.:\n]/#))
  }

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

  @Test(arguments: [
    ([], #".package(name: "Interchange", path: "../a checkout")"#, "Interchange"),
    (
      ["--url", "https://example.org/interchange.git"],
      #".package(url: "https://example.org/interchange.git", branch: "main")"#, "interchange"
    ),
    (
      ["--url", "git@example.org:fork", "--revision", "0123abc"],
      #".package(url: "git@example.org:fork", revision: "0123abc")"#, "fork"
    ),
    (
      ["--url", #"https://example.org/a"b"\(c)&d/"#, "--revision", #"v"1\"#],
      #".package(url: "https://example.org/a\"b\"\\(c)&d/", revision: "v\"1\\")"#,
      #"a\"b\"\\(c)&d"#
    ),
  ])
  func `an app depends on the checkout, or on a repository`(
    options: [String], dependency: String, package: String
  ) throws {
    let line = ["./generate.sh", "--app", "Shop", "../Shop"] + options
    let run = try GenerateFixture.run(line, in: fixture.folder)
    #expect(run.code == 0, "\(run.errors)")
    let manifest = try readApp("Package.swift")
    #expect(manifest.contains("\n    \(dependency)\n"), "\(manifest)")
    #expect(manifest.contains("return .product(name: name, package: \"\(package)\")\n"))
    let location = options.isEmpty ? "../a checkout" : options[1]
    #expect(try readApp("README.md").contains("The package is at `\(location)`."))
  }

  @Test(arguments: [
    "example.org/interchange", "../interchange", "https://", "git@example.org", "a b",
    "https://example.org/a b", "https://example.org/a\nb", "https://example.org/a\u{1B}[2Jb",
  ])
  func `text that is not the address of a repository is rejected`(url: String) throws {
    let run = try fixture.generate("--app", "Shop", "../Shop", "--url", url)
    #expect(run.code == 2)
    #expect(run.errors.contains("' is not the address of a repository; expected one such as"))
    #expect(!run.errors.contains("\u{1B}"))
    #expect(try fixture.siblings == ["a checkout"])
  }

  @Test func `an app and a folder that appears meanwhile are not mixed`() throws {
    let mv = fixture.folder.deletingLastPathComponent().appending(path: "tools/mv")
    try FileManager.default.createDirectory(
      at: mv.deletingLastPathComponent(), withIntermediateDirectories: false)
    try """
    #!/bin/sh
    [ "$2" != '\(app.path)' ] || { mkdir "$2" && echo other >"$2/README.md"; }
    PATH=/usr/bin:/bin exec mv "$@"
    """.write(to: mv, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: mv.path)
    let tools = mv.deletingLastPathComponent().path
    let run = try fixture.generate(
      "--app", "Shop", app.path, environment: ["PATH": "\(tools):/usr/bin:/bin"])
    #expect(run.code == 1)
    #expect(run.errors.contains("was created by another process at the same time\n"))
    #expect(run.errors.hasSuffix("\nNothing written.\n"))
    #expect(try GenerateFixture.tree(of: app) == ["README.md": "other\n"])
    #expect(try fixture.siblings == ["Shop", "a checkout", "tools"])
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

  @Test func `the folder may be given from any folder, and its path may be absolute`() throws {
    let script = fixture.folder.appending(path: "generate.sh").path
    let parent = fixture.folder.deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: parent.appending(path: "apps"), withIntermediateDirectories: false)
    let run = try GenerateFixture.run(
      [script, "--app", "Shop", "../Shop///"], in: parent.appending(path: "apps"))
    #expect(run.code == 0, "\(run.errors)")
    #expect(try readApp("Package.swift").contains("path: \"../a checkout\""))
    let absolute = try fixture.generate("--app", "Shop", parent.path + "/apps/Shop")
    #expect(absolute.code == 0, "\(absolute.errors)")
    let manifest = try String(
      contentsOf: parent.appending(path: "apps/Shop/Package.swift"), encoding: .utf8)
    #expect(manifest.contains("path: \"../../a checkout\""))
  }

  @Test(arguments: [
    (["--app"], "'--app' needs a name and a folder; for example"),
    (["--app", "Shop"], "'--app' needs a name and a folder; for example"),
    (["--app", "Shop", "../Shop", "../More"], "'--app' needs a name and a folder; for example"),
    (["--app", "Shop", "../Shop", "--remove"], "'--app' and '--remove' exclude each other"),
    (["--app", "Shop", "../Shop", "--url", "--dry-run"], "'--url' needs a value"),
    (["--app", "Shop", "../Shop", "--revision", "-h"], "'--revision' needs a value"),
    (["--app", "Shop", "../Shop", "--force"], "'--force' is not for '--app'"),
    (["--app", "Shop", "../Shop", "--url"], "'--url' needs a value"),
    (["--app", "Shop", "../Shop", "--url", ""], "'--url' needs a value"),
    (["--app", "Shop", "../Shop", "--revision", "1"], "'--revision' needs '--url'"),
    (["Todo", "--url", "https://example.org"], "'--url' and '--revision' need '--app'"),
  ])
  func `a wrong command line writes nothing`(line: [String], reason: String) throws {
    let before = try fixture.tree
    let run = try GenerateFixture.run(["./generate.sh"] + line, in: fixture.folder)
    #expect(run.code == 2)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try fixture.tree == before)
    #expect(try fixture.siblings == ["a checkout"])
  }
}
