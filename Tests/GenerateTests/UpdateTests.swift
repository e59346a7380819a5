import Foundation
import TestSupport
import Testing

/// How `generate.sh --update` merges the changes of a template into the features made from it.
@Suite(.blocking) struct UpdateTests {
  private static let manager = "Modules/Todo/Sources/Manager/TodoManager.swift"
  private static let template = "Templates/List/Sources/Manager/HeadlineManager.swift"
  private static let lines = (1...9).map { "let line\($0) = \"headline\"\n" }

  private let fixture: GenerateFixture

  init() throws {
    fixture = try GenerateFixture()
    try fixture.write(Self.lines.joined(), to: Self.template)
  }

  /// The text of the template's file, or of the feature's, with changed lines.
  private func text(_ name: String, _ changes: [Int: String] = [:]) -> String {
    Self.lines.enumerated().map { changes[$0] ?? $1.replacing("headline", with: name) }.joined()
  }

  @Test(
    .enabled(if: GenerateFixture.hasGit, "git merges the files"),
    arguments: [
      ([:], [:], nil, 0), ([2: "mine\n"], [:], nil, 0), ([:], [2: "theirs\n"], "update", 0),
      ([2: "mine\n"], [6: "theirs\n"], "merge", 0), ([2: ""], [6: "theirs\n"], "merge", 0),
      ([2: "mine\n"], [2: "mine\n"], "identical", 0),
      ([2: "mine\n"], [2: "theirs\n"], "conflict", 1),
    ] as [([Int: String], [Int: String], String?, Int32)])
  func `edits and changes of the template are merged line by line`(
    edits: [Int: String], changes: [Int: String], verb: String?, code: Int32
  ) throws {
    try fixture.createTodo()
    try fixture.write(text("todo", edits), to: Self.manager)
    try fixture.write(text("headline", changes), to: Self.template)
    let before = try fixture.tree
    let dry = try fixture.generate("--update", "Todo", "--dry-run")
    #expect(try fixture.tree == before)
    #expect(dry.output.hasSuffix("\nNothing written: this is a dry run.\n"))
    let run = try fixture.generate("--update", "Todo")
    #expect(run.code == code, "\(run.errors)")
    #expect(run.plan == dry.plan)
    #expect(run.plan[Self.manager] == verb ?? "identical")
    #expect(run.plan["Modules/Todo/.template"] == (changes.isEmpty ? "identical" : "update"))
    let merged = try fixture.read(Self.manager)
    if verb == "conflict" {
      #expect(
        merged.contains(
          """
          <<<<<<< \(Self.manager)
          mine
          =======
          theirs
          >>>>>>> template

          """), "\(merged)")
      #expect(run.errors.contains("edit these files:\n  \(Self.manager)\n"))
    } else {
      #expect(merged == text("todo", changes.merging(edits) { $1 }))
      #expect(run.errors.isEmpty)
    }
    let after = try fixture.tree
    let second = try fixture.generate("--update", "Todo")
    #expect(second.code == code)
    #expect(Set(second.plan.values) == ["identical"])
    #expect(second.errors == run.errors)
    #expect(try fixture.tree == after)
  }

  @Test(.enabled(if: GenerateFixture.hasGit))
  func `200 random edits are merged without losing a line`() throws {
    var random = SplitMix64(seed: 21)
    func lines(of file: Int) -> [String] { (0..<60).map { "let a\(file)_\($0) = 0" } }
    func path(_ file: Int) -> String { "Templates/List/Sources/View/Headline\(file).txt" }
    var (ours, theirs) = ([[String]](), [[String]]())
    for file in 0..<10 {
      try fixture.write(lines(of: file).map { "\($0)\n" }.joined(), to: path(file))
      ours.append(lines(of: file))
      theirs.append(lines(of: file))
    }
    try fixture.createTodo()
    var removed: Set<String> = []
    func edit(_ files: inout [[String]], _ name: String) {
      let file = Int.random(in: 0..<10, using: &random)
      let index = files[file].indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: files[file].insert(name, at: index)
      case 1: removed.insert(files[file].remove(at: index))
      default:
        removed.insert(files[file][index])
        files[file][index] = name
      }
    }
    for number in 0..<200 { edit(&ours, "edit \(number)") }
    for number in 0..<50 { edit(&theirs, "change \(number)") }
    for file in 0..<10 {
      let text = ours[file].map { "\($0)\n" }.joined()
      try fixture.write(text, to: "Modules/Todo/Sources/View/Todo\(file).txt")
      try fixture.write(theirs[file].map { "\($0)\n" }.joined(), to: path(file))
    }
    let run = try fixture.generate("--update", "Todo")
    let verbs = Set(run.plan.filter { $0.key.contains("/View/") }.values)
    #expect(verbs.isSuperset(of: ["merge", "conflict"]), "\(verbs)")
    for file in 0..<10 {
      let merged = try fixture.read("Modules/Todo/Sources/View/Todo\(file).txt")
      let found = Set(merged.split(separator: "\n").map(String.init))
      // A line that one side removed may be gone, or be in a conflict.
      let expected = Set(ours[file] + theirs[file]).subtracting(removed)
      #expect(expected.subtracting(found) == [], "file \(file)")
    }
    #expect(try Set(fixture.generate("--update").plan.values) == ["identical"])
  }

  @Test(.enabled(if: GenerateFixture.hasGit))
  func `a file that is not text is left as it is, and one with a conflict stops the update`() throws
  {
    try fixture.createTodo()
    try fixture.write("\0binary", to: Self.manager)
    try fixture.write(text("headline", [3: "theirs\n"]), to: Self.template)
    let run = try fixture.generate("--update", "Todo")
    #expect(run.code == 1)
    #expect(run.plan[Self.manager] == "conflict")
    #expect(run.errors.contains("'\(Self.manager)' is not text, so it was left as it is"))
    #expect(try fixture.read(Self.manager) == "\0binary")

    try fixture.write("<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", to: Self.manager)
    try fixture.write(text("headline", [3: "again\n"]), to: Self.template)
    let before = try fixture.tree
    let stopped = try fixture.generate("--update", "--all")
    #expect(stopped.code == 1)
    #expect(stopped.errors.contains("has a conflict from an earlier update; resolve it first"))
    #expect(stopped.errors.hasSuffix("Nothing written.\n"))
    #expect(try fixture.tree == before)
  }

  @Test(.enabled(if: GenerateFixture.hasGit))
  func `all features are updated together, with their lines in Package.swift`() throws {
    try fixture.generate("Todo", "--needs", "Store")
    try fixture.generate("Weather")
    let package = try fixture.read("Package.swift").replacing(
      "path: \"Templates/List\", dependencies: [\"Network\"]",
      with: "path: \"Templates/List\", dependencies: [\"Share\"], resources: [\"Icons\"]")
    try fixture.write(package, to: "Package.swift")
    try fixture.write(text("headline", [3: "theirs\n"]), to: Self.template)
    let run = try fixture.generate("--update", "--all")
    #expect(run.code == 0, "\(run.errors)")
    for name in ["Todo", "Weather"] {
      let path = "Modules/\(name)/Sources/Manager/\(name)Manager.swift"
      #expect(run.plan[path] == "update")
    }
    let changed = try fixture.read("Package.swift")
    let (kits, rest) = ("kits: [\"Scenes\", \"Store\"]", "resources: [\"Icons\"]),")
    #expect(changed.contains("  .feature(\"Todo\", dependencies: [\"Share\"], \(kits), \(rest)\n"))
    #expect(
      changed.contains(
        "  .feature(\"Weather\", dependencies: [\"Share\"], kits: [\"Scenes\"], \(rest)\n"))
  }

  @Test func `without git, there is one sentence`() throws {
    try fixture.createTodo()
    let before = try fixture.tree
    let tools = fixture.folder.deletingLastPathComponent().appending(path: "tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: false)
    for tool in ["bash", "dirname", "readlink", "env"] {
      let path = try #require(
        ["/usr/bin/", "/bin/"].map { $0 + tool }.first(where: FileManager.default.fileExists))
      try FileManager.default.createSymbolicLink(
        at: tools.appending(path: tool), withDestinationURL: URL(filePath: path))
    }
    let run = try fixture.generate("--update", "Todo", environment: ["PATH": tools.path])
    #expect(run.code == 1)
    #expect(
      run.errors == "generate.sh: '--update' needs git, which merges the files; install git\n")
    #expect(try fixture.tree == before)
  }

  @Test(.enabled(if: GenerateFixture.hasGit))
  func `a folder with the record of another feature is named, and others are updated`() throws {
    try fixture.createTodo()
    try fixture.generate("Diary")
    try FileManager.default.moveItem(
      at: fixture.folder.appending(path: "Modules/Diary"),
      to: fixture.folder.appending(path: "Modules/Goods"))
    try fixture.write(text("headline", [2: "theirs\n"]), to: Self.template)
    let before = try fixture.tree
    let error = """
      generate.sh: 'Modules/Goods/.template' is the record of the feature 'Diary', so 'Goods' cannot \
      be compared with its template; give the folder the name 'Diary' again, or remove \
      'Modules/Goods/.template'

      """
    let run = try fixture.generate("--update", "Goods")
    #expect(run.code == 1)
    #expect(run.errors == error + "Nothing written.\n")
    #expect(try fixture.tree == before)
    let all = try fixture.generate("--update", "--all")
    #expect(all.code == 0)
    #expect(all.errors == error)
    #expect(all.plan[Self.manager] == "update")
    #expect(try fixture.read(Self.manager) == text("todo", [2: "theirs\n"]))
  }

  @Test(.enabled(if: GenerateFixture.hasGit), arguments: ["Share", "Weather", "../Todo", ""])
  func `only a generated feature is updated`(name: String) throws {
    try fixture.createTodo()
    let run = try fixture.generate("--update", name)
    #expect(run.code == 2)
    #expect(run.errors.contains("'\(name)' was not generated; the generated features are Todo"))
  }
}
