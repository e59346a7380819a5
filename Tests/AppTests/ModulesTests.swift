import Foundation
import Testing

@testable import metro

@Suite struct ModulesTests {
  @Test func `the modules are listed in start order, and none is started`() async throws {
    let session = try HostSession()
    let result = try await session.run(["modules"], columns: 120)
    #expect(result.code == .answered)
    #expect(result.output.hasPrefix("module"))
    #expect(result.output.components(separatedBy: " idle ").count == AppModules.all.count + 1)
    #expect(!FileManager.default.fileExists(atPath: session.folder.path))
  }

  @Test func `a program learns state, reason, time, actions, events and requirements`()
    async throws
  {
    let output = try await HostSession().run("modules", "--start", "--json").output
    let modules = try JSONDecoder().decode([ModuleListing].self, from: Data(output.utf8))
    let routing = try #require(modules.first { $0.name == "Routing" })
    #expect(routing.state == "started")
    #expect(routing.reason == "host")
    #expect(routing.milliseconds != nil)
    #expect(routing.actions.contains("routing/plan"))
    #expect(routing.uses == ["Share"])
    #expect(routing.publishes == ["JourneyPlanned"])
    #expect(routing.requires == ["DataSource"])
    #expect(modules.first { $0.name == "Bookmarks" }?.follows == ["JourneyPlanned"])
  }

  @Test func `the graph is Mermaid`() async throws {
    let output = try await HostSession().run("modules", "--graph").output
    #expect(output.hasPrefix("graph TD\n"))
    #expect(output.contains("\n  Routing --> DataSource\n"))
    #expect(output.contains("\n  Routing -. JourneyPlanned .-> Bookmarks\n"))
  }
}
