import Channel
import Foundation
import Mediator
import ModuleTesting
import Platform
import Testing

@testable import Plugins

@Suite(.timeLimit(.minutes(15))) struct MCPProgressTests {
  @Test(arguments: MCPEra.allCases)
  func `reports of progress begin the timeout again and are shown`(era: MCPEra) async throws {
    let clock = ManualClock()
    let shown = Recorder<String>()
    let server = Lock<FakeServer?>(nil)
    let fake = try FakeServer.speaking(era, clock: clock) { request in
      guard case .object(let members)? = request.json,
        case .object(let metadata)? = members["_meta"],
        case .integer(let token)? = metadata["progressToken"]
      else { return nil }
      let reports = [
        #""progressToken":\#(token),"progress":1"#,
        #""progressToken":"\#(token)","progress":2,"total":4,"message":"half\u001b[1m"#
          + #"\nway""#,
        #""progressToken":\#(token),"progress":3.5,"total":0"#,
      ]
      for (index, report) in reports.enumerated() {
        clock.advance(by: .seconds(29))
        try await server.withLock(\.self)?.server.notify(
          "notifications/progress", Data("{\(report)}".utf8))
        try await wait { shown.values.count == index + 1 }
      }
      return #"{"content":[{"type":"text","text":"done"}]}"#
    }
    server.withLock { $0 = fake }
    let client = try await fake.connect(era: era)
    let result = try await ToolProgress.$report.withValue(
      { shown.record("\($0) \($1.map { "\($0)" } ?? "-")") }
    ) { try await client.call("slow", .object([:])) }
    #expect(result.value == .text("done"))
    #expect(shown.values == ["1 -", "half way 0.5", "3.5 -"])
    server.withLock { $0 = nil }
  }

  @Test(arguments: [
    "{}", "[]", #"{"progressToken":true,"progress":1}"#, #"{"progressToken":"x","progress":1}"#,
    #"{"progressToken":99,"progress":1}"#,
  ])
  func `a report about nothing changes nothing`(report: String) async throws {
    let clock = ManualClock()
    let server = Lock<FakeServer?>(nil)
    let fake = try FakeServer.speaking(.modern, clock: clock) { _ in
      try await server.withLock(\.self)?.server.notify("notifications/progress", Data(report.utf8))
      clock.advance(by: .seconds(30))
      return nil
    }
    server.withLock { $0 = fake }
    let client = try await fake.connect()
    await #expect(
      throws: PluginError.timedOut(plugin: "weather", tool: "a", after: .seconds(30))
    ) { try await client.call("a", .object([:])) }
    server.withLock { $0 = nil }
  }
}
