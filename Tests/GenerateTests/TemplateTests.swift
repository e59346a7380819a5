import Foundation
import TestSupport
import Testing

/// How `generate.sh` chooses a template, and writes what a feature uses.
@Suite(.blocking) struct TemplateTests {
  private let fixture: GenerateFixture

  /// Adds a second template, whose own module is Meal.
  init() throws {
    fixture = try GenerateFixture()
    try fixture.write("meals, which are stored\n", to: "Templates/Menu/.summary")
    try fixture.write(
      "public import Mediator\n\n/// Stores meals.\npublic enum Meal: Interface {}\n",
      to: "Templates/Menu/Interface/Meal.swift")
    try fixture.write(
      """
      import Console
      import Mediator
      public import ModuleManager
      import MealInterface

      /// Stores meals.
      public struct MealModule: Module {
        public static let manifest = Manifest(
          Meal.self, summary: "Stores meals",
          answers: [
            Meal.list, Meal.add,
          ],
          publishes: [MealAdded.self, MealsChanged.self])
      }

      """, to: "Templates/Menu/Sources/Module/MealModule.swift")
    try fixture.write("import Meal\nimport Testing\n", to: "Templates/Menu/Tests/MealTests.swift")
    let package = try fixture.read("Package.swift")
      .replacing(
        "\nlet standaloneModules: [[Target]] = [\n",
        with: """

          let standaloneModules: [[Target]] = [
            .feature(
              "Meal", path: "Templates/Menu",
              kits: ["Scenes", "Store"]),

          """)
    try fixture.write(package, to: "Package.swift")
  }

  @Test func `the templates are listed with their summaries`() throws {
    let run = try fixture.generate("--list")
    #expect(run.output.hasPrefix("List  a small list\nMenu  meals, which are stored\nPlugin  a "))
  }

  @Test func `a feature is made from the template that is named`() throws {
    let run = try fixture.generate("TapasBar", "--template", "Menu")
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      try fixture.read("Package.swift")
        .contains("\n  .feature(\"TapasBar\", kits: [\"Scenes\", \"Store\"]),\n"))
    let interface = try fixture.read("Modules/TapasBar/Interface/TapasBar.swift")
    #expect(interface.hasSuffix("\n/// Stores tapas bars.\npublic enum TapasBar: Interface {}\n"))
    #expect(
      try fixture.read("Tests/TapasBarTests/TapasBarTests.swift").hasPrefix("import TapasBar\n"))
    #expect(
      try fixture.read("README.md").contains(
        "| Stations | search, nearby, departures, board, picker | DeparturesExpired | "
          + "`Modules/Stations` |\n| TapasBar | list, add | TapasBarAdded, TapasBarsChanged | "
          + "`Modules/TapasBar` |\n"))
    #expect(try Set(fixture.generate("TapasBar").plan.values) == ["identical"])
  }

  @Test func `a feature is created with what it uses and needs`() throws {
    let before = try fixture.tree
    let run = try fixture.generate(
      "Todo", "--template", "Menu", "--uses", "Share,Bookmarks", "--needs", "Store,Network")
    #expect(run.code == 0, "\(run.errors)")
    let dependencies = #"dependencies: ["Bookmarks", "Network", "Share"]"#
    let entry = "  .feature(\"Todo\", \(dependencies), kits: [\"Scenes\", \"Store\"]),\n"
    #expect(try fixture.read("Package.swift").contains(entry))
    #expect(
      try fixture.read("Modules/Todo/Sources/Module/TodoModule.swift") == """
        import BookmarksInterface
        import Console
        import Mediator
        public import ModuleManager
        import NetworkInterface
        import ShareInterface
        import TodoInterface

        /// Stores todos.
        public struct TodoModule: Module {
          public static let manifest = Manifest(
            Todo.self, summary: "Stores todos", requires: [Network.self],
            uses: [Bookmarks.self, Share.self], answers: [Todo.list, Todo.add],
            publishes: [TodoAdded.self, TodosChanged.self])
        }

        """)
    #expect(try Set(fixture.generate("Todo").plan.values) == ["identical"])
    #expect(try fixture.generate("--remove", "Todo").code == 0)
    #expect(try fixture.tree == before)
  }

  @Test func `a long entry and a long array are broken as swift-format does`() throws {
    let uses = "About,Bookmarks,CityList,DataSource,Map,Network,News,Routing,Share,Stations"
    try fixture.generate("Todo", "--template", "Menu", "--uses", uses)
    #expect(
      try fixture.read("Package.swift").contains(
        """
          .feature(
            "Todo",
            dependencies: [
              "About", "Bookmarks", "CityList", "DataSource", "Map", "Network", "News", "Routing", "Share",
              "Stations",
            ],
            kits: ["Scenes", "Store"]),

        """))
  }

  @Test(arguments: [
    (
      ["Todo", "--template", "Lists"],
      "no template 'Lists'; run './generate.sh --list' for the list"
    ),
    (["Todo", "--template", "App"], "no template 'App'"),
    (["Todo", "--template", "../x"], "no template '../x'"),
    (
      ["Todo", "--uses", "Storage"],
      "'--uses' names 'Storage', which is no feature; the features are"
    ),
    (["Todo", "--uses", "Store"], "'--uses' names 'Store', which is no feature"),
    (
      ["Todo", "--needs", "Sotre"],
      "which is no kit or feature; the kits are Channel, Scenes, Store, and the"
    ),
    (["Todo", "--needs", "Todo"], "'--needs' names 'Todo'"),
    (["Todo", "--needs"], "'--needs' needs a value"),
    (
      ["--remove", "Todo", "--uses", "Share"], "'--fields' and '--item' are for a new"
    ),
  ])
  func `an unknown template or dependency is an error, and nothing is written`(
    line: [String], reason: String
  ) throws {
    let before = try fixture.tree
    let run = try GenerateFixture.run(["./generate.sh"] + line, in: fixture.folder)
    #expect(run.code == 2)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try fixture.tree == before)
  }

  @Test func `the template and the dependencies of an existing feature are those of its record`()
    throws
  {
    try fixture.generate("Todo", "--template", "Menu", "--uses", "Share")
    let run = try fixture.generate("Todo", "--template", "List")
    #expect(run.code == 2)
    #expect(run.errors.contains("are for a new feature, but 'Todo' exists"))
    #expect(try fixture.read("Modules/Todo/.template").hasPrefix("Menu\nuses Share\nfile "))
  }

  @Test(
    arguments: [
      "", "!", "H4sIAAAA", "List\nfile ???? entry\n", "List\nfile H4sIAAAA entry\n",
      "List\nfile H4sIAAAAAAAAAwMAAAAAAAAAAAA= ../../entry\n",
    ])
  func `a damaged record changes nothing`(text: String) throws {
    try fixture.createTodo()
    try fixture.write(text, to: "Modules/Todo/.template")
    let before = try fixture.tree
    #expect(try fixture.generate("Todo").code != 0)
    #expect(try fixture.generate("--remove", "Todo").code != 0)
    #expect(try fixture.tree == before)
  }

  @Test func `the script can be run through links to it`() throws {
    let parent = fixture.folder.deletingLastPathComponent()
    let files = FileManager.default
    try files.createSymbolicLink(
      at: parent.appending(path: "first"),
      withDestinationURL: fixture.folder.appending(path: "generate.sh"))
    try files.createSymbolicLink(
      atPath: parent.appending(path: "second").path, withDestinationPath: "first")
    let run = try GenerateFixture.run(["second", "--list"], in: parent)
    #expect(run.output.hasPrefix("List  a small list\n"))
  }
}
