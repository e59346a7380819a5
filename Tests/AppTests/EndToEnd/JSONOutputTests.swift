import Console
import Foundation
import Mediator
import ModuleManager
import Testing

@testable import HostKit
@testable import metro

@Suite struct JSONOutputTests {
  @Test func `help describes the JSON of every command that answers`() async throws {
    let session = try HostSession()
    // The first answers as the link says; the others run until they are ended.
    let others = ["open", "web", "plugins dev"]
    for command in HostCommands(Metro.app).documented where !others.contains(command.name) {
      let help = try await session.run(["help"] + command.words).output
      #expect(help.contains("JSON output: "), "metro help \(command.name)")
    }
  }

  @Test func `help lists every field of a type that rejects most values`()
    async throws
  {
    let help = try await HostSession().run(["help", "history"], columns: 200).output
    #expect(help.contains("JSON output: a list of objects with askedAt, city, from, to, count; "))
  }

  @Test func `help --json has the arguments and the JSON Schema of the answer`()
    async throws
  {
    for line in [["help", "route", "--json"], ["--json", "route", "--help"]] {
      let output = try await HostSession().run(line).output
      let pages = try #require(
        JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
      #expect(pages.count == 1)
      #expect(pages[0]["command"] as? String == "route")
      #expect((pages[0]["arguments"] as? [[String: Any]])?.first?["name"] as? String == "from")
      let answer = try #require(pages[0]["answer"] as? [String: Any])
      #expect((answer["properties"] as? [String: Any])?["journeys"] != nil)
    }
    let all = try await HostSession().run(["help", "--json"]).output
    let pages = try JSONSerialization.jsonObject(with: Data(all.utf8)) as? [[String: Any]]
    #expect(pages?.count == HostCommands(Metro.app).documented.count)
  }
}
