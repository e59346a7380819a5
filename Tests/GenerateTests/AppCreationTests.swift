import Foundation
import TestSupport
import Testing

/// How `generate.sh --app` creates an app beside the checkout.
@Suite(.blocking) struct AppCreationTests {
  private let fixture: GenerateFixture

  init() throws { fixture = try GenerateFixture() }

  @Test func `an app has the files of a package and a first feature, and its own name`() throws {
    let before = try fixture.tree
    let run = try fixture.generate("--app", "Shop", "../Shop")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(run.output.hasSuffix("run   swift run shop\ntest  swift test\nread  cat README.md\n"))
    #expect(try fixture.tree == before)
    #expect(try fixture.siblings == ["Shop", "a checkout"])

    let tree = try GenerateFixture.tree(of: fixture.app)
    let files = Set(tree.keys.filter { !$0.hasSuffix("/") })
    #expect(run.plan == Dictionary(uniqueKeysWithValues: files.map { ("../Shop/\($0)", "create") }))
    #expect(
      Set(files.compactMap { $0.split(separator: "/").first }) == [
        ".ci", ".gitattributes", ".github", ".gitignore", ".swift-format", ".template", "App",
        "Modules", "Package.swift", "README.md", "Templates", "Tests", "generate.sh",
      ])
    #expect(files.isSuperset(of: ["App/Shop.swift", "Modules/Products/.template"]))
    let copies = #/generate.sh|\.template|Templates/(reserved.txt|Generator/.*)/#
    for (path, text) in tree where path.wholeMatch(of: copies) == nil {
      #expect(!(path + text).contains(#/(?i)my-?_?app|metro/#), "\(path)")
    }
    #expect(
      try fixture.readApp("Package.swift").contains(
        """
        let features: [[Target]] = [  // sorted; kept by generate.sh
          .feature("Products", dependencies: ["Network"], kits: ["Scenes"])
        ]

        """))
    #expect(
      try fixture.readApp("App/AppModules.swift")
        .contains("    NetworkModule.self,\n    ProductsModule.self,\n  ]\n"))
    #expect(try fixture.readApp("README.md").contains("The package is at `../a checkout`."))
    #expect(try fixture.readApp("README.md").split(separator: "\n").count < 75)
    #expect(try fixture.readApp(".gitignore") == ".build/\n*.xcodeproj\n.swiftpm/\n.DS_Store\n")
    for script in ["generate.sh", ".ci/run"] {
      #expect(
        FileManager.default.isExecutableFile(atPath: fixture.app.appending(path: script).path))
    }
  }

  @Test func `the app's own generate.sh creates and removes features, but no apps`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let before = try GenerateFixture.tree(of: fixture.app)
    let run = try fixture.generateInApp("Wishlist")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("\nrun   swift run shop wishlist\n"))
    #expect(
      try fixture.readApp("Modules/Wishlist/Sources/API/WishlistSample.swift").contains(
        "shop://wishlist"))
    #expect(try fixture.generateInApp("Products").plan.values.allSatisfy { $0 == "identical" })
    #expect(try fixture.generateInApp("--remove", "Wishlist").code == 0)
    #expect(try GenerateFixture.tree(of: fixture.app) == before)

    let nested = try fixture.generateInApp("--app", "Other", "../Other")
    #expect(nested.code == 2)
    #expect(
      nested.errors == """
        generate.sh: this package is an app, which cannot create apps; run 'generate.sh' in the \
        package '../a checkout'

        """)
    #expect(try fixture.generateInApp("Todo", "--url", "x").errors == nested.errors)
    #expect(try fixture.siblings == ["Shop", "a checkout"])
    let help = try fixture.generateInApp("--help")
    #expect(help.output.contains("--remove"))
    #expect(help.output.contains("./generate.sh --upgrade [--revision ID | --version V]"))
    #expect(!help.output.contains(#/--app|--url|--licence|\[APP\]|\.\.\/Shop/#))
  }

  @Test func `a feature of an app can use a kit that no other feature of it uses`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let run = try fixture.generateInApp("Wishlist", "--needs", "Channel")
    #expect(run.code == 0, "\(run.errors)")
    let package = try fixture.readApp("Package.swift")
    let entry = #"("Wishlist", dependencies: ["Network"], kits: ["Channel", "Scenes"])"#
    #expect(package.contains(entry), "\(package)")
  }

  @Test func `a feature can be added to an app without the folder Modules`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    #expect(try fixture.generateInApp("--remove", "Products").code == 0)
    try FileManager.default.removeItem(at: fixture.app.appending(path: "Modules"))
    let run = try fixture.generateInApp("Wishlist")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    #expect(try fixture.readApp("Modules/Wishlist/.template").hasPrefix("List\n"))
  }

  @Test(arguments: [("MIT", "MIT License"), ("Apache-2.0", "Apache License"), ("none", nil)])
  func `an app has a licence, and no word of another first feature`(licence: String, title: String?)
    throws
  {
    let run = try fixture.generate(
      "--app", "Pantry", "../Shop", "--feature", "DryGoods", "--licence", licence)
    #expect(run.code == 0, "\(run.errors)")
    let tree = try GenerateFixture.tree(of: fixture.app)
    #expect(tree["LICENSE"]?.contains(title ?? "") ?? (title == nil))
    #expect(tree["LICENSE"]?.contains("Copyright [") != true)
    #expect(tree["README.md"]?.contains("LICENSE") == true)
    let copies = #/generate.sh|.*\.template|Templates/.*/#
    for (path, text) in tree where path.wholeMatch(of: copies) == nil {
      #expect(!text.replacing("  products: ", with: "").contains(#/(?i)products/#), "\(path)")
    }
    #expect(tree["App/Pantry.swift"]?.contains("\"dry-goods --page 2\"") == true)
    #expect(tree["Package.swift"]?.contains(".feature(\"DryGoods\"") == true)
  }

  @Test func `the name of the first feature is checked as in the app`() throws {
    #expect(try fixture.generate("--app", "Shop", "../Shop", "--feature", "News").code == 2)
    for (name, reason) in [
      ("shop", "must begin with a capital letter; try 'Shop"), ("HostKit", "is a module or type"),
    ] {
      let run = try fixture.generate("--app", "Shop", "../Shop", "--feature", name)
      #expect(run.code == 2)
      #expect(run.errors.contains(reason), "\(run.errors)")
      #expect(try fixture.siblings == ["a checkout"])
    }
  }

  @Test(
    .enabled(if: GenerateFixture.hasGit),
    arguments: [("", "Create Shop\n"), ("GIT_AUTHOR_NAME", ""), (".git", "")])
  func `an app is a repository with a commit, unless git knows no user or it is in another one`(
    missing: String, log: String
  ) throws {
    if missing == ".git" {
      _ = try GenerateFixture.run(["-c", "git init -q .."], in: fixture.folder)
    }
    let environment = missing.isEmpty ? [:] : [missing: "", "GIT_COMMITTER_NAME": ""]
    let run = try GenerateFixture.run(
      ["./generate.sh", "--app", "Shop", "../Shop"], in: fixture.folder, environment: environment)
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.output.contains("git commit --message 'Create Shop'") == missing.hasPrefix("GIT"))
    let git = "git log --format=%s 2>/dev/null; git status --porcelain"
    let status = try GenerateFixture.run(["-c", git], in: fixture.app).output
    if missing.isEmpty { #expect(status == log) }
    #expect(
      FileManager.default.fileExists(atPath: fixture.app.appending(path: ".git").path)
        == (missing != ".git"))
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
    for (path, text) in try GenerateFixture.tree(of: fixture.app) where path.hasSuffix(".swift") {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(path)")
    }
  }

  @Test func `an app of several words has one name for each purpose`() throws {
    let run = try fixture.generate("--app", "BookShop", "../Shop")
    #expect(run.output.contains("\nrun   swift run book-shop\n"))
    #expect(try fixture.readApp("App/BookShop.swift").contains("name: \"book-shop\""))
    #expect(try fixture.readApp("README.md").contains("BOOK_SHOP_WISHLIST_URL"))
    #expect(try fixture.generateInApp("Todo").output.contains("\nrun   swift run book-shop todo\n"))
  }

  @Test(arguments: [
    ("9shop", "must begin with a capital letter", "Shop"),
    ("shop", "must begin with a capital letter", "Shop"),
    ("Shop!", "must consist of ASCII letters and digits", "Shop"),
    ("", "'' is not a name", "CityNews"),
    ("Store", "is already a name in Package.swift", "StoreApp"),
    ("News", "is already a name in Package.swift", "NewsApp"),
    ("Metro", "is already a name in Package.swift", "MetroApp"),
    ("Products", "is the first feature of the app", "ProductsApp"),
    ("Swift", "is a module or type of Swift", "SwiftApp"),
    ("Foundation", "is a module or type of Swift", "FoundationApp"),
    ("CommandLineApp", "would declare a type that already exists", "CommandLineAppApp"),
    ("AppModules", "is the name of a file in each app", "AppModulesApp"),
    ("APPMODULES", "is the name of a file in each app", "APPMODULESApp"),
    ("Main", "is the name of the file at which Swift programs begin", "MainApp"),
    ("Doctor", "", ""), ("Journey", "", ""), ("Metropolis", "", ""),
  ])
  func `the name of an app is checked as that of a feature, but not against other features`(
    name: String, reason: String, suggestion: String
  ) throws {
    let run = try GenerateFixture.run(
      ["./generate.sh", "--app", name, fixture.app.path, "--dry-run"],
      in: GenerateFixture.package)
    #expect(run.code == (reason.isEmpty ? 0 : 2), "\(run.errors)")
    #expect(reason.isEmpty || run.errors.contains(reason), "\(run.errors)")
    #expect(reason.isEmpty || run.errors.hasSuffix("; try '\(suggestion)'\n"), "\(run.errors)")
  }

  @Test func `the names that Interchange uses are reserved in an app`() throws {
    let run = try GenerateFixture.run(
      ["./generate.sh", "--app", "Shop", fixture.app.path], in: GenerateFixture.package)
    #expect(run.code == 0, "\(run.errors)")
    for (name, reason) in [
      ("HostKit", "is a module or type"), ("News", "is a module or type"),
      ("Command", "is a module or type"), ("List", "would declare a type"),
      ("Doctor", "would add a command that every app has"),
      ("Shop", "is already a name in Package.swift"),
      ("Products2", nil), ("Wishlist", nil), ("Journey", nil), ("Browse", nil),
    ] {
      let run = try fixture.generateInApp(name, "--dry-run")
      #expect(run.code == (reason == nil ? 0 : 2), "\(name): \(run.errors)")
      #expect(reason.map { run.errors.contains($0) } ?? true, "\(run.errors)")
    }
    #expect(try !fixture.readApp("Templates/reserved.txt").contains(#/(?m)^ |[^\w ,.:\n]/#))
  }

  @Test(arguments: [
    ([], #".package(name: "Interchange", path: "../a checkout")"#, "Interchange"),
    (
      ["--url", "https://example.org/interchange.git"],
      #".package(url: "https://example.org/interchange.git", branch: "main")"#, "interchange"
    ),
    (
      ["--url", "https://example.org/interchange.git", "--version", "1.2.0"],
      #".package(url: "https://example.org/interchange.git", exact: "1.2.0")"#, "interchange"
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
    let manifest = try fixture.readApp("Package.swift")
    #expect(manifest.contains("\n    \(dependency)\n"), "\(manifest)")
    #expect(manifest.contains("return .product(name: name, package: \"\(package)\")\n"))
    let location = options.isEmpty ? "../a checkout" : options[1]
    #expect(try fixture.readApp("README.md").contains("The package is at `\(location)`."))
  }

  @Test(
    .enabled(if: GenerateFixture.hasGit),
    arguments: [
      ("0.3.0", #"from: "0.3.0""#), ("v1.10.0", #"from: "1.10.0""#), ("next", #"branch: "main""#),
    ])
  func `an app of a checkout with a version depends on that version`(
    tag: String, requirement: String
  ) throws {
    let git = "git init -q && git add -A && git commit -qm x && git tag \(tag)"
    #expect(try GenerateFixture.run(["-c", git], in: fixture.folder).code == 0)
    let url = "https://example.org/interchange"
    let line = ["./generate.sh", "--app", "Shop", "../Shop", "--url", url]
    let run = try GenerateFixture.run(line, in: fixture.folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      try fixture.readApp("Package.swift").contains(".package(url: \"\(url)\", \(requirement))"))
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
    (["--app", "Shop", "../Shop", "--revision", "1"], "'--revision' and '--version' need '--url'"),
    (["--app", "Shop", "../Shop", "--licence", "GPL"], "the licences are MIT, Apache-2.0 and"),
    (["--app", "Shop", "../Shop", "--feature", "Shop"], "is the first feature of the app"),
    (["Todo", "--licence", "MIT"], "need '--app'"),
    (["Todo", "--url", "https://example.org"], "'--licence' need '--app'"),
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
