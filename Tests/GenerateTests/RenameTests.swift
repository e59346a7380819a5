import Foundation
import ModuleTesting
import TestSupport
import Testing

/// How `generate.sh --rename` gives a feature another name.
@Suite(.blocking, .enabled(if: GenerateFixture.hasGit, "git merges the files"))
struct RenameTests {
  private static let shopping = "name, quantity:int, unit:piece|kg, due:day?, bought:bool"

  private let fixture: GenerateFixture

  init() throws {
    fixture = try GenerateFixture()
    for template in ["List", "Kept"] { try fixture.copyTemplate(template) }
  }

  private func create(_ name: String, _ line: [String], in fixture: GenerateFixture) throws {
    let run = try GenerateFixture.run(["./generate.sh", name] + line, in: fixture.folder)
    #expect(run.code == 0, "\(run.errors)")
  }

  /// The files of a feature, without its record and the declaration of its former names.
  private static func files(of name: String, in fixture: GenerateFixture) throws
    -> [String: String]
  {
    try fixture.tree.filter {
      $0.key.contains("/\(name)") && !$0.key.hasSuffix("/.template")
        || ["Package.swift", "README.md", "App/AppModules.swift"].contains($0.key)
    }.mapValues { $0.replacing(/,\n    formerly: \[.*\]/, with: "") }
  }

  @Test(
    arguments: [
      ("Todo", "Chore", []), ("Todo", "URLHistory", ["--template", "Kept"]),
      ("Todo", "TodoPlan", ["--template", "Kept", "--fields", shopping]),
      ("URLHistory", "List2", ["--uses", "Share"]),
      ("Wishes", "Chore", ["--template", "Kept"]), ("Chore", "Wishes", ["--template", "Kept"]),
      ("Title", "Chore", []),  // the word is a field, too
      ("Title", "Chore", ["--template", "Kept", "--item", "TitleEntry", "--fields", shopping]),
    ] as [(String, String, [String])])
  func `a renamed feature is as the new name would have made it`(
    old: String, new: String, line: [String]
  ) throws {
    let clean = try fixture.tree
    try create(old, line, in: fixture)
    let run = try fixture.generate("--rename", old, new)
    #expect(run.code == 0, "\(run.errors)")
    let other = try GenerateFixture()
    for template in ["List", "Kept"] { try other.copyTemplate(template) }
    try create(new, line.map { $0.replacing("Title", with: "Chore") }, in: other)
    let (renamed, made) = try (
      Self.files(of: new, in: fixture), Self.files(of: new, in: other)
    )
    for path in Set(renamed.keys).union(made.keys) {
      #expect(renamed[path] == made[path], "\(path)")
    }
    let update = try fixture.generate("--update", new)
    #expect(update.plan.values.allSatisfy { $0 == "identical" }, "\(update.output)")
    #expect(try fixture.generate("--check", new).output == "")
    let removal = try fixture.generate("--remove", new)
    #expect(removal.code == 0, "\(removal.errors)")
    #expect(try fixture.tree == clean)
  }

  @Test func `the manifest has the former names, without that of now`() throws {
    try create("Todo", [], in: fixture)
    func module(_ name: String) throws -> String {
      try fixture.read("Modules/\(name)/Sources/Module/\(name)Module.swift")
    }
    try fixture.generate("--rename", "Todo", "Chore")
    #expect(try module("Chore").contains("answers: [Chore.list],\n    formerly: [\"todo\"])\n"))
    try fixture.generate("--rename", "Chore", "Plan")
    #expect(try module("Plan").contains("    formerly: [\"todo\", \"chore\"])\n"))
    try fixture.generate("--rename", "Plan", "Todo")
    #expect(try module("Todo").contains("    formerly: [\"chore\", \"plan\"])\n"))
    #expect(try fixture.read("Modules/Todo/.template").hasPrefix("List\nformerly chore plan\n"))
    #expect(try fixture.generate("--remove", "Todo").code == 0)
  }

  @Test func `what a person wrote stays, with the new names`() throws {
    try create("Todo", ["--template", "Kept"], in: fixture)
    let path = "Sources/View/TodoView.swift"
    try fixture.write(
      try fixture.read("Modules/Todo/\(path)") + """

        // TODO: a todo item that repeats, see Todo.list and TodoistImport
        extension TodoView {
          static func show(_ todo: TodoItem, isTodo: Bool) -> String {
            let lines = ["todo add Tea", "metro todo", "https://example.org/todo", "todo-list"]
            return "\\(todo.title) METRO_TODO_URL \\(lines) todo items"
          }
        }

        """, to: "Modules/Todo/\(path)")
    try fixture.write(
      "struct TodoMap {}\nlet map = TodoMap()\n", to: "Modules/Todo/Sources/Map.swift")
    let data = Data([0, 84, 111, 100, 111, 10, 255])
    try data.write(to: fixture.folder.appending(path: "Tests/TodoTests/Todo.bin"))
    #expect(try fixture.generate("--rename", "Todo", "URLHistory").code == 0)
    let view = try fixture.read("Modules/URLHistory/Sources/View/URLHistoryView.swift")
    #expect(
      view.hasSuffix(
        """

        // TODO: a URL history item that repeats, see URLHistory.list and TodoistImport
        extension URLHistoryView {
          static func show(_ todo: URLHistoryItem, isTodo: Bool) -> String {
            let lines = ["url-history add Tea", "metro url-history", "https://example.org/todo", "todo-list"]
            return "\\(todo.title) METRO_URL_HISTORY_URL \\(lines) URL history items"
          }
        }

        """), "\(view)")
    #expect(
      try fixture.read("Modules/URLHistory/Sources/Map.swift")
        == "struct URLHistoryMap {}\nlet map = URLHistoryMap()\n")
    let path2 = fixture.folder.appending(path: "Tests/URLHistoryTests/URLHistory.bin")
    #expect(try Data(contentsOf: path2) == data)
  }

  @Test func `lines with the old command are listed, but not those of the generator's own tests`()
    throws
  {
    try create("Todo", [], in: fixture)
    let line = "let line = \"metro todo\"\n"
    try fixture.write(line, to: "Tests/AppTests/LineTests.swift")
    try fixture.write("// ./generate.sh Todo\n\(line)", to: "Tests/AppTests/ReadmeTests.swift")
    try fixture.write("fixture.generate(\"Todo\")\n\(line)", to: "Tests/GenerateTests/A.swift")
    #expect(
      try fixture.generate("--rename", "Todo", "Chore").errors == """
        generate.sh: these lines still name 'Todo' or its command; edit them:
        Tests/AppTests/LineTests.swift:1:let line = "metro todo"

        """)
  }

  @Test func `a word that means something else stays`() throws {
    try create("Title", [], in: fixture)
    try create("Milk", [], in: fixture)
    try create("Plan", ["--template", "Kept"], in: fixture)
    let path = "Modules/Title/Sources/API/TitleAPI.swift"
    try fixture.write("let keys = [\"title\", \"body\"]\n" + fixture.read(path), to: path)
    #expect(try fixture.generate("--rename", "Title", "Chore").code == 0)
    let source = try fixture.read("Modules/Chore/Sources/API/ChoreAPI.swift")
    #expect(source.hasPrefix("let keys = [\"title\", \"body\"]\n"))
    let run = try fixture.generate("--rename", "Milk", "Tea")  // an example in the tests of Plan
    #expect(run.code == 0 && run.plan.keys.allSatisfy { !$0.contains("Plan") }, "\(run.output)")
  }

  @Test func `features that use the renamed one follow, and so do their records`() throws {
    try create("Todo", ["--template", "Kept"], in: fixture)
    try create("TodoList", [], in: fixture)
    let fields = "name, todo:Todo?"
    try create(
      "Recipes",
      [
        "--template", "Kept", "--item", "Recipe", "--fields", fields, "--uses",
        "Share,TodoList,Todo",
      ],
      in: fixture)
    try fixture.write("let text = \"import Todo\"\n", to: "Modules/Share/Sources/Text.swift")
    try fixture.write(
      "import TodoInterface\n\nlet items: [TodoItem] = []  // Todo, and \"todo\"\n",
      to: "Modules/Share/Sources/Use.swift")
    let before = try fixture.tree
    let dry = try fixture.generate("--rename", "Todo", "Appliance", "--dry-run")
    #expect(dry.output.hasSuffix("Nothing written: this is a dry run.\n"))
    #expect(try fixture.tree == before)
    let run = try fixture.generate("--rename", "Todo", "Appliance")
    #expect(run.code == 0 && run.plan == dry.plan, "\(run.errors)")
    let renaming = "Modules/Todo/Interface/Todo.swift → Modules/Appliance/Interface/Appliance.swift"
    #expect(run.plan[renaming] == "rename")
    #expect(run.plan["Modules/Recipes/Interface/Recipe.swift"] == "update")
    #expect(run.plan["Modules/Share/Sources/Text.swift"] == nil)
    #expect(run.plan["Modules/TodoList/.template"] == nil)
    #expect(
      try fixture.read("Modules/Share/Sources/Use.swift")
        == "import ApplianceInterface\n\nlet items: [ApplianceItem] = []  // Appliance, and \"todo\"\n"
    )
    let item = try fixture.read("Modules/Recipes/Interface/Recipe.swift")
    #expect(item.contains("public var todo: Int?") && item.contains("of: Appliance.list)"))
    let package = try fixture.read("Package.swift")
    #expect(
      package.contains(
        """
          .feature(
            "Recipes", interfaceDependencies: ["Appliance"],
            dependencies: ["Appliance", "Share", "TodoList"], kits: ["Scenes", "Store"]),
        """))
    #expect(try fixture.read("Modules/TodoList/Interface/TodoList.swift").contains("enum TodoList"))
    for name in ["Appliance", "Recipes"] {
      #expect(try fixture.generate("--check", name).output == "")
    }
    let update = try fixture.generate("--update", "--all")
    #expect(update.plan.values.allSatisfy { $0 == "identical" }, "\(update.output)\(update.errors)")
    let field = try fixture.generate("Recipes", "--field", "note?")
    #expect(field.code == 0, "\(field.errors)")
    #expect(
      try fixture.read("Modules/Recipes/Interface/Recipe.swift").contains("appliance") == false)
  }

  @Test func `a template that has changed since is merged after the renaming`() throws {
    try create("Todo", [], in: fixture)
    let path = "Templates/List/Sources/View/HeadlineView.swift"
    try fixture.write("// Begins\n" + (try fixture.read(path)), to: path)
    try fixture.generate("--rename", "Todo", "Chore")
    let view = "Modules/Chore/Sources/View/ChoreView.swift"
    #expect(try !fixture.read(view).contains("// Begins"))
    let update = try fixture.generate("--update", "Chore")
    #expect(update.code == 0 && update.plan[view] == "update", "\(update.output)")
    #expect(update.plan.values.count { $0 != "identical" } == 2, "\(update.output)")
    #expect(try fixture.read(view).contains("// Begins"))
    let module = try fixture.read("Modules/Chore/Sources/Module/ChoreModule.swift")
    #expect(module.contains("formerly: [\"todo\"]"))
  }

  @Test(arguments: [
    (["Todo"], 2, "'--rename' needs two names"),
    (["Todo", "Chore", "Plan"], 2, "'--rename' needs two names"),
    (["Todo", "Chore", "--force"], 2, "'--rename' has no options but '--dry-run'"),
    (["Tod", "Chore"], 2, "there is no feature 'Tod'; did you mean 'Todo'?"),
    (["Share", "Chore"], 2, "'Share' was not generated"),
    (["Todo", "Share"], 2, "'Share' is already a name in Package.swift"),
    (["Todo", "todo"], 2, "'todo' must begin with a capital letter"),
    (["Todo", "Todo"], 2, "'Todo' is already a name in Package.swift"),
    (["Todo", "Plan"], 2, "'Plan' already has a folder, Modules/Plan"),
    (["Todo", "Main"], 2, "'Main' is the name of the file"),
    (["Todo", "Note"], 1, "two files would get the path 'Modules/Note/Sources/Note.swift'"),
  ])
  func `a name that cannot be given is refused, and nothing changes`(
    line: [String], code: Int, reason: String
  ) throws {
    try create("Todo", [], in: fixture)
    try fixture.write("", to: "Modules/Plan/README.md")
    for name in ["Todo", "Note"] { try fixture.write("", to: "Modules/Todo/Sources/\(name).swift") }
    let before = try fixture.tree
    let run = try GenerateFixture.run(["./generate.sh", "--rename"] + line, in: fixture.folder)
    #expect(run.code == code && run.errors.contains(reason), "\(run.errors)")
    #expect(try fixture.tree == before)
  }

  @Test(arguments: [
    ("Groceries", "Grocery", "groceries"), ("Meals", "Meal", "meals"),
    ("Food", "Recipe", "recipes"),
  ])
  func `an item that is called after the feature is renamed with it`(
    name: String, item: String, items: String
  ) throws {
    try fixture.copyTemplate("Kept")
    #expect(
      try fixture.generate("Recipes", "--template", "Kept", "--item", "Recipe").code == 0)
    let path = "Modules/Recipes/Sources/View/RecipesView.swift"
    try fixture.write(try fixture.read(path) + "let own: [Recipe] = []  // recipes\n", to: path)
    let run = try fixture.generate("--rename", "Recipes", name)
    #expect(run.code == 0, "\(run.errors)")
    let interface = try fixture.read("Modules/\(name)/Interface/\(item).swift")
    #expect(interface.contains("public struct \(item): EditableItem"))
    let module = try fixture.read("Modules/\(name)/Sources/Module/\(name)Module.swift")
    #expect(module.contains("summary: \"Keeps \(items)\""))
    #expect(
      try fixture.read("Modules/\(name)/Sources/View/\(name)View.swift")
        .hasSuffix("let own: [\(item)] = []  // \(items)\n"))
    #expect(
      try fixture.read("Modules/\(name)/.template")
        .hasPrefix("Kept\nitem \(item)\nformerly recipes\n"))
    guard GenerateFixture.hasGit else { return }
    let update = try fixture.generate("--update", name)
    #expect(Set(update.plan.values) == ["identical"])
  }

  @Test func `a feature of an app is renamed, also in the examples and the README of the app`()
    throws
  {
    #expect(try fixture.generate("--app", "Shop", "../Shop").code == 0)
    try fixture.writeApp(
      "See Modules/Products, `products` and SHOP_PRODUCTS_URL; products.\n", to: "README.md")
    let run = try fixture.generateInApp("--rename", "Products", "Goods")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors.isEmpty, "\(run.errors)")
    let app = try fixture.readApp("App/Shop.swift")
    #expect(app.contains("      \"goods\", \"goods --page 2\", \"goods 1 --json\",\n"))
    #expect(app.contains("\"open \\\"shop://goods/list\\\"\""))
    #expect(!app.contains("products"))
    #expect(
      try fixture.readApp("README.md")
        == "See Modules/Goods, `goods` and SHOP_GOODS_URL; products.\n")
    let sample = try fixture.readApp("Modules/Goods/Sources/API/GoodsSample.swift")
    #expect(sample.contains("'goods.url' or SHOP_GOODS_URL"))
    #expect(try fixture.generateInApp("--check", "Goods").output == "")
    #expect(try fixture.generateInApp("--update", "Goods").code == 0)
  }
}
