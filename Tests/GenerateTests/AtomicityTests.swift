import Foundation
import TestSupport
import Testing

/// Whatever stops `generate.sh`, the tree is as it was.
@Suite struct AtomicityTests {
  /// What happens at a call of one of the tools that write.
  enum Fault: String {
    /// The tool fails.
    case fails = "exit 1"
    /// The script is told to end, while the tool works.
    case terminates = #"kill -TERM "$PPID""#
    /// Both are told to end, after the tool has done its work.
    case terminatesBoth = #"kill -TERM "$PPID"; "$tool" "$@"; kill -TERM $$"#
  }

  private static let creation = ["Todo"]
  private static let update = ["Todo", "--force"]
  private static let removal = ["--remove", "Todo", "--force"]

  private let checkout: Checkout
  private var tools: String { "\(checkout.folder.path)'s tools" }

  init() throws { checkout = try Checkout() }

  @Test(
    arguments: [
      (creation, .fails), (creation, .terminates), (creation, .terminatesBoth), (update, .fails),
      (update, .terminatesBoth), (removal, .fails), (removal, .terminatesBoth),
    ] as [([String], Fault)])
  func `a fault at any step undoes all`(line: [String], fault: Fault) throws {
    try prepare(for: line)
    let before = try checkout.tree
    for step in stride(from: 1, to: .max, by: Thorough.isOn ? 1 : 7) {
      try installTools(failingAt: step, with: fault)
      let run = try Checkout.run(
        ["./generate.sh"] + line, in: checkout.folder,
        environment: ["PATH": "\(tools):/usr/bin:/bin"])
      let calls = try String(contentsOfFile: "\(tools)/calls", encoding: .utf8).count
      if calls < step {
        #expect(run.code == 0)
        #expect(try checkout.tree != before)
        #expect(step > 8)
        break
      }
      #expect(try checkout.tree == before, "\(fault) at step \(step): \(run.errors)")
      #expect(run.code != 0)
      #expect(run.errors.hasSuffix("Nothing written.\n"))
    }
  }

  @Test(arguments: [creation, update, removal], [0, 1])
  func `a disk that takes no more undoes all`(line: [String], blocks: Int) throws {
    try prepare(for: line)
    try checkout.write(
      String(repeating: "let text = 0\n", count: 1000),
      to: "Templates/List/Interface/Template.swift")
    let before = try checkout.tree
    let run = try Checkout.run(
      ["-c", "ulimit -f \(blocks); exec ./generate.sh \(line.joined(separator: " "))"],
      in: checkout.folder)
    #expect(run.code != 0)
    #expect(try checkout.tree == before)
  }

  @Test(
    .enabled(if: geteuid() != 0, "whoever may write everywhere cannot be refused"),
    arguments: ["Modules", "Tests", "App", ".", "Package.swift"], [creation, removal])
  func `what cannot be written undoes all`(path: String, line: [String]) throws {
    try prepare(for: line)
    let before = try checkout.tree
    let place = checkout.folder.appending(path: path).path
    let mode = path == "Package.swift" ? 0o444 : 0o555
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
    }
    let run = try Checkout.run(["./generate.sh"] + line, in: checkout.folder)
    #expect(run.code == 1)
    #expect(run.errors.hasSuffix("Nothing written.\n"))
    #expect(try checkout.tree == before)
  }

  @Test func `beside another run, or what a killed one left, nothing is done`() throws {
    try checkout.write("kept", to: ".generate/old/Package.swift")
    let before = try checkout.tree
    let run = try checkout.generate("Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains("'.generate'"))
    #expect(try checkout.tree == before)
  }

  /// Lets `line` have something to do.
  private func prepare(for line: [String]) throws {
    try checkout.remove("Templates/List/Sources/Module")
    guard line != Self.creation else { return }
    try checkout.generate("Todo")
    try checkout.write("edited\n", to: "Modules/Todo/Interface/Todo.swift")
    try checkout.remove("Tests/TodoTests/TodoTests.swift")
    try checkout.write("/// Changed\n", to: "Templates/List/Sources/API/TemplateSample.swift")
  }

  /// Puts tools before the real ones that do as those do, but at one call.
  private func installTools(failingAt step: Int, with fault: Fault) throws {
    try? FileManager.default.removeItem(atPath: tools)
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    for name in ["awk", "cp", "mkdir", "mv"] {
      let path = "\(tools)/\(name)"
      try """
      #!/bin/bash
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
