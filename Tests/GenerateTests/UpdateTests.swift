import Foundation
import TestSupport
import Testing

/// How `generate.sh --update` merges the changes of a template into the features made from it.
@Suite(.blocking) struct UpdateTests {
  private static let hasGit = ["/usr/bin/git", "/bin/git"]
    .contains { FileManager.default.isExecutableFile(atPath: $0) }

  private static let manager = "Modules/Todo/Sources/Manager/TodoManager.swift"
  private static let template = "Templates/List/Sources/Manager/TemplateManager.swift"
  private static let lines = (1...9).map { "let line\($0) = \"template\"\n" }

  private let fixture: GenerateFixture

  init() throws {
    fixture = try GenerateFixture()
    try fixture.write(Self.lines.joined(), to: Self.template)
  }

  /// The text of the template's file, or of the feature's, with changed lines.
  private func text(_ name: String, _ changes: [Int: String] = [:]) -> String {
    Self.lines.enumerated().map { changes[$0] ?? $1.replacing("template", with: name) }.joined()
  }

  @Test(
    .enabled(if: hasGit, "git merges the files"),
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
    try fixture.write(text("template", changes), to: Self.template)
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
    #expect(second.code == 0)
    #expect(Set(second.plan.values) == ["identical"])
    #expect(try fixture.tree == after)
  }

  @Test(.enabled(if: hasGit))
  func `200 random edits are merged without losing a line`() throws {
    var random = SplitMix64(seed: 21)
    func lines(of file: Int) -> [String] { (0..<60).map { "let a\(file)_\($0) = 0" } }
    func path(_ file: Int) -> String { "Templates/List/Sources/View/Template\(file).txt" }
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

  @Test(.enabled(if: hasGit))
  func `new, removed, renamed and deleted files are merged, too`() throws {
    let folder = "Templates/List/Sources/View"
    for name in ["Gone", "Edited", "Deleted", "Moved", "Renamed", "Unchanged"] {
      let text = (1...20).map { "\(name) \($0)\n" }.joined()
      try fixture.write(text, to: "\(folder)/Template\(name).txt")
    }
    try fixture.createTodo()
    let made = "Modules/Todo/Sources/View"
    func edit(_ path: String, _ line: String) throws {
      try fixture.write(line + fixture.read(path), to: path)
    }
    try edit("\(made)/TodoEdited.txt", "mine\n")
    try edit("\(made)/TodoMoved.txt", "mine\n")
    let mine = try fixture.read("\(made)/TodoRenamed.txt") + "mine\n"
    for name in ["Deleted", "Renamed", "Unchanged"] {
      try fixture.remove("\(made)/Todo\(name).txt")
    }
    try fixture.write(mine, to: "\(made)/TodoName.txt")

    for name in ["Deleted", "Renamed"] { try edit("\(folder)/Template\(name).txt", "theirs\n") }
    let moved = try fixture.read("\(folder)/TemplateMoved.txt")
    for name in ["Gone", "Edited", "Moved"] { try fixture.remove("\(folder)/Template\(name).txt") }
    try fixture.write(moved + "theirs\n", to: "\(folder)/TemplatePlace.txt")
    try fixture.write("new\n", to: "\(folder)/TemplateNew.txt")

    let run = try fixture.generate("--update", "Todo")
    #expect(run.code == 1)
    let plan = run.plan.filter { $0.key.hasPrefix(made) }
    #expect(
      plan == [
        "\(made)/TodoDeleted.txt": "skip", "\(made)/TodoEdited.txt": "conflict",
        "\(made)/TodoGone.txt": "remove", "\(made)/TodoMoved.txt": "remove",
        "\(made)/TodoName.txt": "merge", "\(made)/TodoNew.txt": "create",
        "\(made)/TodoPlace.txt": "merge",
      ], "\(run.output)")
    #expect(run.errors.contains("'\(made)/TodoEdited.txt' was edited here and is no more in the"))
    #expect(try fixture.read("\(made)/TodoEdited.txt").hasPrefix("mine\nEdited 1\n"))
    let place = try fixture.read("\(made)/TodoPlace.txt")
    #expect(place.hasPrefix("mine\nMoved 1\n") && place.hasSuffix("\ntheirs\n"))
    let name = try fixture.read("\(made)/TodoName.txt")
    #expect(name.hasPrefix("theirs\nRenamed 1\n") && name.hasSuffix("\nmine\n"))
    let after = try fixture.tree
    let second = try fixture.generate("--update", "Todo")
    #expect(second.code == 0, "\(second.errors)")
    #expect(try fixture.tree == after)
  }

  @Test(
    .enabled(if: hasGit),
    arguments: [
      (edited: "mine\n", isLink: false, other: "other\n"),
      (edited: "\0binary", isLink: false, other: nil),
      (edited: "mine\n", isLink: true, other: nil), (edited: nil, isLink: true, other: nil),
    ])
  func `an edited file that the template has renamed stays if it cannot be merged`(
    edited: String?, isLink: Bool, other: String?
  ) throws {
    let (old, new) = try (path("Old"), path("New"))
    try fixture.createTodo()
    let mine = try (edited ?? "") + fixture.read(old)
    let target = "Modules/Todo/Sources/linked.txt"
    try fixture.write(mine, to: isLink ? target : old)
    if isLink {
      try fixture.remove(old)
      try FileManager.default.createSymbolicLink(
        atPath: fixture.folder.appending(path: old).path, withDestinationPath: "../linked.txt")
    }
    if let other { try fixture.write(other, to: new) }
    try renameInTemplate(adding: "theirs\n")
    let run = try fixture.generate("--update", "Todo")
    #expect(run.code == 1)
    #expect(run.plan[old] == "conflict", "\(run.output)")
    #expect(run.errors.contains("'\(old)' was edited here and is no more in the template"))
    #expect(try fixture.read(old) == mine)
    let merged = try fixture.read(new)
    #expect(merged.hasSuffix("theirs\n") || merged.contains("\ntheirs\n>>>>>>> template\n"))
    if let other { #expect(merged.contains(other)) }
  }

  @Test(
    .enabled(if: hasGit),
    arguments: [("mine\n", ""), ("mine\n", "theirs\n"), ("", "theirs\n"), ("same\n", "same\n")])
  func `the edits of a file that the template has renamed are in the new file`(
    edit: String, change: String
  ) throws {
    let (old, new) = try (path("Old"), path("New"))
    try fixture.createTodo()
    let made = try fixture.read(old)
    // The same change is at the same place in both.
    try fixture.write(edit == change ? made + edit : edit + made, to: old)
    try renameInTemplate(adding: change)
    let run = try fixture.generate("--update", "Todo")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.plan[old] == "remove")
    #expect(try fixture.read(new) == (edit == change ? made + edit : edit + made + change))
  }

  /// Writes the template's file Old, and returns the path of a feature's file.
  private func path(_ name: String) throws -> String {
    let text = (1...20).map { "line \($0)\n" }.joined()
    try fixture.write(text, to: "Templates/List/Sources/View/TemplateOld.txt")
    return "Modules/Todo/Sources/View/Todo\(name).txt"
  }

  /// Renames the template's file Old to New, and adds a line at its end.
  private func renameInTemplate(adding line: String) throws {
    let folder = "Templates/List/Sources/View"
    try fixture.write(
      fixture.read("\(folder)/TemplateOld.txt") + line, to: "\(folder)/TemplateNew.txt")
    try fixture.remove("\(folder)/TemplateOld.txt")
  }

  @Test(.enabled(if: hasGit))
  func `a file that is not text is left as it is, and one with a conflict stops the update`() throws
  {
    try fixture.createTodo()
    try fixture.write("\0binary", to: Self.manager)
    try fixture.write(text("template", [3: "theirs\n"]), to: Self.template)
    let run = try fixture.generate("--update", "Todo")
    #expect(run.code == 1)
    #expect(run.plan[Self.manager] == "conflict")
    #expect(run.errors.contains("'\(Self.manager)' is not text, so it was left as it is"))
    #expect(try fixture.read(Self.manager) == "\0binary")

    try fixture.write("<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", to: Self.manager)
    try fixture.write(text("template", [3: "again\n"]), to: Self.template)
    let before = try fixture.tree
    let stopped = try fixture.generate("--update", "--all")
    #expect(stopped.code == 1)
    #expect(stopped.errors.contains("has a conflict from an earlier update; resolve it first"))
    #expect(stopped.errors.hasSuffix("Nothing written.\n"))
    #expect(try fixture.tree == before)
  }

  @Test(.enabled(if: hasGit))
  func `all features are updated together, with their lines in Package.swift`() throws {
    try fixture.generate("Todo", "--needs", "Store")
    try fixture.generate("Weather")
    let package = try fixture.read("Package.swift").replacing(
      "path: \"Templates/List\", dependencies: [\"Network\"]",
      with: "path: \"Templates/List\", dependencies: [\"Share\"], resources: [\"Icons\"]")
    try fixture.write(package, to: "Package.swift")
    try fixture.write(text("template", [3: "theirs\n"]), to: Self.template)
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

  @Test func `without git, and with a record of checksums, there is one sentence`() throws {
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
    guard Self.hasGit else { return }

    try fixture.write("List\n123 45 Modules/Todo/x.swift\n", to: "Modules/Todo/.template")
    let old = try fixture.generate("--update", "Todo")
    #expect(old.code == 1)
    #expect(old.errors.contains("'Todo' has a record of checksums only, so its edits cannot be"))
    let removal = try fixture.generate("--remove", "Todo")
    #expect(removal.code == 1)
    #expect(removal.plan[Self.manager] == "conflict")
  }

  @Test(.enabled(if: hasGit), arguments: ["Share", "Weather", "../Todo", ""])
  func `only a generated feature is updated`(name: String) throws {
    try fixture.createTodo()
    let run = try fixture.generate("--update", name)
    #expect(run.code == 2)
    #expect(run.errors.contains("'\(name)' was not generated; the generated features are Todo"))
  }
}
