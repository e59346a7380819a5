import Foundation
import ModuleRules
import TestSupport
import Testing

@Suite(.blocking) struct PackageSelectionTests {
  /// Returns the names of the targets and products that `MODULE` selects.
  private static func selection(
    of module: String, with others: String = ""
  ) throws -> (targets: Set<String>, products: Set<String>) {
    let package = try PackageDump(of: SharedData.checkout, module: module, with: others)
    return (Set(package.targets.map(\.name)), Set(package.products.map(\.name)))
  }

  @Test func `MODULE selects a module and its dependencies, and no other feature's sources`() throws
  {
    let (targets, products) = try Self.selection(of: "News")
    #expect(targets.isSuperset(of: ["News", "NewsInterface", "NewsTests", "NetworkInterface"]))
    #expect(targets.isDisjoint(with: ["Network", "Bookmarks", "DataSource", "Routing"]))
    #expect(products.isSuperset(of: ["Mediator", "ModuleTesting", "NetworkInterface", "Scenes"]))
    #expect(!products.contains("Network"))
  }

  @Test(
    arguments: [
      ("News", "", ["News"]), ("News", "DataSource,Network", ["DataSource", "Network", "News"]),
      ("News,Share", "", ["News", "Share"]), ("Reminder", "", ["Reminder"]),
      ("Store", "DataSource", []), ("Store,Architecture", "", []),
    ] as [(String, String, Set<String>)])
  func `the host of a slice has the selected features and those of WITH`(
    module: String, with others: String, features: Set<String>
  ) throws {
    let dump = try PackageDump(of: SharedData.checkout, module: module, with: others)
    let host = dump.targets.first { $0.path == "App" }
    let dependencies = Set(host?.dependencies.compactMap { $0.byName?.first ?? nil } ?? [])
    let expected = features.union(features.map { "\($0)Interface" })
    #expect(dependencies == (features.isEmpty ? [] : expected.union(["HostKit"])))
  }

  @Test func `the name of no feature in WITH is an error`() throws {
    let error = try #require(throws: PackageDump.Failure.self) {
      try Self.selection(of: "News", with: "network")
    }
    #expect(error.errors.contains("no module 'network' in Interchange; did you mean 'Network'?"))
  }

  @Test func `several modules are selected together`() throws {
    let targets = try Self.selection(of: "News,Store,Architecture").targets
    #expect(targets.isSuperset(of: ["News", "NewsTests", "Store", "StoreTests", "BoundaryTests"]))
    #expect(targets.isDisjoint(with: ["Network", "Bookmarks"]))
  }

  @Test func `a slice checks its imports, and the rules and the generator are slices, too`() throws
  {
    let news = try Self.selection(of: "News").targets
    #expect(news.isSuperset(of: ["BoundaryTests", "ModuleRules"]))
    #expect(
      try Self.selection(of: "Architecture").targets == [
        "ArchitectureTests", "BoundaryTests", "ModuleRules", "TestSupport", "CTestEnvironment",
        "Mediator", "Platform",
      ])
    let host = try Self.selection(of: "EmbeddedHost").targets
    #expect(!host.contains("BoundaryTests"))
  }

  @Test func `the targets are read from Package.swift as SwiftPM reads them`() throws {
    let path = SharedData.checkout.appending(path: "Package.swift")
    let graph = PackageGraph(manifest: try String(contentsOf: path, encoding: .utf8))
    for module in ["*", "News", "Headline", "Store", "metro", "Generate", "TicketOffice"] {
      let dump = try PackageDump(of: SharedData.checkout, module: module)
      let expected = dump.targets.map { target in
        PackageGraph.Target(
          name: target.name, path: target.path ?? "Tests/\(target.name)",
          dependencies: Set(target.dependencies.compactMap { $0.byName?.first ?? nil }))
      }
      let targets = graph.selection(module: module == "*" ? nil : module)
      let differences = Set(targets).symmetricDifference(expected)
      // What only the host of a feature that runs alone needs is checked with the whole app.
      let isSlice = !dump.targets.contains { $0.name == "AppTests" }
      let ofHost = Set(["ModuleList", "HostKit"].flatMap { graph.selection(module: $0) })
      #expect(
        differences.filter { !isSlice || $0.path != "App" && !ofHost.contains($0) } == [],
        "\(module)")
    }
  }

  @Test func `without MODULE, all targets but the standalone ones are selected`() throws {
    let (targets, products) = try Self.selection(of: "")
    #expect(targets.isSuperset(of: ["Mediator", "News", "Network", "metro"]))
    #expect(targets.isDisjoint(with: ["Headline", "FuzzURL"]))
    #expect(
      products == [
        "Platform", "Mediator", "ModuleManager", "Documents", "Console", "Scenes", "Store",
        "Channel", "Plugins", "Web", "HostKit", "ModuleTesting", "NetworkInterface",
        "Network", "ModuleRules", "ModuleList",
      ])
  }

  @Test(
    arguments: [
      ("bookmarks", "did you mean 'Bookmarks'?"),
      ("Store,Nwes", "its modules are the folders in Modules"),
    ])
  func `the name of no module is an error`(module: String, hint: String) throws {
    let error = try #require(throws: PackageDump.Failure.self) {
      try Self.selection(of: module)
    }
    let name = module.split(separator: ",").last ?? ""
    #expect(error.errors.contains("no module '\(name)' in Interchange; \(hint)"))
  }
}
