import Foundation
import TestSupport
import Testing

/// How `generate.sh --add` adds a part to a feature.
@Suite(.blocking) struct PartsTests {
  private static let path = "Modules/Todo/Sources/Module/TodoModule.swift"

  private let fixture: GenerateFixture

  init() throws {
    fixture = try GenerateFixture()
    for template in ["List", "Kept"] { try fixture.copyTemplate(template) }
  }

  private func create(_ template: String) throws {
    #expect(try fixture.generate("Todo", "--template", template).code == 0)
  }

  private func add(_ line: String...) throws -> GenerateFixture.Run {
    try GenerateFixture.run(["./generate.sh", "Todo", "--add"] + line, in: fixture.folder)
  }

  @Test(
    arguments: ["List", "Kept"],
    [
      ("action", "markDone", "Sources/Module/TodoModule+MarkDone.swift"),
      ("event", "Expired", "Interface/TodoExpired.swift"),
      ("event", "TodoExpired", "Interface/TodoExpired.swift"),
      ("scene", "Overview", "Sources/Module/TodoModule+Overview.swift"),
      ("setting", "page-size", "Sources/Module/TodoModule+PageSize.swift"),
      ("widget", "recentOnes", "Sources/Module/TodoModule+RecentOnes.swift"),
    ])
  func `a part gets its files, a test and its lines in the module`(
    template: String, part: (kind: String, name: String, file: String)
  ) throws {
    try create(template)
    let before = try fixture.tree
    let dry = try add(part.kind, part.name, "--dry-run")
    #expect(dry.output.hasSuffix("Nothing written: this is a dry run.\n"))
    #expect(try fixture.tree == before)
    let run = try add(part.kind, part.name)
    #expect(run.code == 0 && run.plan == dry.plan, "\(run.errors)")
    #expect(run.plan["Modules/Todo/\(part.file)"] == "create")
    #expect(run.plan[Self.path] == "update")
    #expect(run.plan.keys.count { $0.hasPrefix("Tests/TodoTests/") } == 1)
    let after = try fixture.tree
    for (path, text) in after where before[path] != text && path.hasSuffix(".swift") {
      #expect(!text.contains(/My(Feature|Part|Event|Item)|my[- ]?[Pp]art|\/\/ (if|end)/), "\(path)")
      let declarations = text.matches(of: /static let \w+/).map { String($0.output) }
      #expect(Set(declarations).count == declarations.count, "\(path)")
      // The lines of before are there, in their order, but for those that have got another end.
      let lines = text.split(separator: "\n").difference(
        from: (before[path] ?? "").split(separator: "\n"))
      #expect(lines.removals.count <= 3, "\(path)")
    }
    #expect(try fixture.generate("--check", "Todo").output == "")
  }

  @Test func `parts are added one after the other`() throws {
    try create("Kept")
    for name in ["show", "archive", "repeatAll", "markAllAsDone", "countThem"] {
      #expect(try add("action", name).code == 0)
      #expect(try add("event", "\(name)d").code == 0)
      #expect(try add("setting", "\(name)-size").code == 0)
    }
    let module = try fixture.read(Self.path)
    #expect(
      module.contains(
        """
            answers: [
              Todo.list, Todo.add,
              Todo.change, Todo.remove,
              Todo.undo, Todo.show, Todo.archive, Todo.repeatAll, Todo.markAllAsDone, Todo.countThem,
            ],
            publishes: [
              TodoChanged.self, TodoShowd.self, TodoArchived.self, TodoRepeatAlld.self,
              TodoMarkAllAsDoned.self, TodoCountThemd.self,
            ])
        """), "\(module)")
    #expect(
      module.contains(
        """
            itemList.commands, itemList.scenes, itemList.warnings, showCommands, showSizeSettings,
            archiveCommands, archiveSizeSettings, repeatAllCommands, repeatAllSizeSettings,
        """), "\(module)")
    #expect(module.contains("  public init(context: ModuleContext) throws {\n"))
    #expect(
      module.hasSuffix(
        """
            registrar.answer(Todo.countThem) { _ in "count them" }
          }
        }

        """))
    #expect(module.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let readme = try fixture.read("README.md")
    #expect(
      readme.contains("undo, show, archive, repeatAll, markAllAsDone, countThem | TodoChanged,"))
  }

  @Test func `what a person wrote stays, also when it is written in another way`() throws {
    try create("List")
    try fixture.write(
      #"""
      /// Shows "Manifest(" and Contributions(
      public struct TodoModule: Module {
        /* Manifest( */ public static let text = "Manifest(a, answers: [\(1)])"
        public static let manifest = Manifest(Todo.self, summary: "a, b [", activation: .eager)
        public static let contributions = Contributions(  // none
          commands)
        /// Keeps it.
        // Really.
        init(context: ModuleContext) async throws { value = 1 }
        func register(with registrar: Registrar) {}
      }
      """# + "\n", to: Self.path)
    #expect(try add("action", "show").code == 0)
    #expect(try add("event", "Shown").code == 0)
    #expect(try add("setting", "size").code == 0)
    #expect(
      try fixture.read(Self.path) == #"""
        /// Shows "Manifest(" and Contributions(
        public struct TodoModule: Module {
          /* Manifest( */ public static let text = "Manifest(a, answers: [\(1)])"
          public static let manifest = Manifest(Todo.self, summary: "a, b [", answers: [Todo.show], publishes: [TodoShown.self], activation: .eager)
          public static let contributions = Contributions(  // none
            commands, showCommands, sizeSettings)
          /// The value of the setting `todo.size`.
          let size: String

          /// Keeps it.
          // Really.
          init(context: ModuleContext) async throws {
            value = 1
            size = try Self.size(in: context)
          }
          func register(with registrar: Registrar) {
            registrar.answer(Todo.show) { _ in "show" }
          }
        }
        """# + "\n")
  }

  @Test(arguments: [
    ("Manifest(", "action", "answers: [Todo.show] in Manifest(…)"),
    ("Contributions(", "action", "showCommands in Contributions(…)"),
    ("func register(with", "action", "    registrar.answer(Todo.show) { _ in \"show\" }"),
    ("init(context", "setting", "    show = try Self.show(in: context)"),
    ("Manifest(", "event", "publishes: [TodoShow.self] in Manifest(…)"),
  ])
  func `without the place for a line, the part is refused with all lines to write`(
    place: String, kind: String, line: String
  ) throws {
    try create("Kept")
    let module = try fixture.read(Self.path).replacing(place, with: "other(")
    try fixture.write(module, to: Self.path)
    let before = try fixture.tree
    let run = try add(kind, "show")
    #expect(run.code == 1 && run.errors.contains(line), "\(run.errors)")
    #expect(run.errors.contains("in \(Self.path):\n"))
    #expect(try fixture.tree == before)
  }

  @Test(arguments: [
    (["Todo", "--add", "page", "show"], 2, "the kinds are action, event, scene, setting, widget"),
    (["Todo", "--add", "../List", "show"], 2, "no kind of part '../List'"),
    (["Todo", "--add", "action"], 2, "'--add' needs a kind of part and a name"),
    (["--add", "action", "show"], 2, "'--add' needs the name of a feature"),
    (["Todo", "--add", "action", "a b"], 2, "'a b' cannot be the name of a part"),
    (["Todo", "--add", "action", "$(id)"], 2, "'$(id)' cannot be the name of a part"),
    (["Todo", "--add", "action", "default"], 2, "'default' is a word of Swift"),
    (["Todo", "--add", "action", "list"], 1, "'Modules/Todo/Interface/Todo.swift' has a 'list'"),
    (["Todo", "--add", "setting", "settings"], 1, "TodoModule.swift' has a 'settings' already"),
    (["Todo", "--add", "action", "done"], 1, "TodoDoneTests.swift' exists already"),
    (
      ["Shrae", "--add", "action", "show"], 2, "there is no feature 'Shrae'; did you mean 'Share'?"
    ),
    (["Share", "--add", "action", "show"], 2, "'Share' is no feature that can get a part"),
    (["Todo", "--add", "action", "show", "--force"], 2, "'--add' has no options"),
    (["Todo", "--add", "action", "show", "--remove"], 2, "'--add' and '--remove' exclude"),
  ])
  func `what cannot be added is refused, and nothing changes`(
    line: [String], code: Int, reason: String
  ) throws {
    try create("List")
    try fixture.write("", to: "Tests/TodoTests/TodoDoneTests.swift")
    let before = try fixture.tree
    let run = try GenerateFixture.run(["./generate.sh"] + line, in: fixture.folder)
    #expect(run.code == code && run.errors.contains(reason), "\(run.errors)")
    #expect(try fixture.tree == before)
  }

  @Test func `when a line has no place, all lines of the file are listed, and nothing changes`()
    throws
  {
    try create("List")
    let path = "Modules/Todo/Sources/Module/TodoModule.swift"
    let module = try fixture.read(path).replacing("Manifest(", with: "Description(")
    try fixture.write(module, to: path)
    let before = try fixture.tree
    let run = try fixture.generate("Todo", "--add", "action", "markDone")
    #expect(run.code == 1)
    #expect(
      run.errors.contains(
        """
        write these lines first, or all of it by hand:
          in \(path):
            answers: [Todo.markDone] in Manifest(…)
        """), "\(run.errors)")
    #expect(run.errors.contains("registrar.answer(Todo.markDone)"), "\(run.errors)")
    #expect(try fixture.tree == before)
  }
}
