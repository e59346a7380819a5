import Foundation
import TestSupport
import Testing

/// How `generate.sh --template Plugin` creates a plug-in beside the checkout.
@Suite(.blocking) struct PluginTests {
  /// The files of a plug-in in Python.
  private static let files = [
    "README.md", "cases.json", "plugin.json", "plugin.py", "test_plugin.py",
  ]

  private let fixture: GenerateFixture
  private var parent: URL { fixture.folder.deletingLastPathComponent() }

  init() throws { fixture = try GenerateFixture() }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: parent.appending(path: path), encoding: .utf8)
  }

  @Test func `a plug-in has its name, and the checkout does not change`() throws {
    let before = try fixture.tree
    let run = try fixture.generate("--template", "Plugin", "BusTimes")
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    let created = Self.files.map { ("../bus-times/\($0)", "create") }
    #expect(run.plan == Dictionary(uniqueKeysWithValues: created))
    #expect(
      run.output.hasSuffix(
        """

        test  python3 ../bus-times/test_plugin.py
        dev   swift run metro plugins dev ../bus-times -- bus-times
        add   swift run metro plugins add ../bus-times
        trust swift run metro plugins trust bus-times
        run   swift run metro bus-times
        read  cat ../bus-times/README.md

        """))
    #expect(try fixture.tree == before)
    #expect(try fixture.siblings == ["a checkout", "bus-times"])
    let tree = try GenerateFixture.tree(of: parent.appending(path: "bus-times"))
    #expect(tree.keys.sorted() == Self.files)
    for (path, text) in tree { #expect(!text.contains(#/(?i)my-?plugin/#), "\(path)") }
    #expect(tree["plugin.json"]?.contains(#""name": "bus-times""#) == true)
    #expect(tree["test_plugin.py"]?.contains("class BusTimesTests") == true)
    for path in ["plugin.py", "test_plugin.py"] {
      let file = parent.appending(path: "bus-times/\(path)").path
      #expect(FileManager.default.isExecutableFile(atPath: file))
    }
  }

  /// Runs a program that the app does not need, and that this machine may lack.
  private static func run(_ line: String, in folder: URL) throws -> GenerateFixture.Run {
    try GenerateFixture.run(
      ["-c", "exec \(line)"], in: folder, environment: ProcessInfo.processInfo.environment)
  }

  private static func has(_ program: String) -> Bool {
    (try? run("\(program) --version", in: URL(filePath: "/")))?.code == 0
  }

  private static let languages = [
    ("python", "python3 test_plugin.py", "OK\n"), ("bash", "bash test_plugin.sh", "0 of 10 tests"),
    ("js", "node --test test_plugin.mjs", "# fail 0"),
  ].filter { has(String($0.1.prefix { $0 != " " })) }

  @Test(arguments: languages)
  func `the tests of a new plug-in pass in each language`(
    language: String, line: String, result: String
  ) throws {
    let run = try fixture.generate("--template", "Plugin", "Weather", "--language", language)
    #expect(run.output.contains("\ntest  \(line.replacing("test_", with: "../weather/test_"))\n"))
    let folder = parent.appending(path: "weather")
    let tests = try Self.run(line, in: folder)
    #expect(tests.code == 0 && (tests.output + tests.errors).contains(result), "\(tests)")
    let tree = try GenerateFixture.tree(of: folder)
    let program = try #require(tree.keys.first { $0.hasPrefix("plugin.") && $0 != "plugin.json" })
    #expect(tree["plugin.json"]?.contains(#""command": ["./\#(program)"]"#) == true)
    #expect(
      FileManager.default.isExecutableFile(atPath: folder.appending(path: program).path))
    for (path, text) in tree {
      #expect(!text.contains(#/(?i)my-?(plugin|program|tests?|needs|feature)/#), "\(path)")
    }
    #expect(tree["README.md"]?.contains("\n\(line)\n") == true)
  }

  /// Creates an app whose feature has a remote list.
  private func createApp() throws {
    try fixture.write(
      "let list = Action<Empty, [Int]>(Headline.self, \"list\", .reads, .remote)\n",
      to: "Templates/List/Interface/Headline.swift")
    try fixture.generate("--app", "Shop", "../Shop")
  }

  @Test func `a plug-in of another app calls that app`() throws {
    try createApp()
    let run = try GenerateFixture.run(
      ["./generate.sh", "--template", "Plugin", "Weather"], in: parent.appending(path: "Shop"))
    #expect(run.output.contains("run   swift run shop weather\n"), "\(run.errors)")
    #expect(try read("weather/plugin.json").contains(#""calls": ["products/list"]"#))
    #expect(try read("weather/plugin.py").contains("SHOP_HOST_FD"))
    for file in Self.files {
      #expect(!(try read("weather/\(file)").contains(#/(?i)metro|my-?(app|feature)/#)), "\(file)")
    }
  }

  @Test func `a plug-in calls the first remote action that lists something`() throws {
    for (feature, exposure) in [
      ("Share", ".reads, .remote"), ("BusTimes", ".reads, .remote"), ("Area", ".reads"),
    ] {
      try fixture.write(
        "let list = Action<Empty, [Int]>(\n  \(feature).self, \"list\", \(exposure))\n",
        to: "Modules/\(feature)/Interface/\(feature).swift")
    }
    try fixture.generate("--template", "Plugin", "Weather")
    #expect(try read("weather/plugin.json").contains(#""calls": ["bus-times/list"]"#))
    let readme = try read("weather/README.md")
    #expect(readme.contains("\nmetro weather ask bus-times/list\n"))
    #expect(
      readme.contains("\nThe last line shows what the action bus-times/list of metro answers"))
  }

  @Test func `where no action lists something, a plug-in calls none`() throws {
    try createApp()
    #expect(try fixture.generateInApp("--remove", "Products").code == 0)
    #expect(try fixture.generateInApp("--template", "Plugin", "Weather").code == 0)
    #expect(try read("weather/plugin.json").contains(#""calls": [],"#))
    for file in Self.files {
      #expect(
        !(try read("weather/\(file)").contains(#/products|feature|ask \w|last line/#)), "\(file)")
    }
  }

  @Test func `the folder may be given, from any folder`() throws {
    let script = fixture.folder.appending(path: "generate.sh").path
    let run = try GenerateFixture.run(
      [script, "Weather", "it's new", "--template", "Plugin"], in: parent)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("\n      cd '\(fixture.folder.path)'\n"), "\(run.output)")
    #expect(run.output.contains("plugins add '\(parent.path)/it'\\''s new'\n"), "\(run.output)")
    #expect(try read("it's new/plugin.json").contains(#""name": "weather""#))
    let other = try GenerateFixture.run([script, "Weather", "--template", "Plugin"], in: parent)
    #expect(other.output.contains("create     \(parent.path)/weather/plugin.py\n"), "\(other)")
  }

  @Test func `a dry run writes nothing`() throws {
    let run = try fixture.generate("--template", "Plugin", "Weather", "--dry-run")
    #expect(run.code == 0)
    #expect(run.plan.keys.sorted() == Self.files.map { "../weather/\($0)" })
    #expect(run.output.hasSuffix("\nNothing written: this is a dry run.\n"))
    #expect(try fixture.siblings == ["a checkout"])
  }

  @Test(arguments: [
    (["Weather", "../a checkout"], 1, "'../a checkout' exists already; choose the path"),
    (["Weather", "weather"], 1, "'weather' is inside this checkout"),
    (["Weather", "../x/y"], 1, "'../x/y' is not in an existing folder; create the folder above"),
    (["Weather", "--uses", "Share"], 2, "a plug-in has no options but '--language' and '--dry"),
    (["Weather", "--force"], 2, "a plug-in has no options but '--language' and '--dry-run'"),
    (["Weather", "--language", "ruby"], 2, "no language 'ruby'; the languages are bash js python"),
    (["Weather", "--language", "../Plugin"], 2, "no language '../Plugin'; the languages are"),
    (["weather"], 2, "'weather' must begin with a capital letter; try 'Weather'"),
    (["Share"], 2, "'Share' is already a name in Package.swift; try 'ShareTools'"),
    (["Plugins"], 2, "'Plugins' is already a name in Package.swift"),
  ])
  func `a wrong command line writes nothing`(line: [String], code: Int32, reason: String) throws {
    let before = try fixture.tree
    let run = try GenerateFixture.run(
      ["./generate.sh", "--template", "Plugin"] + line, in: fixture.folder)
    #expect(run.code == code)
    #expect(run.errors.hasPrefix("generate.sh: \(reason)"), "\(run.errors)")
    #expect(try fixture.tree == before)
    #expect(try fixture.siblings == ["a checkout"])
  }

  @Test func `a feature has no language`() throws {
    let run = try fixture.generate("Weather", "--language", "bash")
    #expect(run.code == 2 && run.errors == "generate.sh: '--language' is for a plug-in\n")
  }

  @Test func `a name that only Swift reserves is allowed`() throws {
    #expect(try fixture.generate("Calendar").code == 2)
    #expect(try fixture.generate("--template", "Plugin", "Calendar").code == 0)
  }
}
