import Foundation
import TestSupport
import Testing

@Suite struct PackageSelectionTests {
  private static func targets(of module: String) throws -> Set<String> {
    let data = try PackageGraph.dumpPackage(in: SharedData.checkout, module: module).output
    let manifest = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let targets = try #require(manifest["targets"] as? [[String: Any]])
    return Set(targets.compactMap { $0["name"] as? String })
  }

  @Test func `MODULE selects a module and its dependencies, and no other feature's sources`() throws
  {
    let targets = try Self.targets(of: "News")
    #expect(targets.isSuperset(of: ["News", "NewsInterface", "NewsTests", "NetworkInterface"]))
    #expect(targets.isDisjoint(with: ["Network", "Bookmarks", "DataSource", "Routing", "metro"]))
  }

  @Test func `an unknown module is an error that lists the modules`() throws {
    let (output, errors) = try PackageGraph.dumpPackage(in: SharedData.checkout, module: "Nwes")
    #expect(output.isEmpty)
    #expect(errors.contains("no module 'Nwes'; the modules are "))
    for name in ["Mediator", "Scenes", "News", "Routing", "metro"] {
      #expect(errors.contains(name))
    }
  }
}
