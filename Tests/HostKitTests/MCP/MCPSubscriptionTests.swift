import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Plugins
import Testing

@testable import HostKit

/// Subscriptions to resources, whose module publishes events in another process.
@Suite(.timeLimit(.minutes(15))) struct MCPSubscriptionTests {
  private static let names = "shop://catalogue/names"
  private let folder = TemporaryFolder()

  private func listen(_ id: String, to uris: [String]) throws -> String {
    MCPEra.modern.request(
      id, "subscriptions/listen",
      #""notifications":{"toolsListChanged":true,"resourceSubscriptions":\#(try text(uris))}"#)
  }

  private func subscribe(_ uri: String, id: String = "1", method: String = "subscribe") -> String {
    MCPEra.legacy.request(id, "resources/\(method)", #""uri":"\#(uri)""#)
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSON.encode(value), as: UTF8.self)
  }

  /// Subscribes a client, and waits until it is subscribed.
  private func subscribe(_ client: MCPClient, to uri: String, _ era: MCPEra) async throws {
    switch era {
    case .legacy: #expect(try await client.answer(to: subscribe(uri))["result"] == .object([:]))
    case .modern:
      let answer = try await client.answer(to: listen("\"a\"", to: [uri]))
      #expect(answer["method"] == .text("notifications/subscriptions/acknowledged"))
    }
  }

  /// Publishes an event as another process of the data folder does.
  private func publishInAnotherProcess() {
    let mediator = Mediator()
    let bridge = EventBridge(
      of: [CatalogueChanged.self], on: mediator, in: folder.url,
      log: Log(level: .warning) { Issue.record("\($0): \($1)") })
    mediator.publish(CatalogueChanged())
    withExtendedLifetime(bridge) {}
  }

  @Test(arguments: [
    (MCPEra.legacy, ""),
    (.modern, #""_meta":{"io.modelcontextprotocol/subscriptionId":"a"},"#),
  ])
  func `a client hears that another process has changed a resource`(
    era: MCPEra, mark: String
  ) async throws {
    let client = try MCPClient(in: folder)
    try await subscribe(client, to: Self.names, era)
    publishInAnotherProcess()
    #expect(
      try await client.message()
        == JSONValue(
          json: #"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"#
            + #"\#(mark)"uri":"\#(Self.names)"}}"#))
    client.hangUp()
    #expect(try await client.waitForEnd() == .answered)
    #expect(try await client.rest() == [])
  }

  @Test(arguments: [
    ([names], #"{"toolsListChanged":true,"resourceSubscriptions":["\#(names)"]}"#),
    ([], #"{"toolsListChanged":true}"#),
  ])
  func `the acknowledgement names what the server will send`(
    uris: [String], filter: String
  ) async throws {
    let client = try MCPClient()
    #expect(
      try await client.answer(to: listen("7", to: uris))
        == JSONValue(
          json: #"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","#
            + #""params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7},"#
            + #""notifications":\#(filter)}}"#))
  }

  @Test func `after the end of a subscription, the client hears nothing of it`() async throws {
    let client = try MCPClient(in: folder)
    let uri = "shop://catalogue/price?name=lamp"
    try await subscribe(client, to: uri, .legacy)
    try await subscribe(client, to: uri, .modern)
    client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"#)
    #expect(
      try await client.answer(to: subscribe(uri, method: "unsubscribe"))["result"] == .object([:]))
    try await subscribe(client, to: Self.names, .legacy)
    publishInAnotherProcess()
    #expect(try await client.message()["params"]?["uri"] == .text(Self.names))
    client.hangUp()
    #expect(try await client.rest() == [])
  }

  @Test(arguments: [
    ("shop://catalogue/secret?name=lamp", "links cannot call 'catalogue/secret'"),
    ("shop://catalogue/nams", "no action 'nams' in 'catalogue'; did you mean 'names'?"),
    ("shop://catalogue/price", "'name': a value is missing"),
    ("file:///etc/passwd", "bad URL 'file:///etc/passwd'"), ("", "bad URL ''"),
  ])
  func `what is no resource is refused`(uri: String, message: String) async throws {
    for (line, code) in [(subscribe(uri), -32002), (try listen("1", to: [uri]), -32602)] {
      let error = try await MCPClient().answer(to: line)["error"]
      #expect(error?["code"] == .integer(code))
      guard case .text(let text)? = error?["message"] else {
        Issue.record("\(line)")
        continue
      }
      #expect(text.hasPrefix(message), "\(text)")
    }
  }

  @Test(arguments: [
    "", #""notifications":[]"#, #""notifications":{"resourceSubscriptions":"shop://x"}"#,
    #""notifications":{"resourceSubscriptions":[1]}"#,
    #""notifications":{"toolsListChanged":1}"#,
  ])
  func `a filter that is not valid is refused`(parameters: String) async throws {
    let answer = try await MCPClient().answer(
      to: MCPEra.modern.request("1", "subscriptions/listen", parameters))
    #expect(
      answer["error"]?["message"]
        == .text(
          "expected an object as 'notifications', with a list of texts as 'resourceSubscriptions', "
            + "and true or false for lists such as 'toolsListChanged'"))
  }

  @Test func `a client can subscribe to 100 resources at the same time, in both ways together`()
    async throws
  {
    let client = try MCPClient()
    let uris = (1...101).map { "shop://catalogue/price?name=\($0)" }
    func isAccepted(_ line: String) async throws -> Bool {
      let answer = try await client.answer(to: line)
      guard let error = answer["error"] else { return true }
      #expect(
        error["message"]
          == .text(
            "a client can subscribe to 100 resources at the same time; end a subscription first"))
      return false
    }
    #expect(try await !isAccepted(listen("1", to: uris)))
    #expect(try await isAccepted(listen("2", to: Array(uris.prefix(60)))))
    #expect(try await !isAccepted(listen("3", to: Array(uris.prefix(41)))))
    for uri in uris.prefix(40) { #expect(try await isAccepted(subscribe(uri))) }
    #expect(try await !isAccepted(subscribe(uris[40])))
    #expect(try await isAccepted(subscribe(uris[0])))
    #expect(try await isAccepted(subscribe(uris[0], method: "unsubscribe")))
    #expect(try await isAccepted(subscribe(uris[40])))
  }

  @Test func `open subscriptions delay neither calls nor the end`() async throws {
    let client = try MCPClient()
    for id in 1...20 { _ = try await client.answer(to: listen("\(id)", to: [Self.names])) }
    let answer = try await client.answer(to: MCPEra.modern.call("0", "catalogue_names"))
    #expect(answer["result"]?["structuredContent"] != nil)
    client.hangUp()
    // Time does not pass.
    #expect(try await client.waitForEnd() == .answered)
    #expect(try await client.rest() == [])
  }

  @Test func `events that follow one another quickly are reported once per interval`()
    async throws
  {
    let (mediator, clock, reported) = (Mediator(), ManualClock(), Recorder<String>())
    let subscriptions = MCPSubscriptions(mediator, clock: clock) { _, parameters in
      reported.record(String(decoding: parameters, as: UTF8.self))
    }
    let app = CommandLineApp.shop([CatalogueModule.self])
    let tool = try #require(MCPTool.all(of: app.modules, in: app).first)
    try subscriptions.subscribe(to: Self.names, of: tool)
    func waitForReports(_ count: Int) async throws {
      try await wait { reported.values.count == count && clock.sleeperCount == 1 }
    }
    mediator.publish(CatalogueChanged())
    try await waitForReports(1)
    for _ in 1...50 { mediator.publish(CatalogueChanged()) }
    clock.advance(by: MCPSubscriptions.interval)
    try await waitForReports(2)
    for _ in 1...50 {
      clock.advance(by: MCPSubscriptions.interval)
      await Task.yield()
    }
    #expect(reported.values == Array(repeating: #"{"uri":"shop://catalogue/names"}"#, count: 2))
    subscriptions.end()
  }
}

@Suite struct MCPToolEventsTests {
  private enum Shelves: Interface {
    static let list = Action<Empty, [Int]>(Shelves.self, "list", .reads, .remote)
  }

  private struct ShelvesModule: Module {
    static let manifest = Manifest(
      Shelves.self, summary: "", requires: [Catalogue.self], answers: [Shelves.list])
    init(context: ModuleContext) {}
    func register(with registrar: Registrar) {}
  }

  @Test func `what a module answers may change with the modules that it requires`() throws {
    let app = CommandLineApp.shop([CatalogueModule.self, ShelvesModule.self])
    let tool = try #require(
      MCPTool.all(of: app.modules, in: app).first { $0.name == "shelves_list" })
    #expect(tool.events.map { "\($0)" } == ["CatalogueChanged"])
  }
}
