import Foundation
import ImportRules
import TestSupport
import Testing

@Suite(.blocking) struct PackageSelectionTests {
  /// Returns the names of the targets and products that `MODULE` selects, and the warnings.
  private static func selection(
    of module: String
  ) throws -> (targets: Set<String>, products: Set<String>, warnings: String) {
    let (package, errors) = try PackageDump.load(from: SharedData.checkout, module: module)
    return (Set(package.targets.map(\.name)), Set(package.products.map(\.name)), errors)
  }

  /// Returns the same without the warnings, which SwiftPM's cache does not have.
  private static func cachedSelection(
    of module: String
  ) throws -> (targets: Set<String>, products: Set<String>) {
    let package = try PackageDump.loadFromCache(of: SharedData.checkout, module: module)
    return (Set(package.targets.map(\.name)), Set(package.products.map(\.name)))
  }

  @Test func `MODULE selects a module and its dependencies, and no other feature's sources`() throws
  {
    let (targets, products) = try Self.cachedSelection(of: "News")
    #expect(targets.isSuperset(of: ["News", "NewsInterface", "NewsTests", "NetworkInterface"]))
    #expect(targets.isDisjoint(with: ["Network", "Bookmarks", "DataSource", "Routing", "metro"]))
    #expect(products.isSuperset(of: ["Mediator", "ModuleTesting", "NetworkInterface", "Scenes"]))
    #expect(products.isDisjoint(with: ["Network", "Store"]))
  }

  @Test func `several modules are selected together, without a warning`() throws {
    let (targets, _, warnings) = try Self.selection(of: "News,Store,Architecture")
    #expect(targets.isSuperset(of: ["News", "NewsTests", "Store", "StoreTests", "BoundaryTests"]))
    #expect(targets.isDisjoint(with: ["Network", "Bookmarks", "HostKit"]))
    #expect(warnings.isEmpty)
  }

  @Test func `a slice checks its imports, and the rules and the generator are slices, too`() throws
  {
    let news = try Self.cachedSelection(of: "News").targets
    #expect(news.isSuperset(of: ["BoundaryTests", "ImportRules"]))
    #expect(
      try Self.cachedSelection(of: "Architecture").targets == [
        "ArchitectureTests", "BoundaryTests", "ImportRules", "TestSupport", "CTestEnvironment",
        "Mediator",
      ])
    let host = try Self.cachedSelection(of: "EmbeddedHost").targets
    #expect(!host.contains("BoundaryTests"))
  }

  @Test func `the targets are read from Package.swift as SwiftPM reads them`() throws {
    let path = SharedData.checkout.appending(path: "Package.swift")
    let graph = PackageGraph(manifest: try String(contentsOf: path, encoding: .utf8))
    for module in ["*", "News", "Template", "Store", "metro", "Generate", "TicketOffice"] {
      let dump = try PackageDump.loadFromCache(of: SharedData.checkout, module: module)
      let expected = dump.targets.map { target in
        PackageGraph.Target(
          name: target.name, path: target.path ?? "Tests/\(target.name)",
          dependencies: Set(target.dependencies.compactMap { $0.byName?.first ?? nil }))
      }
      let targets = graph.selection(module: module == "*" ? nil : module)
      #expect(Set(targets).symmetricDifference(expected) == [], "\(module)")
    }
  }

  @Test func `the name of no module keeps all targets and products, with a warning`() throws {
    let (targets, products, warnings) = try Self.selection(of: "Nwes")
    let all = try Self.selection(of: "")
    #expect(targets == all.targets)
    #expect(targets.isSuperset(of: ["Mediator", "News", "Network", "metro"]))
    #expect(targets.isDisjoint(with: ["Template", "FuzzURL"]))
    #expect(
      products == [
        "Mediator", "ModuleManager", "Console", "Scenes", "Store", "Channel", "Plugins", "HostKit",
        "ModuleTesting",
        "NetworkInterface", "Network",
      ])
    #expect(products == all.products)
    #expect(all.warnings.isEmpty)
    #expect(
      warnings.contains(
        "no module 'Nwes' in Interchange, so all its targets are kept; "
          + "its modules are the folders in Modules"))
  }
}
