import Foundation
import TestSupport
import Testing

/// How `generate.sh --fields` makes items with other fields than the template's, and how `--field`
/// adds to them. `.ci/run` builds and tests random fields.
@Suite(.blocking) struct FieldsTests {
  private static let shopping = "name, quantity:int, unit:piece|half-full, due:day?, isBought:bool"

  private let fixture: GenerateFixture

  init() throws {
    fixture = try GenerateFixture()
    for template in ["Kept", "List"] { try fixture.copyTemplate(template) }
  }

  @discardableResult
  private func create(_ fields: String, template: String = "Kept") throws -> GenerateFixture.Run {
    try fixture.generate(
      "Todo", "--template", template, "--item", "Chore", "--fields", fields)
  }

  @Test func `a field is a property with its words, an option, a column and an example`() throws {
    #expect(try create(Self.shopping).code == 0)
    let item = try fixture.read("Modules/Todo/Interface/Chore.swift")
    for text in [
      "public struct Chore: EditableItem {", "noun = \"chore\"",
      "case piece, halfFull = \"half-full\"",
      "  public var quantity: Int\n", "  public var unit: Unit\n",
      "  public var due: CalendarDate?\n", "  /// Whether it is bought.\n",
      "public var title: String { name }",
      "due: CalendarDate? = nil,\n    isBought: Bool = false\n",
      "\"isBought\": .flag(\"whether it is bought\")",
      "\"due\": .init(\"the due day, such as tomorrow or 2026-12-24\", valueName: \"day\")",
    ] { #expect(item.contains(text), "\(text)") }
    let module = try fixture.read("Modules/Todo/Sources/Module/TodoModule.swift")
    #expect(module.contains("arguments: [\"name\", \"quantity\", \"unit\"],"))
    #expect(module.contains("\"todo add Milk 2 piece\","))
    #expect(module.contains("\"todo add Tea 2 piece --due tomorrow --is-bought\","))
    #expect(module.contains("summary: \"Keeps chores\""))
    let view = try fixture.read("Modules/Todo/Sources/View/TodoView.swift")
    #expect(view.contains(".field(\"bought\", minimumPageWidth: 70, \\.isBought)"))
    #expect(view.contains("guard let due = item.due"))
    let stored = try fixture.read("Tests/TodoTests/Fixtures/1.json")
    #expect(stored.contains("\"unit\" : \"piece\""))
    for (path, text) in try fixture.tree where path.contains("Todo") && path.hasSuffix(".swift") {
      #expect(!text.contains(/\/\/ (if|else|end|fields: )/), "\(path)")
    }
  }

  @Test func `items without a day have no groups, and a list has fields, too`() throws {
    #expect(try create("label").code == 0)
    #expect(try fixture.tree["Tests/TodoTests/TodoViewTests.swift"] == nil)
    let view = try fixture.read("Modules/Todo/Sources/View/TodoView.swift")
    #expect(!view.contains("ListGroup"))
    #expect(try fixture.generate("--remove", "Todo").code == 0)
    #expect(
      try create("name, price:decimal, fee:money?, seen:instant?", template: "List").code == 0)
    let item = try fixture.read("Modules/Todo/Interface/Todo.swift")
    #expect(item.contains("public import Foundation\n"))
    #expect(item.contains("  public let price: Decimal\n"))
    let sample = try fixture.read("Modules/Todo/Sources/API/TodoSample.swift")
    #expect(sample.contains("{\"id\": \"sample-2\", \"name\": \"Sample 2\", \"price\": 2.5},"))
    #expect(sample.contains("\"fee\": {\"amount\": 250, \"currency\": \"EUR\"}"))
  }

  @Test func `a field may be an item of another feature`() throws {
    #expect(try fixture.generate("Shops", "--template", "Kept").code == 0)
    #expect(try fixture.generate("Books").code == 0)
    #expect(try create("name, shop:Shops?, book:Books").code == 0)
    let item = try fixture.read("Modules/Todo/Interface/Chore.swift")
    #expect(item.contains("  public var shop: Int?\n"))
    #expect(item.contains("  public var book: String\n"))
    #expect(item.contains("import BooksInterface\n"))
    #expect(item.contains("suggestions: .results(of: Books.list) { $0.items.map(\\.id) }"))
    let package = try fixture.read("Package.swift")
    #expect(package.contains(/"Todo", interfaceDependencies: \["Books", "Shops"\]/))
    let module = try fixture.read("Modules/Todo/Sources/Module/TodoModule.swift")
    #expect(module.contains(/uses: \[Books.self, Shops.self\]/))
  }

  @Test(arguments: [
    ("count:int", "'count' is the first field"), ("name?", "'name' is the first field"),
    ("name, a:strng", "'strng' of 'a' is no type; the types are text, int"),
    ("name, a:number", "'number' of 'a' is no type"), ("name, A", "'A' cannot be the name of a"),
    ("name, a b", "'a b' cannot be the name"),
    ("name, name", "'name' is the name of another field;"),
    ("name, class", "'class' is a word of Swift;"),
    ("name, id", "'id' is a name that every item uses;"),
    ("name, title", "so it must be the first"),
    ("name, a:x|x", "'a' has the same choice twice"),
    (
      "name, a:x|Y",
      "such as 'piece|kg|half-full': a small letter, then letters, digits and hyphens"
    ),
    ("name, type:x|y", "a choice cannot have the name 'type'"),
    ("name, a:none|x", "'none' removes a value"),
    ("name, a:bool?", "'a' is true or false, so it cannot be optional"),
    ("name, a:Nothing", "'Nothing' of 'a' is no feature"), ("name;a", "no semicolon"),
    ("name, a:money;b:money", "no semicolon"),
    ("name, a:int?=3", "'a' is none unless given, so it has no other default; omit '?' or '=3'"),
    ("name, a:bool=true", "'a' is false unless given, so it has no other default; omit '=true'"),
    ("name, a:int=x", "'x' is no value of 'a', which is of the type int"),
    ("", "'--fields' needs a value"),
    ("name,,a", "'' cannot be the name"), ("$(id)", "'$(id)' cannot be the name"),
  ])
  func `a field that is not understood is refused, with what to write`(
    fields: String, reason: String
  ) throws {
    let before = try fixture.tree
    let run = try create(fields)
    #expect(run.code == 2)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(try fixture.tree == before)
  }

  /// The options in the sources of HostKit and Console, which these tests do not import.
  @Test func `no field has the name of an option of every command`() throws {
    let kits = GenerateFixture.package.appending(path: "Modules/Kits")
    let options = try [
      ("HostKit/Commands/HostCommands.swift", #/Argument\.(?:flag|option)\(\s*"([a-z-]+)"/#),
      ("Console/Commands/Argument.swift", #/static let help = flag\("([a-z-]+)"/#),
    ].flatMap { path, pattern in
      try String(contentsOf: kits.appending(path: path), encoding: .utf8).matches(of: pattern)
        .map { String($0.1) }
    }
    let list = try fixture.read("Templates/Generator/fields.awk")
    let names = try #require(list.firstMatch(of: #/"([a-z -]*)", option_names/#)?.1)
    #expect(names.split(separator: " ").map(String.init) == options.sorted())
    let run = try create("name, help:bool")
    #expect(run.code == 2)
    #expect(
      run.errors == """
        generate.sh: 'help' would be the option '--help', which every command has; choose another \
        name

        """)
    #expect(try create("name, help:bool", template: "List").code == 0)  // has no options for fields
  }

  @Test func `a field with a default may be omitted, from the beginning`() throws {
    #expect(try create("name, amount:int=2, unit:kg | g=g, day:day").code == 0)
    let item = try fixture.read("Modules/Todo/Interface/Chore.swift")
    for text in [
      "defaults: [String: JSONValue] = [\"amount\": .integer(2), \"unit\": .text(\"g\")]\n",
      "amount: Int = 2, unit: Unit = .g, day: CalendarDate) {\n",
      "\"amount\": \"the amount; 2 unless given\",",
    ] { #expect(item.contains(text), "\(item)") }
    let module = try fixture.read("Modules/Todo/Sources/Module/TodoModule.swift")
    #expect(module.contains("arguments: [\"name\", \"day\"],"))
    #expect(module.contains("\"todo add Tea tomorrow --amount 2 --unit kg\","))
    let manager = try fixture.read("Modules/Todo/Sources/Manager/TodoManager.swift")
    #expect(manager.contains("extension Chore: StoredItem {}\n"))
  }

  @Test(arguments: ["Todo", "chore", "Ch ore", "Task", "ChoreReminder"])
  func `an item needs a type of its own`(type: String) throws {
    let run = try fixture.generate("Todo", "--template", "Kept", "--item", type)
    #expect(run.code == 2 && run.errors.contains("'\(type)'"), "\(run.errors)")
  }

  @Test(.enabled(if: GenerateFixture.hasGit, "git merges the files"))
  func `a field is added, and the edits stay`() throws {
    #expect(try create(Self.shopping).code == 0)
    let path = "Modules/Todo/Interface/Chore.swift"
    let edited = try fixture.read(path).replacing("\"the quantity\"", with: "\"how much of it\"")
    try fixture.write(edited, to: path)
    let dry = try fixture.generate("Todo", "--field", "price:decimal?, rating:int=3", "--dry-run")
    let run = try fixture.generate("Todo", "--field", "price:decimal?, rating:int=3")
    #expect(run.code == 0 && run.plan == dry.plan, "\(run.errors)")
    #expect(run.plan[path] == "merge")
    let item = try fixture.read(path)
    #expect(item.contains("\"how much of it\"") && item.contains("  public var price: Decimal?\n"))
    #expect(item.contains("public import Foundation\n"))
    #expect(item.contains("rating: Int = 3"))
    // Command lines from before stay right: the field is an option with a default.
    #expect(item.contains("defaults: [String: JSONValue] = [\"rating\": .integer(3)]\n"))
    #expect(item.contains("\"rating\": \"the rating; 3 unless given\","))
    let module = try fixture.read("Modules/Todo/Sources/Module/TodoModule.swift")
    #expect(module.contains("arguments: [\"name\", \"quantity\", \"unit\"],"))
    #expect(module.contains("\"todo add Milk 2 piece\","))
    #expect(module.contains("--rating 2"))
    let manager = try fixture.read("Modules/Todo/Sources/Manager/TodoManager.swift")
    #expect(manager.contains(".added(\"rating\", 3)\n") && !manager.contains("\"price\""))
    let stored = try ["1", "2"].map { try fixture.read("Tests/TodoTests/Fixtures/\($0).json") }
    #expect(!stored[0].contains("rating") && stored[1].contains("\"rating\" : 2"))
    let again = try fixture.generate("--update", "Todo")
    #expect(again.code == 0 && !again.plan.isEmpty)
    #expect(again.plan.values.allSatisfy { $0 == "identical" })
  }

  @Test(
    .enabled(if: GenerateFixture.hasGit, "git merges the files"),
    arguments: [
      (["--field", "rating:int"], "give them a value, as in 'rating:int=…', or make it optional"),
      (["--field", "due:day?"], "'due' is the name of another field"),
      (["--field", "x", "--force"], "'--field' adds to one feature"),
      (["--fields", "x"], "'Todo' exists; '--field' adds a field to it"),
    ])
  func `a field that cannot be added is refused`(line: [String], reason: String) throws {
    #expect(try create(Self.shopping).code == 0)
    let before = try fixture.tree
    let run = try fixture.generate("Todo", line[0], line[1], line.count > 2 ? line[2] : "--dry-run")
    #expect(run.code == 2 && run.errors.contains(reason), "\(run.errors)")
    #expect(try fixture.tree == before)
  }

  @Test(
    .enabled(if: GenerateFixture.hasGit, "git merges the files"),
    arguments: 0..<(TestOptions.isThorough ? 40 : 4))
  func `no edited line is lost when fields are added, whether or not it conflicts`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    #expect(try create("name, due:day?").code == 0)
    var edits: [String: [String]] = [:]
    for round in 0..<5 {
      let paths = try fixture.tree.keys.filter { $0.contains("Todo") && $0.hasSuffix(".swift") }
      for path in paths.sorted() where Bool.random(using: &random) {
        var lines = try fixture.read(path).components(separatedBy: "\n")
        let edit = "// edit \(round) of \(path)"
        lines.insert(edit, at: Int.random(in: 0..<lines.count, using: &random))
        try fixture.write(lines.joined(separator: "\n"), to: path)
        edits[path, default: []].append(edit)
      }
      let type = ["text?", "int?", "bool", "day?", "a|b=a"].randomElement(using: &random) ?? "int?"
      let run = try fixture.generate("Todo", "--field", "field\(round):\(type)")
      for (path, lines) in edits {
        let merged = try fixture.read(path).components(separatedBy: "\n")
        for line in lines { #expect(merged.contains(line), "\(path): \(line)") }
        // What conflicts is resolved as a person does who keeps both sides.
        try fixture.write(
          merged.filter { !$0.contains(/^(<<<<<<<|=======|>>>>>>>)/) }.joined(separator: "\n"),
          to: path)
      }
      #expect([0, 1].contains(run.code), "\(run.errors)")
      let record = try fixture.read("Modules/Todo/.template")
      #expect(record.contains("field\(round):"))
    }
  }
}
