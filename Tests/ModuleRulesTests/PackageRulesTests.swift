import ModuleTesting
import Testing

@testable import ModuleRules

/// What `module-rules check` says about an app whose features break a rule.
@Suite struct PackageRulesTests {
  private static let module = "Modules/Baskets/Sources/Module/BasketsModule.swift"

  private let fixture: RulesFixture

  init() throws { fixture = try RulesFixture() }

  @Test func `features that follow the rules are accepted`() throws {
    #expect(try fixture.check() == [])
    for feature in ["Baskets", "Prices"] { #expect(try fixture.check(feature) == []) }
  }

  @Test(arguments: [
    (
      ", uses: [Prices.self]", "",
      "9: 'Prices.list' is called here, but the manifest of 'Baskets' does not name 'Prices'; write "
        + "in \(module):4: uses: [Prices.self]"
    ),
    (
      "perform(Prices.list)", "perform(\n      // all\n      Network.fetch)",
      "11: 'Network.fetch' is called here, but the manifest of 'Baskets' does not name 'Network'; "
        + "write in \(module):4: uses: [Prices.self, Network.self]"
    ),
    (
      ", publishes: [BasketChanged.self]", "",
      "10: 'BasketChanged' is published here, but the manifest of 'Baskets' does not name it; write "
        + "in \(module):4: publishes: [BasketChanged.self]"
    ),
    (
      ", Baskets.add]", "]",
      "10: 'Baskets.add' is answered here, but the manifest of 'Baskets' does not name it; write in "
        + "\(module):4: answers: [Baskets.list, Baskets.add]"
    ),
    (
      "uses: [Prices.self]", "requires: [Network.self], uses: [Prices.self]",
      "4: the manifest of 'Baskets' names 'Network', which its dependencies lack; write in "
        + "Package.swift: .feature(\"Baskets\", tags: [\"shop\"], dependencies: [\"Network\", "
        + "\"Prices\"], kits: [\"Scenes\"])"
    ),
    (
      "import PricesInterface", "import Prices",
      "1: 'Prices' must not be imported here: a feature imports the kernel, the kits and interfaces; "
        + "call its actions through the mediator, write 'import PricesInterface'"
    ),
    (
      "import PricesInterface", "import NetworkInterface",
      "1: 'Baskets' imports 'NetworkInterface' without a dependency; write in Package.swift: "
        + ".feature(\"Baskets\", tags: [\"shop\"], dependencies: [\"Network\", \"Prices\"], "
        + "kits: [\"Scenes\"])"
    ),
    (
      "import PricesInterface", "import Store",
      "1: 'Baskets' imports 'Store' without a dependency; write in Package.swift: "
        + ".feature(\"Baskets\", tags: [\"shop\"], dependencies: [\"Prices\"], "
        + "kits: [\"Scenes\", \"Store\"])"
    ),
    (
      "import PricesInterface", "import NIOCore",
      "1: 'NIOCore' must not be imported here: a feature imports the kernel, the kits and interfaces; "
        + "neither the package nor the toolchain has a module of this name; name it in the table "
        + "'importers' of Package.swift if the system has it"
    ),
  ])
  func `a module that does more than it declares is reported with what to write`(
    old: String, new: String, problem: String
  ) throws {
    #expect(try fixture.replace(old, with: new, in: Self.module))
    let problems = ["\(Self.module):\(problem)"]
    #expect(try fixture.check("Baskets") == problems)
    let rules = try PackageRules(of: fixture.folder)
    #expect(try rules.violations(inSlice: "Baskets").map(\.description) == problems)
    #expect(try rules.violations(inSlice: "Prices") == [])
  }

  @Test(arguments: [
    ("perform(Prices.list)", "perform(Orders.list)"),  // is no feature
    ("perform(Prices.list)", "perform(action, Network.self)"),
    ("perform(Prices.list)", "perform(Baskets.add)"),
    ("perform(Prices.list)", "perform(Prices.list) // perform(Network.fetch)"),
    ("publish(BasketChanged())", "publish(Page())"),
    ("publish(BasketChanged())", "publish(event) // (BasketChanged())"),
    ("answers: [Baskets.list, Baskets.add]", "answers: Self.actions"),
    ("uses: [Prices.self]", "requires: [Prices.self]"),
    ("uses: [Prices.self]", "uses: [PricesInterface.Prices.self]"),
  ])
  func `what is no call of another module, or is declared in another way, is accepted`(
    old: String, new: String
  ) throws {
    #expect(try fixture.replace(old, with: new, in: Self.module))
    #expect(try fixture.check("Baskets") == [])
  }

  @Test func `modules that require each other are named in turn`() throws {
    let prices = "Modules/Prices/Sources/Module/PricesModule.swift"
    #expect(try fixture.replace("uses: [Pr", with: "requires: [Pr", in: Self.module))
    #expect(try fixture.replace("requires: []", with: "requires: [Baskets.self]", in: prices))
    let entry = #".feature("Prices", tags: ["shop"], dependencies: ["Baskets"])"#
    #expect(
      try fixture.check() == [
        "\(Self.module):4: modules require each other, so none of them starts: "
          + "Baskets → Prices → Baskets; remove one of these requirements, or make it a follower of "
          + "an event",
        "\(prices):3: the manifest of 'Prices' names 'Baskets', which its dependencies lack; "
          + "write in Package.swift: \(entry)",
      ])
  }

  @Test(arguments: [
    (
      ".feature(\"Prices\", tags: [\"shop\"])",
      ".feature(\"Prices\", tags: [\"shop\"], dependencies: [\"Baskets\"])",
      ":2: features depend on each other: Baskets → Prices → Baskets; remove one of these "
        + "dependencies or, if none of its actions is called, write it into 'follows:'"
    ),
    (
      "dependencies: [\"Prices\"]", "dependencies: [\"Prices\", \"Price\"]",
      ":2: the line of 'Baskets' names 'Price', which is no feature; did you mean 'Prices'?"
    ),
    (
      "dependencies: [\"Prices\"]", "dependencies: [\"Prices\"], follows: [\"Weather\"]",
      ":2: the line of 'Baskets' names 'Weather', which is no feature; remove it and its imports"
    ),
    (
      "\"Prices\", tags: [\"shop\"]", "\"Prices\", tags: [\"staff\"]",
      ":2: a feature with the tag 'shop' uses only those with 'shop', 'shared', but 'Baskets' names "
        + "'Prices', which has the tag 'staff'; remove 'Prices', or change the tags of one of them "
        + "or the table 'tagRules'"
    ),
    (
      "\"Prices\", tags: [\"shop\"]", "\"Prices\"",
      ":2: a feature with the tag 'shop' uses only those with 'shop', 'shared', but 'Baskets' names "
        + "'Prices', which has no tag; remove 'Prices', or change the tags of one of them or the "
        + "table 'tagRules'"
    ),
  ])
  func `an entry that breaks a rule is reported with its line`(
    old: String, new: String, problem: String
  ) throws {
    #expect(try fixture.replace(old, with: new, in: "Package.swift"))
    #expect(try fixture.check() == ["Package.swift\(problem)"])
  }

  @Test(arguments: [
    ("dependencies: [\"Prices\"]", "dependencies: [\"Network\", \"Prices\"]"),
    ("\"Prices\", tags: [\"shop\"]", "\"Prices\", tags: [\"other\", \"shared\"]"),
    ("let tagRules = [\"shop\"", "let tagRules = [\"none\""),
    ("let tagRules", "let importers = [\"NIOCore\": [\"Baskets\"]]\nlet tagRules"),
  ])
  func `an entry that the rules allow is accepted`(old: String, new: String) throws {
    #expect(try fixture.replace(old, with: new, in: "Package.swift"))
    #expect(try fixture.check() == [])
  }

  @Test func `a module of the system is imported only by those in the table`() throws {
    let table = "let importers = [\"RegexBuilder\": [\"Baskets\"]]\nlet tagRules"
    #expect(try fixture.replace("let tagRules", with: table, in: "Package.swift"))
    for feature in ["Baskets", "Prices"] {
      try fixture.write("import RegexBuilder\n", to: "Modules/\(feature)/Sources/Search.swift")
    }
    let problems = try fixture.check()
    #expect(problems.count == 1)
    #expect(
      problems.first?.hasPrefix(
        "Modules/Prices/Sources/Search.swift:1: 'RegexBuilder' must not be imported here") == true)
  }

  @Test func `lists that are not sorted are reported`() throws {
    let list = "  PricesModule.self,\n  BasketsModule.self,\n"
    try fixture.write("let modules = [\n\(list)]\n", to: "App/AppModules.swift")
    #expect(
      try fixture.check() == [
        "App/AppModules.swift:3: 'Baskets' must not follow 'Prices'; sort the list of modules by name"
      ])
  }

  @Test func `what is missing or too much in the folders of a feature is reported`() throws {
    try fixture.write("", to: "Modules/Baskets/Extra/File.swift")
    try fixture.write("\n<<<<<<< a\n", to: "Modules/Baskets/Sources/Conflict.swift")
    #expect(
      try fixture.replace(
        "public enum", with: "enum", in: "Modules/Baskets/Interface/Baskets.swift"))
    try fixture.remove("Tests/BasketsTests")
    try fixture.remove("Modules/Prices/Sources/Module/PricesModule.swift")
    #expect(
      try fixture.check("Baskets") == [
        "Modules/Baskets/Interface/Baskets.swift: no line 'public enum Baskets: Interface'; write it",
        "Modules/Baskets/Extra: a feature consists of Interface and Sources; move this into one of "
          + "them",
        "Tests/BasketsTests: the feature has no tests; write a file of them",
        "Modules/Baskets/Sources/Conflict.swift:2: a conflict is not resolved; write one of its two "
          + "sides",
      ])
    #expect(
      try fixture.check("Prices") == [
        "Modules/Prices/Sources/Module/PricesModule.swift: the file does not exist; write it with "
          + "'public struct PricesModule: Module'"
      ])
    try fixture.remove("Modules/Prices")
    #expect(
      try fixture.check("Prices") == [
        "Modules/Prices: the folder does not exist; restore it, or remove the lines of 'Prices' from "
          + "Package.swift, App/AppModules.swift and Tests/PricesTests"
      ])
  }
}
