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
      guard let token = request.progressToken else { return nil }
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
    let shown = Recorder<String>()
    let server = Lock<FakeServer?>(nil)
    let fake = try FakeServer.speaking(.modern, clock: clock) { request in
      guard request.json?.text(of: "name") == "b", let token = request.progressToken else {
        return nil
      }
      // The reports are read in their order: after the second one, the first has had its effect.
      clock.advance(by: .seconds(29))
      for report in [report, #"{"progressToken":\#(token),"progress":1,"message":"b"}"#] {
        try await server.withLock(\.self)?.server.notify(
          "notifications/progress", Data(report.utf8))
      }
      try await wait { !shown.values.isEmpty }
      clock.advance(by: .seconds(1))
      return #"{"content":[]}"#
    }
    server.withLock { $0 = fake }
    let client = try await fake.connect()
    let call = Task {
      try await ToolProgress.$report.withValue({ work, _ in shown.record("a: \(work)") }) {
        try await client.call("a", .object([:]))
      }
    }
    try await wait { fake.received.values.contains("tools/call") }
    _ = try await ToolProgress.$report.withValue({ work, _ in shown.record("b: \(work)") }) {
      try await client.call("b", .object([:]))
    }
    try await wait { fake.received.values.contains("cancelled tools/call") }
    await #expect(
      throws: PluginError.timedOut(plugin: "weather", tool: "a", after: .seconds(30))
    ) { try await call.value }
    #expect(shown.values == ["b: b"])
    server.withLock { $0 = nil }
  }

  @Test func `a report shows no secret of the plug-in`() async throws {
    let shown = Recorder<String>()
    let server = Lock<FakeServer?>(nil)
    let fake = try FakeServer.speaking(.modern, hiding: ["s3cret-of-ana"]) { request in
      let token = request.progressToken ?? 0
      let report =
        #"{"progressToken":\#(token),"progress":1,"message":"with s3cr\u0065t-of-ana"}"#
      try await server.withLock(\.self)?.server.notify(
        "notifications/progress", Data(report.utf8))
      try await wait { !shown.values.isEmpty }
      return #"{"content":[]}"#
    }
    server.withLock { $0 = fake }
    let client = try await fake.connect()
    _ = try await ToolProgress.$report.withValue({ work, _ in shown.record(work) }) {
      try await client.call("a", .object([:]))
    }
    #expect(shown.values == ["with …"])
    server.withLock { $0 = nil }
  }
}

extension ChannelRequest {
  fileprivate var progressToken: Int? {
    guard case .object(let members)? = json, case .object(let metadata)? = members["_meta"],
      case .integer(let token)? = metadata["progressToken"]
    else { return nil }
    return token
  }
}

extension JSONValue {
  /// The text of a member; nil for none.
  fileprivate func text(of member: String) -> String? {
    if case .object(let members) = self, case .text(let text)? = members[member] {
      text
    } else {
      nil
    }
  }
}
