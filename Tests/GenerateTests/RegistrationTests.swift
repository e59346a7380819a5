import Testing

/// The lines that `generate.sh` keeps in Package.swift and App/AppModules.swift.
@Suite struct RegistrationTests {
  private let checkout: Checkout

  init() throws { checkout = try Checkout() }

  @Test(arguments: [["Many", "Aaa", "Zoo"], ["Zoo", "Many", "Aaa"]])
  func `features are registered once, in order, in whatever order they come`(
    names: [String]
  ) throws {
    let known = try modules()
    for name in names + names { #expect(try checkout.generate(name).code == 0) }
    let expected = (known + names).sorted()
    #expect(try features() == expected)
    #expect(try modules() == expected)
    #expect(try imports() == (expected + ["ModuleManager"]).sorted())
    for name in names { #expect(try checkout.generate("--remove", name).code == 0) }
    #expect(try modules() == known)
  }

  @Test func `a feature is registered with what its template needs`() throws {
    try checkout.generate("Todo")
    #expect(
      try checkout.read("Package.swift")
        .contains("\n  feature(\"Todo\", uses: [\"Network\"], needs: [\"ListScene\"]),\n"))
  }

  @Test func `what was written by hand around a line survives, and the edited line too`() throws {
    let app = try checkout.read("App/AppModules.swift")
    let package = try checkout.read("Package.swift")
      .replacing(
        #/\ \ feature\("Stations", [^\n]*/#,
        with: """
            // Before (Stations.

            feature(  // this (one
              "Stations", uses: [
                "Network", "Routing",
              ]),  // after Stations
            // The last.
          """)
    try checkout.write(package, to: "Package.swift")
    for name in ["Tabs", "Rows"] { #expect(try checkout.generate(name).code == 0) }
    let lines = try checkout.read("Package.swift")
    let above = "needs: [\"ListScene\"]),\n  feature(\"Share\"),\n  // Before (Stations.\n\n"
    #expect(lines.contains("\(above)  feature("))
    #expect(lines.contains("]),  // after Stations\n  feature(\"Tabs\", "))
    let edited = lines.replacing(
      #"feature("Tabs", uses: ["Network"]"#, with: #"feature("Tabs", uses: ["Network", "Share"]"#)
    #expect(edited != lines)
    try checkout.write(edited, to: "Package.swift")
    #expect(try checkout.generate("Tabs").plan["Package.swift"] == "identical")
    for name in ["Tabs", "Rows"] { #expect(try checkout.generate("--remove", name).code == 0) }
    #expect(try checkout.read("Package.swift") == package)
    #expect(try checkout.read("App/AppModules.swift") == app)
  }

  @Test func `a line of an unsorted list that is there is not added again`() throws {
    let entry = "  feature(\"Todo\"),\n"
    let package = try checkout.read("Package.swift")
      .replacing("  feature(\"Share\"),\n", with: "  feature(\"Share\"),\n  feature(\"Abc\"),\n")
    try checkout.write(package.replacing("  feature(\"Abc\"),\n", with: entry), to: "Package.swift")
    let run = try checkout.generate("Todo")
    #expect(run.code == 2)
    #expect(run.errors.contains("is a name in Package.swift already"))
  }

  @Test(arguments: ["Package.swift", "App/AppModules.swift"])
  func `without its list a registry is left alone`(path: String) throws {
    let text = try checkout.read(path).replacing("  // sorted; kept by generate.sh", with: "")
    try checkout.write(text, to: path)
    let before = try checkout.tree
    let run = try checkout.generate("Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains("'\(path)' has no list"))
    #expect(try checkout.tree == before)
  }

  @Test(arguments: ["Package.swift", "App/AppModules.swift"])
  func `a list whose last entry wants a comma is left alone`(path: String) throws {
    let text = try checkout.read(path)
      .replacing(#/(Stations[^\n]*),(\n *\])/#) { "\($0.1)\($0.2)" }
    try checkout.write(text, to: path)
    let before = try checkout.tree
    let run = try checkout.generate("Todo")
    #expect(run.code == 1)
    #expect(run.errors.contains("'\(path)' has no list"))
    #expect(run.errors.contains("ends in ','"))
    #expect(try checkout.tree == before)
    #expect(try checkout.generate("Aaa").code == 0)
  }

  private func features() throws -> [String] {
    try checkout.read("Package.swift").matches(of: /\n  feature\(\s*"(\w+)"(?!, at:)/)
      .map { String($0.1) }.filter { $0 != "Template" }
  }

  private func modules() throws -> [String] {
    try checkout.read("App/AppModules.swift").matches(of: /\n    (\w+)Module\.self,/)
      .map { String($0.1) }
  }

  private func imports() throws -> [String] {
    try checkout.read("App/AppModules.swift").matches(of: /(?:^|\n)import (\w+)/)
      .map { String($0.1) }
  }
}
