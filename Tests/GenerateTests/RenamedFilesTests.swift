import Foundation
import TestSupport
import Testing

/// How `generate.sh --update` merges files that the template has added, removed or renamed.
@Suite(.blocking, .enabled(if: GenerateFixture.hasGit, "git merges the files"))
struct RenamedFilesTests {
  private let fixture: GenerateFixture

  init() throws { fixture = try GenerateFixture() }

  @Test func `new, removed, renamed and deleted files are merged, too`() throws {
    let folder = "Templates/List/Sources/View"
    for name in ["Gone", "Edited", "Deleted", "Moved", "Renamed", "Unchanged"] {
      let text = (1...20).map { "\(name) \($0)\n" }.joined()
      try fixture.write(text, to: "\(folder)/Headline\(name).txt")
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

    for name in ["Deleted", "Renamed"] { try edit("\(folder)/Headline\(name).txt", "theirs\n") }
    let moved = try fixture.read("\(folder)/HeadlineMoved.txt")
    for name in ["Gone", "Edited", "Moved"] { try fixture.remove("\(folder)/Headline\(name).txt") }
    try fixture.write(moved + "theirs\n", to: "\(folder)/HeadlinePlace.txt")
    try fixture.write("new\n", to: "\(folder)/HeadlineNew.txt")

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
    try fixture.write(text, to: "Templates/List/Sources/View/HeadlineOld.txt")
    return "Modules/Todo/Sources/View/Todo\(name).txt"
  }

  /// Renames the template's file Old to New, and adds a line at its end.
  private func renameInTemplate(adding line: String) throws {
    let folder = "Templates/List/Sources/View"
    try fixture.write(
      fixture.read("\(folder)/HeadlineOld.txt") + line, to: "\(folder)/HeadlineNew.txt")
    try fixture.remove("\(folder)/HeadlineOld.txt")
  }
}
