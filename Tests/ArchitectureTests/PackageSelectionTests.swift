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

  /// Returns the names of the targets only.
  private static func cachedTargets(of module: String) throws -> Set<String> {
    try Set(PackageDump.loadFromCache(of: SharedData.checkout, module: module).targets.map(\.name))
  }

  @Test func `MODULE selects a module and its dependencies, and no other feature's sources`() throws
  {
    let (targets, products, warnings) = try Self.selection(of: "News")
    #expect(targets.isSuperset(of: ["News", "NewsInterface", "NewsTests", "NetworkInterface"]))
    #expect(targets.isDisjoint(with: ["Network", "Bookmarks", "DataSource", "Routing", "metro"]))
    #expect(products.isSuperset(of: ["Mediator", "ModuleTesting", "NetworkInterface", "Scenes"]))
    #expect(products.isDisjoint(with: ["Network", "Store"]))
    #expect(warnings.isEmpty)
  }

  @Test func `several modules are selected together`() throws {
    let (targets, _, warnings) = try Self.selection(of: "News,Store")
    #expect(targets.isSuperset(of: ["News", "NewsTests", "Store", "StoreTests", "BoundaryTests"]))
    #expect(targets.isDisjoint(with: ["Network", "Bookmarks", "HostKit"]))
    #expect(warnings.isEmpty)
  }

  @Test func `a slice checks its imports, and the rules and the generator are slices, too`() throws
  {
    #expect(
      try Self.cachedTargets(of: "News").isSuperset(of: ["BoundaryTests", "ImportRules"]))
    let (targets, _, warnings) = try Self.selection(of: "Architecture")
    #expect(
      targets == [
        "ArchitectureTests", "BoundaryTests", "ImportRules", "TestSupport", "CTestEnvironment",
        "Mediator",
      ])
    #expect(warnings.isEmpty)
    #expect(try !Self.cachedTargets(of: "EmbeddedHost").contains("BoundaryTests"))
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
