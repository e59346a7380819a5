import Foundation
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

  /// What is wrong when a text of a file is replaced: the script reports missing lines, and the
  /// program, whose rules `ModuleRulesTests` tests, what the sources say.
  @Test(arguments: [
    (
      "Package.swift", "  .feature(\"Todo\", dependencies: [\"Network\"], kits: [\"Scenes\"]),\n",
      "", ": no line '.feature(\"Todo\")', write it with what the feature depends on"
    ),
    (
      "Package.swift", "\"Todo\", dependencies: [\"Network\"]",
      "\"Todo\", dependencies: [\"Diary\", \"Network\"]",
      ": the line of 'Todo' names 'Diary', which is no feature; remove it and its imports"
    ),
    (
      "Package.swift", ".feature(\"Share\")", ".feature(\"Share\", dependencies: [\"Trips\"])",
      ": features depend on each other: Share → Trips → Share; remove one of these dependencies"
    ),
    ("Package.swift", ".feature(\"Share\")", ".feature(\"Zebra\")", ": 'Stations' must not follow"),
    (
      "Modules/Todo/Sources/Module/TodoModule.swift", "/// Lists.\n", "import Store\n",
      ":1: 'Todo' imports 'Store' without a dependency; write in Package.swift: .feature(\"Todo\", "
        + "dependencies: [\"Network\"], kits: [\"Scenes\", \"Store\"])\n"
    ),
    (
      "Modules/Todo/Sources/Module/TodoModule.swift", "/// Lists.\n", "import Share\n",
      ":1: 'Share' must not be imported here: a feature imports the kernel, the kits and interfaces; "
        + "call its actions through the mediator, write 'import ShareInterface' and, in "
    ),
    (
      "Modules/Todo/Sources/Module/TodoModule.swift", "TodoModule:", "Todos:",
      ": no line 'public struct TodoModule: Module'; write it"
    ),
    ("App/AppModules.swift", "import Todo\n", "", ": no line 'import Todo', write it"),
    (
      "App/AppModules.swift", "    TodoModule.self,\n", "", ": no line 'TodoModule.self,', write it"
    ),
    ("README.md", "| Todo |", "| Tod |", ": no line '| Todo | <its actions> | <its events> | "),
    (
      "Tests/TodoTests/TodoTests.swift", "import Todo\n", "<<<<<<< a\n",
      ":2: a conflict is not resolved; write one of its two sides"
    ),
  ])
  func `a feature that has drifted is reported with its file and what to write`(
    path: String, old: String, new: String, problem: String
  ) throws {
    let text = try fixture.read(path)
    #expect(text.contains(old))
    try fixture.write(text.replacing(old, with: new), to: path)
    let run = try fixture.generate("--check", "Todo")
    #expect(run.code == 1)
    #expect(run.output.hasPrefix("\(path):"), "\(run.output)")
    #expect(run.output.contains(problem), "\(run.output)")
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test func `a registration that is missing is reported also when the program cannot be compiled`()
    throws
  {
    let app = try fixture.read("App/AppModules.swift")
    try fixture.write(app.replacing("import Todo\n", with: ""), to: "App/AppModules.swift")
    try fixture.remove(".build")
    let run = try fixture.generate("--check", "Todo")
    #expect(run.code == 1)
    #expect(run.output == "App/AppModules.swift: no line 'import Todo', write it\n")
    #expect(run.errors.contains("'.' has no Modules/Kits/ModuleRules"), "\(run.errors)")
  }

  @Test func `the program is compiled again when its sources are newer`() throws {
    let compiler = fixture.folder.appending(path: "tools/swiftc")
    try fixture.write(
      """
      #!/bin/sh
      while [ "$1" != -o ]; do shift; done
      { echo '#!/bin/sh'; echo 'echo "$@"'; } >"$2" && chmod +x "$2"
      """, to: "tools/swiftc")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler.path)
    let tools = ["PATH": "\(compiler.deletingLastPathComponent().path):/usr/bin:/bin"]
    #expect(try fixture.generate("--check", "Todo", environment: tools).output.isEmpty)

    try fixture.write("// newer\n", to: "Modules/Kits/ModuleRules/Rule.swift")
    let compiled = try fixture.generate("--check", "Todo", environment: tools)
    #expect(compiled.output == "check Todo\n")
    #expect(
      compiled.errors
        == "generate.sh: compiles './.build/module-rules' once, which takes about 15 s\n")
    let again = try fixture.generate("--check", "Todo", environment: tools)
    #expect(again.output == "check Todo\n" && again.errors.isEmpty)
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
        Modules/Todo/Extra: a feature consists of Interface and Sources; move this into one of them
        Tests/TodoTests: the feature has no tests; write a file of them

        """)
    let unknown = try fixture.generate("--check", "Todoo")
    #expect(unknown.code == 2)
    #expect(unknown.errors == "generate.sh: no feature 'Todoo'; did you mean 'Todo'?\n")
  }
}
