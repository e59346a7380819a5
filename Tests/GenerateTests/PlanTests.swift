import Foundation
import Testing

/// What `generate.sh` does with the files of a feature.
@Suite struct PlanTests {
  private static let files: Set = [
    "Modules/Todo/.template", "Modules/Todo/Interface/Todo.swift",
    "Modules/Todo/Sources/API/TodoSample.swift", "Modules/Todo/Sources/Module/Command+Items.swift",
    "Tests/TodoTests/TodoTests.swift",
  ]
  private static let registries: Set = ["Package.swift", "App/AppModules.swift"]

  private let checkout: Checkout

  init() throws { checkout = try Checkout() }

  @Test func `a new feature is created and registered, and nothing else changes`() throws {
    let before = try checkout.tree
    let run = try checkout.generate("Todo")
    #expect(run.code == 0, "\(run.errors)")
    #expect(Set(run.plan.filter { $0.value == "create" }.keys) == Self.files)
    #expect(Set(run.plan.filter { $0.value == "update" }.keys) == Self.registries)
    let after = try checkout.tree
    let new = Set(after.keys.filter { !$0.hasSuffix("/") }).subtracting(before.keys)
    #expect(new == Self.files)
    #expect(before.filter { after[$0.key] != $0.value }.keys.sorted() == Self.registries.sorted())
  }

  @Test(arguments: [["Todo"], ["--remove", "Todo"], ["Todo", "--force"]])
  func `a dry run tells what a real run does, and writes nothing`(line: [String]) throws {
    if line != ["Todo"] { try checkout.generate("Todo") }
    if line.contains("--force") {
      try checkout.write("edited\n", to: "Modules/Todo/Interface/Todo.swift")
    }
    let before = try checkout.tree
    let dry = try Checkout.run(["./generate.sh", "--dry-run"] + line, in: checkout.folder)
    #expect(dry.output.hasSuffix("\nNothing written: this is a dry run.\n"))
    #expect(try checkout.tree == before)
    let real = try Checkout.run(["./generate.sh"] + line, in: checkout.folder)
    #expect(!real.plan.isEmpty)
    #expect(dry.plan == real.plan)
    #expect(dry.code == 0)
    #expect(try checkout.tree != before)
  }

  @Test func `a second run finds everything identical, and touches nothing`() throws {
    try checkout.generate("Todo")
    let before = (try checkout.tree, try dates())
    let run = try checkout.generate("Todo")
    #expect(run.code == 0)
    #expect(Set(run.plan.values) == ["identical"])
    #expect(Set(run.plan.keys) == Self.files.union(Self.registries))
    #expect(try checkout.tree == before.0)
    #expect(try dates() == before.1)
  }

  @Test func `an edited file is a conflict, which only --force overwrites`() throws {
    try checkout.generate("Todo")
    let path = "Modules/Todo/Interface/Todo.swift"
    let text = try checkout.read(path)
    try checkout.write("edited\n", to: path)
    try checkout.remove("Tests/TodoTests/TodoTests.swift")
    let before = try checkout.tree
    let run = try checkout.generate("Todo")
    #expect(run.code == 1)
    #expect(run.plan[path] == "conflict")
    #expect(run.plan["Tests/TodoTests/TodoTests.swift"] == "create")
    #expect(run.errors.contains("edited"))
    #expect(run.errors.hasSuffix("Nothing written.\n"))
    #expect(try checkout.tree == before)
    let forced = try checkout.generate("Todo", "--force")
    #expect(forced.code == 0)
    #expect(forced.plan[path] == "update")
    #expect(try checkout.read(path) == text)
  }

  @Test func `a file that nobody edited follows its template, and one by hand stays`() throws {
    try checkout.generate("Todo")
    try checkout.write("by hand\n", to: "Modules/Todo/Sources/Own file.swift")
    try checkout.write("/// Template\n", to: "Templates/List/Interface/Template.swift")
    try checkout.write("/// New\n", to: "Templates/List/Interface/TemplateItem.swift")
    try checkout.remove("Templates/List/Sources/API/TemplateSample.swift")
    let run = try checkout.generate("Todo")
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.plan.filter { $0.value != "identical" } == [
        "Modules/Todo/.template": "update", "Modules/Todo/Interface/Todo.swift": "update",
        "Modules/Todo/Interface/TodoItem.swift": "create",
        "Modules/Todo/Sources/API/TodoSample.swift": "remove",
      ])
    #expect(try checkout.read("Modules/Todo/Interface/Todo.swift") == "/// Todo\n")
    #expect(try checkout.tree["Modules/Todo/Sources/API/"] == nil)
    #expect(try checkout.read("Modules/Todo/Sources/Own file.swift") == "by hand\n")
  }

  @Test(arguments: ["Todo", "URLHistory", "List2"])
  func `what is generated and removed leaves no trace`(name: String) throws {
    let before = try checkout.tree
    try checkout.generate(name)
    #expect(try checkout.tree != before)
    try checkout.write("", to: "Modules/\(name)/.DS_Store")
    let run = try checkout.generate("--remove", name)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try checkout.tree == before)
  }

  @Test(arguments: [
    ("Modules/Todo/Interface/Todo.swift", "edited\n"),
    ("Tests/TodoTests/TodoTests.swift", ""),
    ("Modules/Todo/Sources/Own file.swift", "added\n"), ("Tests/TodoTests/Own/data.json", "{}"),
  ])
  func `what was edited or added is removed by --force only`(path: String, text: String) throws {
    let clean = try checkout.tree
    try checkout.generate("Todo")
    try checkout.write(text, to: path)
    let before = try checkout.tree
    let run = try checkout.generate("--remove", "Todo")
    #expect(run.code == 1)
    #expect(run.plan[path] == "conflict")
    #expect(run.plan.values.filter { $0 == "conflict" }.count == 1)
    #expect(run.errors.contains("edited or added"))
    #expect(try checkout.tree == before)
    #expect(try checkout.generate("--remove", "Todo", "--force").code == 0)
    #expect(try checkout.tree == clean)
  }

  @Test(arguments: [
    ("Modules/Share/Sources/Use.swift", "import Foundation\npublic import TodoInterface\n", ":2:"),
    ("Tests/ShareTests/Use.swift", "@testable import Todo\n", ":1:"),
    ("App/Use.swift", "import struct TodoInterface.TodoItem\n", ":1:"),
  ])
  func `a feature that others use is removed by --force only`(
    path: String, text: String, line: String
  ) throws {
    try checkout.generate("Todo")
    try checkout.write(text, to: path)
    let before = try checkout.tree
    let run = try checkout.generate("--remove", "Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains("others use 'Todo'"))
    #expect(run.errors.contains(path + line))
    #expect(try checkout.tree == before)
    let forced = try checkout.generate("--remove", "Todo", "--force")
    #expect(forced.code == 0)
    #expect(forced.errors.contains(path + line))
    #expect(try checkout.read(path) == text)
  }

  @Test func `a feature that another one names in Package.swift is removed by --force only`() throws
  {
    try checkout.generate("Todo")
    let package = try checkout.read("Package.swift")
      .replacing(#"feature("Share")"#, with: #"feature("Share", uses: ["Todo"])"#)
    try checkout.write(package, to: "Package.swift")
    let run = try checkout.generate("--remove", "Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains(#"feature("Share", uses: ["Todo"])"#))
    #expect(try checkout.read("Package.swift") == package)
  }

  @Test(arguments: ["Share", "Weather"])
  func `what was not generated is not removed`(name: String) throws {
    try checkout.generate("Todo")
    let before = try checkout.tree
    let run = try checkout.generate("--remove", name, "--force")
    #expect(run.code != 0)
    #expect(run.errors.contains("'\(name)' was not generated"))
    #expect(try checkout.tree == before)
  }

  @Test func `git sees nothing of a feature that came and went`() throws {
    let git = ["/usr/bin/git", "/usr/local/bin/git"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let git else { return }
    let script = """
      g() { "\(git)" -c user.name=a -c user.email=a@b -c commit.gpgsign=false "$@"; }
      g init -q && g add -A && g commit -qm All && ./generate.sh Todo >/dev/null &&
      g status --porcelain && ./generate.sh --remove Todo >/dev/null && echo then &&
      g status --porcelain --ignored
      """
    let run = try Checkout.run(["-c", script], in: checkout.folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.output == """
         M App/AppModules.swift
         M Package.swift
        ?? Modules/Todo/
        ?? Tests/TodoTests/
        then

        """)
  }

  @Test(arguments: ["Aaa", "URLHistory", "AbcdefghijAbcdefghijAbcde"])
  func `nothing in a feature tells of its template, and its code is in order`(
    name: String
  ) throws {
    try checkout.remove("Templates/List")
    try FileManager.default.copyItem(
      at: Checkout.package.appending(path: "Templates/List"),
      to: checkout.folder.appending(path: "Templates/List"))
    let run = try checkout.generate(name)
    #expect(run.code == 0, "\(run.errors)")
    let plan = run.plan
    let made = try checkout.tree.filter { plan[$0.key] == "create" }
    #expect(made.count > 10)
    for (path, text) in made where !path.hasSuffix("/.template") {
      #expect(!(path + text).lowercased().contains("template"), "\(path)")
      for run in text.split(separator: "\n\n") {
        let imports = run.matches(of: /(?m)^.*\bimport (\w+)$/).map { $0.1 }
        #expect(imports == imports.sorted(), "\(path)")
      }
      guard !path.hasSuffix("Sample.swift") else { continue }  // a text, which cannot be broken
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(path)")
    }
  }

  @Test func `the record of News is what the template makes`() throws {
    let run = try Checkout.run(["./generate.sh", "News", "--dry-run"], in: Checkout.package)
    #expect(run.plan["Modules/News/.template"] == "identical")
    #expect(run.plan["Modules/News/Sources/API/NewsAPI.swift"] == "identical")
  }

  @Test func `it works from any folder, and says how to get there`() throws {
    let script = checkout.folder.appending(path: "generate.sh").path
    let run = try Checkout.run([script, "Todo"], in: URL(filePath: "/"))
    #expect(run.code == 0, "\(run.errors)")
    let quoted = checkout.folder.path.replacing(" ", with: "\\ ")
    #expect(run.output.contains("      cd \(quoted)\n"))
    #expect(try checkout.tree["Modules/Todo/Interface/Todo.swift"] != nil)
  }

  @Test func `whatever it says goes unread, it works`() throws {
    let run = try Checkout.run(["-c", "./generate.sh Todo | :"], in: checkout.folder)
    #expect(run.code == 0)
    #expect(run.errors.isEmpty)
    #expect(try checkout.generate("Todo").plan.values.allSatisfy { $0 == "identical" })
  }

  @Test func `the commands at the end are those that run, test and show it`() throws {
    let run = try checkout.generate("ShoppingList")
    #expect(
      run.output.hasSuffix(
        """

        run   swift run metro shopping-list
        test  MODULE=ShoppingList swift test
        read  cat Modules/ShoppingList/Interface/ShoppingList.swift

        """))
    #expect(try checkout.tree["Modules/ShoppingList/Interface/ShoppingList.swift"] != nil)
  }

  @Test(arguments: [
    ([], 2, "Usage:"), (["A", "B"], 2, "Usage:"), (["--remove"], 2, "Usage:"),
    (["--list", "A"], 2, "Usage:"), (["--dryrun", "A"], 2, "no option '--dryrun'"),
    (["-h"], 0, "Examples:\n  ./generate.sh "), (["A", "--help"], 0, "--remove"),
    (["--list"], 0, "List  a small list\n"),
  ])
  func `a command line that is not meant changes nothing`(
    line: [String], code: Int32, text: String
  ) throws {
    let before = try checkout.tree
    let run = try Checkout.run(["./generate.sh"] + line, in: checkout.folder)
    #expect(run.code == code)
    #expect((code == 0 ? run.output : run.errors).contains(text))
    #expect(try checkout.tree == before)
  }

  /// When each file was changed.
  private func dates() throws -> [String: Date] {
    let paths = try checkout.tree.keys.filter { !$0.hasSuffix("/") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { path in
        let url = checkout.folder.appending(path: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return (path, attributes[.modificationDate] as? Date ?? .distantPast)
      })
  }
}
