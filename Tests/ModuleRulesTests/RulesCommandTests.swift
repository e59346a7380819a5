import ModuleTesting
import TestSupport
import Testing

@testable import ModuleRules

/// The commands of the program that generate.sh runs.
@Suite struct RulesCommandTests {
  private let fixture: RulesFixture

  init() throws { fixture = try RulesFixture() }

  private func run(_ arguments: String...) throws -> (lines: [String], isBroken: Bool) {
    try RulesCommand.run(arguments, in: fixture.folder)
  }

  @Test func `a check of features that follow the rules prints nothing`() throws {
    let result = try run("check")
    #expect(result.lines == [] && !result.isBroken)
    try fixture.remove("Tests/BasketsTests")
    let broken = try run("check", "Baskets")
    #expect(broken.lines.count == 1 && broken.isBroken)
    #expect(try !run("check", "Prices").isBroken)
  }

  @Test func `the lines that import a feature are its users`() throws {
    try fixture.write("/*\n*/ import struct Prices.Price\n", to: "App/Use.swift")
    try fixture.write("// import Prices\nimport Price\n", to: "Modules/Baskets/Sources/No.swift")
    #expect(
      try run("users", "Prices").lines == [
        "App/Use.swift:2:*/ import struct Prices.Price",
        "Modules/Baskets/Sources/Module/BasketsModule.swift:1:import PricesInterface",
      ])
  }

  @Test(arguments: [
    ("basket", "Baskets"), ("Bsakets", "Baskets"), ("Pricks", "Prices"), ("Weather", nil),
  ])
  func `the nearest name is suggested`(name: String, nearest: String?) throws {
    #expect(
      throws: RulesError.unknownFeature(name, nearest: nearest),
      performing: { try run("check", name) })
    #expect(try run("nearest", name, "Prices", "Baskets").lines == (nearest.map { [$0] } ?? []))
  }

  @Test(arguments: [[], ["chek"], ["check", "A", "B"], ["users"], ["nearest"]])
  func `other arguments are an error`(arguments: [String]) {
    #expect(throws: RulesError.badArguments) {
      try RulesCommand.run(arguments, in: fixture.folder)
    }
  }

  @Test func `a commit that git does not know is an error`() throws {
    #expect(throws: RulesError.self) { try run("affected", "nosuch") }
  }
}
