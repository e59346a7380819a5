import TestSupport
import Testing

/// How `generate.sh` changes the lists in Package.swift and App/AppModules.swift.
@Suite(.blocking) struct RegistrationTests {
  private let fixture: GenerateFixture

  init() throws { fixture = try GenerateFixture() }

  @Test(arguments: [["Many", "Aaa", "Zoo"], ["Zoo", "Many", "Aaa"]])
  func `features are registered once and sorted, in whatever order they are generated`(
    names: [String]
  ) throws {
    let known = try modules()
    for name in names + names { #expect(try fixture.generate(name).code == 0) }
    let expected = (known + names).sorted()
    #expect(try features() == expected)
    #expect(try modules() == expected)
    #expect(try imports() == (expected + ["ModuleManager"]).sorted())
    for name in names { #expect(try fixture.generate("--remove", name).code == 0) }
    #expect(try modules() == known)
  }

  @Test func `a feature is registered with the dependencies of its template`() throws {
    try fixture.generate("Todo")
    #expect(
      try fixture.read("Package.swift")
        .contains("\n  .feature(\"Todo\", dependencies: [\"Network\"], kits: [\"Scenes\"]),\n"))
  }

  @Test func `text around a line and an edited line are preserved`() throws {
    let app = try fixture.read("App/AppModules.swift")
    let package = try fixture.read("Package.swift")
      .replacing(
        #/\ \ \.feature\(\n\ +"Stations", [^\n]*\n[^\n]*/#,
        with: """
            // Before (Stations.

            .feature(  // this (one
              "Stations", dependencies: [
                "Network", "Routing",
              ]),  // after Stations
            // The last.
          """)
    try fixture.write(package, to: "Package.swift")
    for name in ["Tabs", "Rows"] { #expect(try fixture.generate(name).code == 0) }
    let lines = try fixture.read("Package.swift")
    let above = "  .feature(\"Share\"),\n  // Before (Stations.\n\n"
    #expect(lines.contains("\(above)  .feature("))
    #expect(lines.contains("]),  // after Stations\n  .feature(\"Tabs\", "))
    let edited = lines.replacing(
      #".feature("Tabs", dependencies: ["Network"]"#,
      with: #".feature("Tabs", dependencies: ["Network", "Share"]"#)
    #expect(edited != lines)
    try fixture.write(edited, to: "Package.swift")
    #expect(try fixture.generate("Tabs").plan["Package.swift"] == "identical")
    for name in ["Tabs", "Rows"] { #expect(try fixture.generate("--remove", name).code == 0) }
    #expect(try fixture.read("Package.swift") == package)
    #expect(try fixture.read("App/AppModules.swift") == app)
  }

  @Test func `a line that exists in an unsorted list is not added again`() throws {
    let list = "let features: [[Target]] = [  // sorted; kept by generate.sh\n"
    let package = try fixture.read("Package.swift")
      .replacing(list, with: list + "  .feature(\"Todo\"),\n")
    try fixture.write(package, to: "Package.swift")
    let run = try fixture.generate("Todo")
    #expect(run.code == 2)
    #expect(run.errors.contains("is already a name in Package.swift"))
  }

  @Test(arguments: ["Package.swift", "App/AppModules.swift"])
  func `a registry without its list is not changed`(path: String) throws {
    let text = try fixture.read(path).replacing("  // sorted; kept by generate.sh", with: "")
    try fixture.write(text, to: path)
    let before = try fixture.tree
    let run = try fixture.generate("Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains("'\(path)' has no list"))
    #expect(try fixture.tree == before)
  }

  @Test(arguments: ["", "// the only one", "// a, b"])
  func `the only entry of a list has no comma, and more entries have one each`(
    comment: String
  ) throws {
    let comment = comment.isEmpty ? "" : "  " + comment
    let only = "  .feature(\"Share\")\(comment)\n"
    let package = try fixture.read("Package.swift")
      .replacing(#/(?s)(kept by generate\.sh\n).*?(\n\])/#) { "\($0.1)\(only.dropLast())\($0.2)" }
    try fixture.write(package, to: "Package.swift")
    let todo = "  .feature(\"Todo\", dependencies: [\"Network\"], kits: [\"Scenes\"]),\n"
    try fixture.generate("Todo")
    let both = "  .feature(\"Share\"),\(comment)\n\(todo)]"
    #expect(try fixture.read("Package.swift").contains("kept by generate.sh\n\(both)"))
    try fixture.generate("--remove", "Todo")
    #expect(try fixture.read("Package.swift") == package)
  }

  private func features() throws -> [String] {
    try fixture.read("Package.swift").matches(of: /\n  \.feature\(\s*"(\w+)"(?!, path:)/)
      .map { String($0.1) }.filter { $0 != "Headline" }
  }

  private func modules() throws -> [String] {
    try fixture.read("App/AppModules.swift").matches(of: /\n    (\w+)Module\.self,/)
      .map { String($0.1) }
  }

  private func imports() throws -> [String] {
    try fixture.read("App/AppModules.swift").matches(of: /(?:^|\n)import (\w+)/)
      .map { String($0.1) }
  }
}
