import Foundation
import TestSupport
import Testing

/// How `generate.sh` creates and updates the files of a feature.
@Suite(.blocking) struct PlanTests {
  private static let files: Set = [
    "Modules/Todo/.template", "Modules/Todo/Interface/Todo.swift",
    "Modules/Todo/Sources/API/TodoSample.swift", "Modules/Todo/Sources/Module/TodoCommands.swift",
    "Tests/TodoTests/TodoTests.swift",
  ]
  private static let registries: Set = ["Package.swift", "App/AppModules.swift", "README.md"]

  private let fixture: GenerateFixture

  init() throws { fixture = try GenerateFixture() }

  @Test func `a new feature is created and registered, and nothing else changes`() throws {
    let before = try fixture.tree
    let run = try fixture.generate("Todo")
    #expect(run.code == 0, "\(run.errors)")
    #expect(Set(run.plan.filter { $0.value == "create" }.keys) == Self.files)
    #expect(Set(run.plan.filter { $0.value == "update" }.keys) == Self.registries)
    let after = try fixture.tree
    let new = Set(after.keys.filter { !$0.hasSuffix("/") }).subtracting(before.keys)
    #expect(new == Self.files)
    #expect(before.filter { after[$0.key] != $0.value }.keys.sorted() == Self.registries.sorted())
  }

  @Test(arguments: [["Todo"], ["--remove", "Todo"], ["Todo", "--force"]])
  func `a dry run shows what a real run does, and writes nothing`(line: [String]) throws {
    if line != ["Todo"] { try fixture.createTodo() }
    if line.contains("--force") {
      try fixture.write("edited\n", to: "Modules/Todo/Interface/Todo.swift")
    }
    let before = try fixture.tree
    let dry = try GenerateFixture.run(["./generate.sh", "--dry-run"] + line, in: fixture.folder)
    #expect(dry.output.hasSuffix("\nNothing written: this is a dry run.\n"))
    #expect(try fixture.tree == before)
    let real = try GenerateFixture.run(["./generate.sh"] + line, in: fixture.folder)
    #expect(!real.plan.isEmpty)
    #expect(dry.plan == real.plan)
    #expect(dry.code == 0)
    #expect(try fixture.tree != before)
  }

  @Test func `a second run finds everything identical, and writes nothing`() throws {
    try fixture.createTodo()
    let before = (try fixture.tree, try dates())
    let run = try fixture.generate("Todo")
    #expect(run.code == 0)
    #expect(Set(run.plan.values) == ["identical"])
    #expect(Set(run.plan.keys) == Self.files.union(Self.registries))
    #expect(try fixture.tree == before.0)
    #expect(try dates() == before.1)
  }

  @Test func `an edited file is a conflict, and only --force overwrites it`() throws {
    try fixture.createTodo()
    let path = "Modules/Todo/Interface/Todo.swift"
    let text = try fixture.read(path)
    try fixture.write("edited\n", to: path)
    try fixture.remove("Tests/TodoTests/TodoTests.swift")
    let before = try fixture.tree
    let run = try fixture.generate("Todo")
    #expect(run.code == 1)
    #expect(run.plan[path] == "conflict")
    #expect(run.plan["Tests/TodoTests/TodoTests.swift"] == "create")
    #expect(!run.plan.values.contains("identical"))
    #expect(
      run.errors == """
        generate.sh: 'Todo' exists; '--field', '--add' or '--update' change it
        generate.sh: 'Todo' has files that were edited or added since it was generated:
          \(path)
        generate.sh: '--force' overwrites the edited files
        Nothing written.

        """)
    #expect(try fixture.tree == before)
    let forced = try fixture.generate("Todo", "--force")
    #expect(forced.code == 0)
    #expect(forced.plan[path] == "update")
    #expect(try fixture.read(path) == text)
  }

  @Test func `an unedited file is updated with its template, and an added file is kept`() throws {
    try fixture.createTodo()
    try fixture.write("by hand\n", to: "Modules/Todo/Sources/Own file.swift")
    try fixture.write("/// Headline\n", to: "Templates/List/Interface/Headline.swift")
    try fixture.write("/// New\n", to: "Templates/List/Interface/HeadlineItem.swift")
    try fixture.remove("Templates/List/Sources/API/HeadlineSample.swift")
    let run = try fixture.generate("Todo")
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.plan.filter { $0.value != "identical" } == [
        "Modules/Todo/.template": "update", "Modules/Todo/Interface/Todo.swift": "update",
        "Modules/Todo/Interface/TodoItem.swift": "create",
        "Modules/Todo/Sources/API/TodoSample.swift": "remove",
      ])
    #expect(try fixture.read("Modules/Todo/Interface/Todo.swift") == "/// Todo\n")
    #expect(try fixture.tree["Modules/Todo/Sources/API/"] == nil)
    #expect(try fixture.read("Modules/Todo/Sources/Own file.swift") == "by hand\n")
  }

  @Test(arguments: ["Aaa", "URLHistory", "AbcdefghijAbcdefghijAbcde"])
  func `a feature does not contain the word template, and its imports and lines follow the format`(
    name: String
  ) throws {
    try fixture.remove("Templates/List")
    try FileManager.default.copyItem(
      at: GenerateFixture.package.appending(path: "Templates/List"),
      to: fixture.folder.appending(path: "Templates/List"))
    let run = try fixture.generate(name)
    #expect(run.code == 0, "\(run.errors)")
    let plan = run.plan
    let made = try fixture.tree.filter { plan[$0.key] == "create" }
    #expect(made.count > 5)
    for (path, text) in made where !path.hasSuffix("/.template") {
      #expect(!(path + text).lowercased().contains("headline"), "\(path)")
      for run in text.split(separator: "\n\n") {
        let imports = run.matches(of: /(?m)^.*\bimport (\w+)$/).map { $0.1 }
        #expect(imports == imports.sorted(), "\(path)")
      }
      guard !path.hasSuffix("Sample.swift") else { continue }  // a text, which cannot be broken
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(path)")
    }
  }

  @Test func `the record of News matches the template`() throws {
    let run = try GenerateFixture.run(
      ["./generate.sh", "News", "--dry-run"], in: GenerateFixture.package)
    #expect(run.plan["Modules/News/Interface/News.swift"] == "conflict")
    #expect(run.plan["Modules/News/.template"] == nil)  // which is identical
  }

  @Test func `it works from any folder, and prints the command to go to the checkout`() throws {
    let script = fixture.folder.appending(path: "generate.sh").path
    let run = try GenerateFixture.run([script, "Todo"], in: URL(filePath: "/"))
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("      cd '\(fixture.folder.path)'\n"))
    #expect(try fixture.tree["Modules/Todo/Interface/Todo.swift"] != nil)
  }

  @Test func `it succeeds when nobody reads its output`() throws {
    let run = try GenerateFixture.run(["-c", "./generate.sh Todo | :"], in: fixture.folder)
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
    #expect(try fixture.generate("Todo").plan.values.allSatisfy { $0 == "identical" })
  }

  @Test func `it ends with the commands that run, test and show the feature`() throws {
    let run = try fixture.generate("ShoppingList")
    #expect(
      run.output.hasSuffix(
        """

        run   swift run metro shopping-list
        test  MODULE=ShoppingList swift test
        read  cat Modules/ShoppingList/Interface/ShoppingList.swift

        """))
    #expect(try fixture.tree["Modules/ShoppingList/Interface/ShoppingList.swift"] != nil)
  }

  @Test(arguments: [
    ([], 2, "Usage:"), (["A", "B"], 2, "unexpected argument 'B'; expected one name"),
    (["--remove"], 2, "Usage:"),
    (
      ["--uses", "Share"], 2,
      "the name of the new feature is missing; write it as in './generate.sh --uses Share CityNews'"
    ),
    (["--template", "Plugin"], 2, "the name of the new plug-in is missing"),
    (["--list", "A"], 2, "Usage:"), (["--dryrun", "A"], 2, "no option '--dryrun'"),
    (["-h"], 0, "Examples:\n  ./generate.sh "), (["A", "--help"], 0, "--remove"),
    (["--list"], 0, "List  a small list\n"),
  ])
  func `help, lists and wrong command lines change nothing`(
    line: [String], code: Int32, text: String
  ) throws {
    let before = try fixture.tree
    let run = try GenerateFixture.run(["./generate.sh"] + line, in: fixture.folder)
    #expect(run.code == code)
    #expect((code == 0 ? run.output : run.errors).contains(text))
    #expect(try fixture.tree == before)
  }

  /// The modification date of each file.
  private func dates() throws -> [String: Date] {
    let paths = try fixture.tree.keys.filter { !$0.hasSuffix("/") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { path in
        let url = fixture.folder.appending(path: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return (path, attributes[.modificationDate] as? Date ?? .distantPast)
      })
  }
}
