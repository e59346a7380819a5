import Foundation
import ModuleManager
import Testing

@testable import HostKit
@testable import metro

@Suite struct ModulesViewTests {
  @Test func `modules lists the modules in start order and starts none`() async throws {
    let session = try HostSession()
    let result = try await session.run("modules")
    #expect(result.code == .answered)
    #expect(
      result.output.hasPrefix("About\n  state      idle\n  actions    app, credits, versions\n"))
    #expect(
      result.output.contains(
        "\n\nDataSource\n  state      idle\n  actions    install, remove, use, cities, installed,"))
    let states = result.output.components(separatedBy: "\n  state      idle\n")
    #expect(states.count == AppModules.all.count + 1)
    #expect(!FileManager.default.fileExists(atPath: session.folder.path))
  }

  @Test func `every line of the list fits a narrow page, and shows how long a start took`()
    async throws
  {
    let output = try await HostSession().run(["modules", "--start"], columns: 40).output
    #expect(output.split(separator: "\n").allSatisfy { $0.count <= 40 })
    #expect(output.contains(/Routing\n  state      started in [0-9.]+ ms/))
  }

  @Test func `the JSON has state, reason, duration, actions, events and requirements`()
    async throws
  {
    let output = try await HostSession().run("modules", "--start", "--json").output
    let modules = try JSONDecoder().decode([ModuleListing].self, from: Data(output.utf8))
    let journeys = try #require(modules.first { $0.name == "Journeys" })
    #expect(journeys.state == "started")
    #expect(journeys.reason == "host")
    #expect(journeys.milliseconds != nil)
    #expect(journeys.actions.map(\.path).contains("routing/plan"))
    #expect(journeys.uses == ["Bookmarks", "Cart", "Fares", "News", "Share", "Stations", "Trips"])
    #expect(journeys.publishes == ["JourneyPlanned", "JourneySelected"])
    #expect(journeys.requires == ["DataSource", "Routing"])
    #expect(
      modules.first { $0.name == "Bookmarks" }?.follows
        == ["JourneyPlanned", "CityRemoved", "CityInstalled"])
  }

  @Test func `a section has the summary, actions, events and requirements of a module`()
    async throws
  {
    let output = try await HostSession().run("modules", "--markdown").output
    let sections = output.components(separatedBy: "\n## ")
    #expect(sections[0].hasPrefix("# Modules\n") && sections[0].contains("```mermaid\ngraph TD\n"))
    #expect(
      sections.dropFirst().map { $0.prefix { $0 != "\n" } }
        == AppModules.all.map { $0.manifest.name[...] })
    let bookmarks = try #require(sections.first { $0.hasPrefix("Bookmarks") })
    #expect(bookmarks.contains("\n| `bookmarks/add` | adds | assistants, programs, plug-ins | "))
    #expect(bookmarks.contains("\n- Follows: `JourneyPlanned` of Journeys"))
    #expect(bookmarks.contains("\n- Requires: DataSource"))
  }

  @Test func `the graph is written for Mermaid`() async throws {
    let output = try await HostSession().run("modules", "--graph").output
    #expect(output.hasPrefix("graph TD\n"))
    #expect(output.contains("\n  Routing --> DataSource\n"))
    #expect(output.contains("\n  Journeys -. JourneyPlanned .-> Bookmarks\n"))
  }
}
