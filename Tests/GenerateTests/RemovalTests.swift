import Foundation
import TestSupport
import Testing

/// How `generate.sh --remove` removes the files of a feature.
@Suite(.blocking) struct RemovalTests {
  private let fixture: GenerateFixture

  init() throws { fixture = try GenerateFixture() }

  @Test(arguments: ["Todo", "URLHistory", "List2"])
  func `after generating and removing a feature, the checkout is unchanged`(name: String) throws {
    let before = try fixture.tree
    try fixture.generate(name)
    #expect(try fixture.tree != before)
    try fixture.write("", to: "Modules/\(name)/.DS_Store")
    let run = try fixture.generate("--remove", name)
    #expect(run.code == 0, "\(run.errors)")
    #expect(try fixture.tree == before)
  }

  @Test func `after generating and removing a feature, git shows no change`() throws {
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
    let run = try GenerateFixture.run(["-c", script], in: fixture.folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.output == """
         M App/AppModules.swift
         M Package.swift
         M README.md
        ?? Modules/Todo/
        ?? Tests/TodoTests/
        then
        !! .build/

        """)
  }

  @Test(arguments: [
    ("Modules/Todo/Interface/Todo.swift", "edited\n"),
    ("Tests/TodoTests/TodoTests.swift", ""),
    ("Modules/Todo/Sources/Own file.swift", "added\n"), ("Tests/TodoTests/Own/data.json", "{}"),
  ])
  func `an edited or added file is removed only with --force`(path: String, text: String) throws {
    let clean = try fixture.tree
    try fixture.createTodo()
    try fixture.write(text, to: path)
    let before = try fixture.tree
    let run = try fixture.generate("--remove", "Todo")
    #expect(run.code == 1)
    #expect(run.plan[path] == "conflict")
    #expect(run.plan.values.filter { $0 == "conflict" }.count == 1)
    #expect(
      run.errors.contains("edited or added since it was generated:\n  \(path)\n"), "\(run.errors)")
    #expect(try fixture.tree == before)
    #expect(try fixture.generate("--remove", "Todo", "--force").code == 0)
    #expect(try fixture.tree == clean)
  }

  @Test(arguments: [
    ("Modules/Share/Sources/Use.swift", "import Foundation\npublic import TodoInterface\n", ":2:"),
    ("Tests/ShareTests/Use.swift", "@testable import Todo\n", ":1:"),
    ("App/Use.swift", "import struct TodoInterface.TodoItem\n", ":1:"),
  ])
  func `a feature that others use is removed only with --force`(
    path: String, text: String, line: String
  ) throws {
    try fixture.createTodo()
    try fixture.write(text, to: path)
    let before = try fixture.tree
    let run = try fixture.generate("--remove", "Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains("others use 'Todo'"))
    #expect(run.errors.contains(path + line))
    #expect(try fixture.tree == before)
    let forced = try fixture.generate("--remove", "Todo", "--force")
    #expect(forced.code == 0)
    #expect(forced.errors.contains(path + line))
    #expect(try fixture.read(path) == text)
  }

  @Test func `a refused removal says why, and then what it did not change`() throws {
    try fixture.createTodo()
    try fixture.write("edited\n", to: "Modules/Todo/Interface/Todo.swift")
    try fixture.write("import TodoInterface\n", to: "Modules/Share/Sources/Use.swift")
    let run = try GenerateFixture.run(
      ["-c", "./generate.sh --remove Todo 2>&1"], in: fixture.folder)
    #expect(
      run.output == """
        generate.sh: others use 'Todo':
        Modules/Share/Sources/Use.swift:1:import TodoInterface
        generate.sh: 'Todo' has files that were edited or added since it was generated:
          Modules/Todo/Interface/Todo.swift
        These changes were not made:
        update     App/AppModules.swift
        update     Package.swift
        update     README.md
        remove     Tests/TodoTests/TodoTests.swift
        remove     Modules/Todo/Sources/Module/TodoCommands.swift
        remove     Modules/Todo/Sources/API/TodoSample.swift
        conflict   Modules/Todo/Interface/Todo.swift
        remove     Modules/Todo/.template
        generate.sh: use '--force' to continue
        Nothing written.

        """)
  }

  @Test func `an import in a comment or a text is no use of a feature`() throws {
    try fixture.createTodo()
    try fixture.write(
      """
      // import Todo
      /* import Todo
      import Todo /* nested */
      import Todo
      */
      let text = \"""
        import Todo
        \"""
      let line = "import TodoInterface"; let path = #"/* "#
      let other = "\\"import Todo"
      """, to: "Tests/ShareTests/Text.swift")
    let run = try fixture.generate("--remove", "Todo")
    #expect(run.code == 0, "\(run.errors)")
  }

  @Test func `a feature that another one names in Package.swift is removed only with --force`()
    throws
  {
    try fixture.createTodo()
    let package = try fixture.read("Package.swift")
      .replacing(#".feature("Share"),"#, with: #".feature("Share", dependencies: ["Todo"]),"#)
    try fixture.write(package, to: "Package.swift")
    let run = try fixture.generate("--remove", "Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains(#".feature("Share", dependencies: ["Todo"])"#))
    #expect(try fixture.read("Package.swift") == package)
  }

  @Test func `lines of the app that still name the feature are reported`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let help =
      "`shop products` lists them, as in the products' README; `products-2` does not.\n"
      + "See Modules/Products and not Modules/ProductsList.\n"
      + "dependencies: [\"Network\", \"Products\"], and not \"Products2\". Products are things.\n"
    try Data(help.utf8).write(to: fixture.app.appending(path: "README.md"))
    let code = try fixture.readApp("App/Shop.swift")
    try fixture.writeApp(
      code.replacing("Shop, an app for the terminal", with: "shop products"), to: "App/Shop.swift")
    let run = try fixture.generateInApp("--remove", "Products")
    #expect(run.code == 0)
    #expect(
      run.errors == #"""
        generate.sh: these lines still name 'Products' or its command; edit them:
        App/Shop.swift:7:    summary: "shop products",
        README.md:1:`shop products` lists them, as in the products' README; `products-2` does not.
        README.md:2:See Modules/Products and not Modules/ProductsList.
        README.md:3:dependencies: ["Network", "Products"], and not "Products2". Products are things.

        """#)
  }

  @Test func `a removed feature leaves no examples in the app`() throws {
    try fixture.generate("--app", "Shop", "../Shop")
    let code = try fixture.readApp("App/Shop.swift")
    let run = try fixture.generateInApp("--remove", "Products")
    #expect(run.errors.isEmpty)
    #expect(run.plan["App/Shop.swift"] == "update")
    #expect(try fixture.readApp("App/Shop.swift").contains("\n    examples: [],\n"))

    #expect(try fixture.generateInApp("Products").code == 0)
    try fixture.writeApp(
      code.replacing("\"products --page 2\", \"products 1", with: "\"doctor\", \"products-2"),
      to: "App/Shop.swift")
    #expect(try fixture.generateInApp("--remove", "Products").errors.isEmpty)
    let text = try fixture.readApp("App/Shop.swift")
    let examples = "    examples: [\n      \"doctor\", \"products-2 --json\",\n    ],\n"
    #expect(text.contains(examples), "\(text)")
  }

  @Test func `a README that shows how to create the feature may name its command`() throws {
    try fixture.createTodo()
    #expect(try fixture.read("README.md").contains("swift run metro todo"))
    #expect(try fixture.generate("--remove", "Todo").errors.isEmpty)
  }

  @Test(arguments: [
    ("Share", "'Share' was not generated; remove it by hand"),
    ("Weather", "there is no feature 'Weather'"), ("Tosca", "there is no feature 'Tosca'"),
    ("Tod", "there is no feature 'Tod'; did you mean 'Todo'?"),
    ("Todos", "there is no feature 'Todos'; did you mean 'Todo'?"),
    ("Toodoo", "there is no feature 'Toodoo'; did you mean 'Todo'?"),
    ("Tdoo", "there is no feature 'Tdoo'; did you mean 'Todo'?"),
  ])
  func `a feature that was not generated is not removed`(name: String, reason: String) throws {
    try fixture.createTodo()
    let before = try fixture.tree
    let run = try fixture.generate("--remove", name, "--force")
    #expect(run.code != 0)
    #expect(run.errors.hasPrefix("generate.sh: \(reason)\n"), "\(run.errors)")
    #expect(try fixture.tree == before)
  }
}
