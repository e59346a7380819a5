import Foundation
import TestSupport
import Testing

@Suite struct SliceTests {
  private static func targets(of module: String) throws -> Set<String> {
    let data = try House.dump(SharedData.checkout, module: module).output
    let manifest = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let targets = try #require(manifest["targets"] as? [[String: Any]])
    return Set(targets.compactMap { $0["name"] as? String })
  }

  @Test func `a slice holds the module and what it names, and no other module's sources`() throws {
    let targets = try Self.targets(of: "News")
    #expect(targets.isSuperset(of: ["News", "NewsInterface", "NewsTests", "NetworkInterface"]))
    #expect(targets.isDisjoint(with: ["Network", "Bookmarks", "DataSource", "Routing", "metro"]))
  }

  @Test func `an unknown module is refused with the names of the known ones`() throws {
    let (output, errors) = try House.dump(SharedData.checkout, module: "Nwes")
    #expect(output.isEmpty)
    #expect(errors.contains("no module 'Nwes'; the modules are "))
    for name in ["Mediator", "ListScene", "News", "Routing", "metro"] {
      #expect(errors.contains(name))
    }
  }
}
