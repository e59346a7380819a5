import Foundation
import TestSupport
import Testing

@Suite struct PackageSelectionTests {
  private struct Package: Decodable {
    struct Element: Decodable {
      let name: String
    }

    let targets: [Element]
    let products: [Element]
  }

  /// Returns the names of the targets and products that `MODULE` selects, and the warnings.
  private static func selection(
    of module: String
  ) throws -> (targets: Set<String>, products: Set<String>, warnings: String) {
    let (output, errors) = try PackageGraph.dumpPackage(in: SharedData.checkout, module: module)
    let package = try JSONDecoder().decode(Package.self, from: output)
    return (Set(package.targets.map(\.name)), Set(package.products.map(\.name)), errors)
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

  @Test func `the name of no module keeps all targets and products, with a warning`() throws {
    let (targets, products, warnings) = try Self.selection(of: "Nwes")
    let all = try Self.selection(of: "")
    #expect(targets == all.targets)
    #expect(targets.isSuperset(of: ["Mediator", "News", "Network", "metro"]))
    #expect(targets.isDisjoint(with: ["Template", "FuzzURL"]))
    #expect(
      products == [
        "Mediator", "ModuleManager", "Console", "Scenes", "Store", "HostKit", "ModuleTesting",
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
