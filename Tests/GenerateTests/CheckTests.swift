import TestSupport
import Testing

/// How `generate.sh --check` finds features that have drifted where they may not.
@Suite(.blocking) struct CheckTests {
  private static let module = """
    /// Lists.
    public struct HeadlineModule: Module {
      public static let manifest = Manifest(
        Headline.self, summary: "Lists", requires: [Network.self])
    }

    """

  private let fixture: GenerateFixture

  init() throws {
    fixture = try GenerateFixture()
    try fixture.write(
      "public enum Headline: Interface {}\n", to: "Templates/List/Interface/Headline.swift")
    try fixture.write(Self.module, to: "Templates/List/Sources/Module/HeadlineModule.swift")
    try fixture.createTodo()
  }

  @Test func `all features of the package follow the rules`() throws {
    let run = try GenerateFixture.run(["./generate.sh", "--check"], in: GenerateFixture.package)
    #expect(run.output.isEmpty)
    #expect(run.code == 0, "\(run.errors)")
  }

  @Test func `a feature that was just generated follows the rules`() throws {
    let run = try fixture.generate("--check", "Todo")
    #expect(run.output.isEmpty)
    #expect(run.code == 0, "\(run.errors)")
  }

  @Test(arguments: [
    (
      "Package.swift", "  .feature(\"Todo\", dependencies: [\"Network\"], kits: [\"Scenes\"]),\n",
      "",
      "no line for 'Todo', write '.feature(\"Todo\")'"
    ),
    (
      "Package.swift", "\"Todo\", dependencies: [\"Network\"]",
      "\"Todo\", dependencies: [\"Diary\", \"Network\"]",
      "the line of 'Todo' names 'Diary', which is no feature; remove it and its imports"
    ),
    (
      "Package.swift", "\"Todo\", dependencies: [\"Network\"]", "\"Todo\"",
      "the line of 'Todo' lacks 'Network', which the module's manifest names; write \"Network\" into "
        + "'dependencies:', before 'kits:'\n"
    ),
    (
      "Modules/Todo/Sources/Module/TodoModule.swift:1", "/// Lists.\n", "import Store\n",
      "the line of 'Todo' in Package.swift lacks 'Store', which is imported here; write \"Store\" "
        + "into 'kits:'\n"
    ),
    (
      "Modules/Todo/Interface/Todo.swift:1", "public enum",
      "public import ShareInterface\npublic enum",
      "lacks 'Share', which is imported here; write \"Share\" into 'interfaceDependencies:', "
        + "before 'dependencies:'\n"
    ),
    (
      "Modules/Todo/Interface/Todo.swift:1", "public enum", "public import Scenes\npublic enum",
      "lacks 'Scenes', which is imported here; write \"Scenes\" into 'interfaceKits:', before "
        + "'dependencies:'\n"
    ),
    (
      "Modules/Todo/Sources/Module/TodoModule.swift:1", "/// Lists.\n", "import Share\n",
      "a feature must not import the sources of 'Share'; import ShareInterface instead"
    ),
    (
      "Modules/Todo/Sources/Module/TodoModule.swift:1", "/// Lists.\n",
      "import class News.NewsManager  // for a test\n",
      "the sources of 'News'; import NewsInterface"
    ),
    (
      "Tests/TodoTests/TodoTests.swift:2", "import Todo\n", "@testable import Share\n",
      "the sources of 'Share'; import ShareInterface"
    ),
    ("Package.swift", ".feature(\"Share\")", ".feature(\"Zebra\")", "'Stations' must not follow"),
    (
      "Package.swift", ".feature(\"Share\")", ".feature(\"Share\", dependencies: [\"Trips\"])",
      "features depend on each other: Share → Trips → Share; remove one of these dependencies"
    ),
    (
      "Package.swift", "\"Todo\", dependencies: [\"Network\"]", "\"Todo\", follows: [\"Network\"]",
      "the line of 'Todo' lacks 'Network', which the module's manifest names; write \"Network\" into "
        + "'dependencies:', before 'follows:'\n"
    ),
    ("App/AppModules.swift", "import Todo\n", "", "no line 'import Todo', write it"),
    ("App/AppModules.swift", "    TodoModule.self,\n", "", "no line 'TodoModule.self,', write it"),
    ("README.md", "| Todo |", "| Tod |", "no line '| Todo | <its actions> | <its events> | "),
    (
      "Modules/Todo/Interface/Todo.swift", "public enum", "enum",
      "no line 'public enum Todo: Interface', write it"
    ),
    (
      "Modules/Todo/Sources/Module/TodoModule.swift", "TodoModule:", "Todos:",
      "no line 'public struct TodoModule: Module', write it"
    ),
    (
      "Tests/TodoTests/TodoTests.swift:2", "import Todo\n", "<<<<<<< a\n",
      "a conflict is not resolved, write one of its two sides"
    ),
  ])
  func `a feature that has drifted is reported with its file and what to write`(
    path: String, old: String, new: String, problem: String
  ) throws {
    let file = String(path.prefix { $0 != ":" })
    let text = try fixture.read(file)
    #expect(text.contains(old))
    try fixture.write(text.replacing(old, with: new), to: file)
    let run = try fixture.generate("--check", "Todo")
    #expect(run.code == 1)
    #expect(run.output.hasPrefix("\(path): "), "\(run.output)")
    #expect(run.output.contains(problem), "\(run.output)")
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test func `each kit that a feature names is one that others must declare`() throws {
    let package = try fixture.read("Package.swift")
      .replacing(#".feature("Share")"#, with: #".feature("Share", kits: ["Charts"])"#)
    try fixture.write(package, to: "Package.swift")
    try fixture.write("import Charts\n", to: "Modules/Todo/Sources/Chart.swift")
    let run = try fixture.generate("--check", "Todo")
    #expect(
      run.output == """
        Modules/Todo/Sources/Chart.swift:1: the line of 'Todo' in Package.swift lacks 'Charts', which \
        is imported here; write "Charts" into 'kits:'

        """)
  }

  @Test(arguments: [
    ([], "Package.swift, App/AppModules.swift, README.md and Tests/TodoTests"),
    (["Tests/TodoTests", "App/AppModules.swift"], "Package.swift, README.md"),
  ])
  func `a feature without a folder is reported with the places that name it`(
    removed: [String], places: String
  ) throws {
    for path in ["Modules/Todo"] + removed { try fixture.remove(path) }
    if removed.contains("App/AppModules.swift") {
      try fixture.write("enum AppModules {}\n", to: "App/AppModules.swift")
    }
    let problem =
      "Modules/Todo: the folder does not exist; restore it, or remove the lines of 'Todo' from "
      + "\(places)\n"
    #expect(try fixture.generate("--check", "Todo").output == problem)
    let run = try fixture.generate("--check")
    #expect(run.code == 1)
    #expect(run.output.contains("\n\(problem)"), "\(run.output)")
  }

  @Test func `a folder beside Interface and Sources is reported, and so are missing tests`() throws
  {
    try fixture.write("", to: "Modules/Todo/Extra/File.swift")
    try fixture.remove("Tests/TodoTests")
    let run = try fixture.generate("--check", "Todo")
    #expect(
      run.output == """
        Modules/Todo/Extra: a feature consists of Interface and Sources, move this into one of them
        Tests/TodoTests: the feature has no tests, write a file of them

        """)
    #expect(try fixture.generate("--check", "Todoo").code == 2)
  }
}
