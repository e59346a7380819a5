import Channel
import Foundation
import Mediator
import ModuleManager
import ModuleTesting

@testable import Plugins

/// The server end of a connection to a client, in the same process.
final class FakeServer: Sendable {
  /// What the server does with a request; nil to leave it without an answer.
  typealias Answer = @Sendable (ChannelRequest) async throws -> String?

  let client: Channel
  /// What the client could not use of the server's output.
  let unusable = Recorder<UnusableLine>()
  private let requests: MCPServerRequests
  /// The requests and notifications, as `method`, in their order.
  let received = Recorder<String>()
  let server: Channel
  private let notifications: Task<Void, Never>

  /// - Parameters:
  ///   - clock: The clock of the client's timeouts.
  ///   - secrets: What nothing shows.
  ///   - ask: Answers the questions for the person; nil where nobody can be asked.
  ///   - answer: Returns JSON, or throws an error.
  init(
    clock: any Clock<Duration> = ManualClock(), hiding secrets: [String] = [],
    ask: PluginQuestion.Asker? = nil, _ answer: @escaping Answer
  ) throws {
    var (first, second): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    pipe(&first)
    pipe(&second)
    requests = MCPServerRequests(plugin: "weather", hiding: secrets, ask: ask) { _ in }
    client = try MCPClient.openChannel(
      ChannelTransport(reading: first[0], writing: second[1]), clock: clock, requests: requests
    ) { [unusable] in unusable.record($0) }
    let received = received
    let server = try Channel(
      ChannelTransport(reading: second[0], writing: first[1]),
      cancellation: .mcp
    ) { request in
      received.record(request.method)
      guard let answer = try await answer(request) else {
        do {
          try await Task.sleep(for: .seconds(3600))
        } catch {
          received.record("cancelled \(request.method)")
          throw error
        }
        return Data()
      }
      return Data(answer.utf8)
    }
    self.server = server
    let stream = server.notifications(of: "notifications/initialized")
    notifications = Task {
      for await _ in stream { received.record("notifications/initialized") }
    }
  }

  deinit {
    notifications.cancel()
    client.close()
    server.close()
  }

  /// A client of the server.
  /// - Parameter clock: Decides when a silent server is asked in the other form: without it, never.
  func connect(
    era: MCPEra? = nil, clock: any Clock<Duration> = ManualClock(),
    timeout: Duration = .seconds(30)
  ) async throws -> MCPClient {
    try await MCPClient.connect(
      client, plugin: "weather", era: era, app: .test, clock: clock, startTimeout: .seconds(600),
      timeout: timeout, requests: requests)
  }

  /// A server that speaks the era, and answers calls of tools.
  static func speaking(
    _ era: MCPEra, clock: any Clock<Duration> = ManualClock(), hiding secrets: [String] = [],
    ask: PluginQuestion.Asker? = nil, tools: @escaping Answer
  ) throws -> FakeServer {
    try FakeServer(clock: clock, hiding: secrets, ask: ask) { request in
      switch (request.method, era) {
      case ("server/discover", .modern): #"{"supportedVersions":["2026-07-28"]}"#
      case ("initialize", .legacy): #"{"protocolVersion":"2025-11-25"}"#
      case ("tools/list", _), ("tools/call", _): try await tools(request)
      case _: throw ChannelError.remote(code: -32601, message: "no such method")
      }
    }
  }
}

extension AppDescription {
  static let test = AppDescription(
    name: "app", summary: "", version: "1.2", folder: .temporaryDirectory)
}

extension MCPServerRequests {
  /// Nobody can be asked.
  static let test = MCPServerRequests(plugin: "weather", ask: nil) { _ in }
}

extension MCPToolResult {
  var value: JSONValue { value(keepingContent: true) }
}

extension ChannelRequest {
  var json: JSONValue? { try? JSON.decode(JSONValue.self, from: parameters ?? Data()) }
}
