import Foundation
import TestSupport
import Testing

/// Whatever stops `generate.sh`, the checkout is unchanged.
@Suite(.blocking) struct AtomicityTests {
  /// What happens when the script calls a tool that writes.
  enum Fault: String {
    /// The tool fails.
    case toolFails = "exit 1"
    /// The script receives SIGTERM while the tool runs.
    case scriptIsTerminated = #"kill -TERM "$PPID""#
    /// Both receive SIGTERM after the tool has finished.
    case bothAreTerminated = #"kill -TERM "$PPID"; "$tool" "$@"; kill -TERM $$"#
  }

  private static let creation = ["Todo"]
  private static let update = ["Todo", "--force"]
  private static let removal = ["--remove", "Todo", "--force"]
  private static let merge = ["--update", "Todo"]
  private static let renaming = ["--rename", "Todo", "Chore"]
  private static let part = ["Todo", "--add", "widget", "recent"]
  private static let app = ["--app", "Shop", "../Shop"]
  private static let upgrade = ["--upgrade", "../Shop"]

  private let fixture: GenerateFixture
  private var tools: String { "\(fixture.folder.path)'s tools" }

  init() throws { fixture = try GenerateFixture() }

  @Test(
    arguments: [
      (creation, .toolFails), (creation, .scriptIsTerminated), (creation, .bothAreTerminated),
      (update, .toolFails),
      (update, .bothAreTerminated), (removal, .toolFails), (removal, .bothAreTerminated),
      (merge, .toolFails), (merge, .bothAreTerminated),
      (renaming, .toolFails), (renaming, .bothAreTerminated),
      (part, .toolFails), (part, .bothAreTerminated),
      (app, .toolFails), (app, .scriptIsTerminated), (app, .bothAreTerminated),
      (upgrade, .toolFails), (upgrade, .bothAreTerminated),
    ] as [([String], Fault)])
  func `after a fault at any step, everything is undone`(line: [String], fault: Fault) throws {
    guard line != Self.upgrade || GenerateFixture.hasGit else { return }
    try prepare(for: line)
    let (before, siblings) = try (state, fixture.siblings)
    // Each run tries other steps, a thorough one all of them.
    let interval = TestOptions.isThorough ? 1 : line == Self.upgrade ? 41 : 7
    for step in stride(from: Int.random(in: 1...interval), to: Int.max, by: interval) {
      try installTools(failingAt: step, with: fault)
      let run = try GenerateFixture.run(
        ["./generate.sh"] + line, in: fixture.folder,
        environment: ["PATH": "\(tools):/usr/bin:/bin"])
      let calls = try String(contentsOfFile: "\(tools)/calls", encoding: .utf8).count
      if calls < step {
        #expect(run.code == 0, "\(run.errors)")
        #expect(try state != before)
        #expect(step > 8)
        break
      }
      let place: Comment = "\(fault) at step \(step): \(run.errors)"
      #expect(try state == before, place)
      #expect(try fixture.siblings == siblings + ["a checkout's tools"], place)
      #expect(run.code != 0, place)
      let end =
        fault == .toolFails
        ? "Nothing written.\n" : "generate.sh: interrupted; nothing was written\n"
      #expect(run.errors.hasSuffix(end), place)
    }
  }

  @Test(arguments: [creation, update, removal, merge, renaming, part, app], [0, 1])
  func `when the disk is full, everything is undone`(line: [String], blocks: Int) throws {
    try prepare(for: line)
    try fixture.write(
      String(repeating: "let text = 0\n", count: 1000),
      to: "Templates/List/Interface/Headline.swift")
    let before = try fixture.tree
    let run = try GenerateFixture.run(
      ["-c", "ulimit -f \(blocks); exec ./generate.sh \(line.joined(separator: " "))"],
      in: fixture.folder)
    #expect(run.code != 0)
    #expect(try fixture.tree == before)
    #expect(try fixture.siblings == ["a checkout"])
  }

  @Test(
    .enabled(if: geteuid() != 0, "root may write everywhere"),
    arguments: ["Modules", "Tests", "App", ".", "Package.swift"], [creation, removal])
  func `when a file or folder is not writable, everything is undone`(path: String, line: [String])
    throws
  {
    try prepare(for: line)
    let before = try fixture.tree
    let place = fixture.folder.appending(path: path).path
    let mode = path == "Package.swift" ? 0o444 : 0o555
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
    }
    let run = try GenerateFixture.run(["./generate.sh"] + line, in: fixture.folder)
    #expect(run.code == 1)
    #expect(run.errors.hasSuffix("Nothing written.\n"))
    #expect(try fixture.tree == before)
  }

  @Test func `during another run, or after a killed one, nothing changes`() throws {
    try fixture.write("kept", to: ".generate/old/Package.swift")
    let before = try fixture.tree
    let run = try fixture.generate("Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains("'.generate'"))
    #expect(try fixture.tree == before)
  }

  /// The files of the checkout, and of the app beside it.
  private var state: [String: String] {
    get throws {
      let app = try? GenerateFixture.tree(of: fixture.app)
      return try fixture.tree.merging((app ?? [:]).map { ("../Shop/\($0)", $1) }) { $1 }
    }
  }

  /// Prepares the checkout so that `line` changes it.
  private func prepare(for line: [String]) throws {
    try fixture.remove("Templates/List/Sources/Module")
    guard ![Self.creation, Self.app].contains(line) else { return }
    guard line != Self.upgrade else {
      try fixture.generate("--app", "Shop", "../Shop")
      try fixture.write("new\n", to: "Templates/App/Notes.md")
      try fixture.remove("Templates/App/App/Web/style.css")
      let code = try fixture.read("Templates/App/App/MyApp.swift")
      try fixture.write(code.replacing("0.1.0", with: "0.2.0"), to: "Templates/App/App/MyApp.swift")
      return try fixture.write("// New\n", to: "Templates/List/Sources/API/HeadlineSample.swift")
    }
    try fixture.createTodo()
    guard line != Self.part else {
      return try fixture.write(
        "let contributions = Contributions()\n",
        to: "Modules/Todo/Sources/Module/TodoModule.swift")
    }
    try fixture.write("edited\n", to: "Modules/Todo/Interface/Todo.swift")
    try fixture.remove("Tests/TodoTests/TodoTests.swift")
    try fixture.write("/// Changed\n", to: "Templates/List/Sources/API/HeadlineSample.swift")
  }

  /// Creates tools that call the real ones, but fail at one call.
  private func installTools(failingAt step: Int, with fault: Fault) throws {
    try? FileManager.default.removeItem(atPath: tools)
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    for name in ["awk", "cp", "mkdir", "mv"] {
      let path = "\(tools)/\(name)"
      try """
      #!/bin/sh
      tool=/usr/bin/\(name)
      [ -x "$tool" ] || tool=/bin/\(name)
      printf x >>"${0%/*}/calls"
      read -r calls <"${0%/*}/calls"
      [ ${#calls} != \(step) ] || { \(fault.rawValue); }
      exec "$tool" "$@"
      """.write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }
}
