import Channel
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

@Suite(.timeLimit(.minutes(15))) struct MCPVersionNegotiationTests {
  /// Lets the time pass until `body` returns or throws.
  private func advancing<Result>(
    _ clock: ManualClock, _ body: () async throws -> Result
  ) async throws -> Result {
    let advances = Task {
      while !Task.isCancelled {
        clock.advance(by: MCPVersionNegotiation.fallbackDelay)
        await Task.yield()
      }
    }
    defer { advances.cancel() }
    return try await body()
  }

  @Test(arguments: [nil, MCPEra.modern])
  func `the modern form is tried first`(era: MCPEra?) async throws {
    let server = try FakeServer.speaking(.modern) { _ in nil }
    let client = try await server.connect(era: era)
    #expect(client.era == .modern)
    #expect(server.received.values == ["server/discover"])
  }

  @Test(arguments: [-32601, -32602, -32022, -32603, 0])
  func `a refusal of the modern form leads to the older one`(code: Int) async throws {
    let server = try FakeServer { request in
      guard request.method == "initialize" else {
        throw ChannelError.remote(code: code, message: "no")
      }
      #expect(
        request.json
          == .object([
            "protocolVersion": .text("2025-11-25"), "capabilities": .object([:]),
            "clientInfo": .object(["name": .text("app"), "version": .text("1.2")]),
          ]))
      return #"{"protocolVersion":"2024-11-05","capabilities":{"tools":{}}}"#
    }
    #expect(try await server.connect().era == .legacy)
    try await wait { server.received.values.count == 3 }
    #expect(
      server.received.values == ["server/discover", "initialize", "notifications/initialized"])
  }

  @Test func `a known older form is tried first, and the modern one if it is refused`() async throws
  {
    let legacy = try FakeServer.speaking(.legacy) { _ in nil }
    #expect(try await legacy.connect(era: .legacy).era == .legacy)
    #expect(!legacy.received.values.contains("server/discover"))

    let modern = try FakeServer.speaking(.modern) { _ in nil }
    #expect(try await modern.connect(era: .legacy).era == .modern)
    #expect(modern.received.values == ["initialize", "server/discover"])
  }

  @Test(arguments: MCPEra.allCases)
  func `a silent plug-in is asked in the other form, too`(first: MCPEra) async throws {
    let clock = ManualClock()
    let silent = first == .modern ? "server/discover" : "initialize"
    let server = try FakeServer { request in
      // The time passes when the plug-in has received the request that it does not answer.
      guard request.method != silent else {
        clock.advance(by: MCPVersionNegotiation.fallbackDelay)
        return nil
      }
      return request.method == "initialize"
        ? #"{"protocolVersion":"2025-11-25"}"# : #"{"supportedVersions":["2026-07-28"]}"#
    }
    // The client may begin to wait after the request has arrived.
    let client = try await advancing(clock) { try await server.connect(era: first, clock: clock) }
    #expect(client.era != first)
  }

  @Test func `a plug-in that starts slowly may answer the first request late`() async throws {
    let clock = ManualClock()
    let isStarted = Promise<Void>()
    let server = try FakeServer { request in
      // It has locked its form when it reads the second request.
      guard request.method == "server/discover" else {
        isStarted.fulfil(.success(()))
        throw ChannelError.remote(code: -32022, message: "the modern form is in use")
      }
      try await isStarted.value
      return #"{"supportedVersions":["2026-07-28"]}"#
    }
    let client = try await advancing(clock) { try await server.connect(clock: clock) }
    #expect(client.era == .modern)
  }

  @Test func `a plug-in that refuses both forms is not understood`() async throws {
    let server = try FakeServer { request in
      throw ChannelError.remote(code: -32601, message: "no '\(request.method)'\u{1B}[2J")
    }
    await #expect(
      throws: PluginError.notUnderstood(
        plugin: "weather",
        reason: "it refuses 'server/discover' (no 'server/discover'), "
          + "and it refuses 'initialize' (no 'initialize')")
    ) { try await server.connect() }
  }

  @Test(arguments: [
    (#"{"supportedVersions":["2030-01-01"]}"#, "with the revisions '2030-01-01'"),
    ("{}", "without a list of revisions"), ("3", "without a list of revisions"),
    (#"{"supportedVersions":"2026-07-28"}"#, "without a list of revisions"),
  ])
  func `an answer without a known revision is a refusal`(
    answer: String, problem: String
  ) async throws {
    #expect(DiscoverAnswer(Data(answer.utf8)).problem == problem)
    let server = try FakeServer { request in
      request.method == "initialize" ? #"{"protocolVersion":"1999-01-01"}"# : answer
    }
    await #expect(
      throws: PluginError.notUnderstood(
        plugin: "weather",
        reason: "to 'server/discover' it answers \(problem), "
          + "and to 'initialize' it answers with the revision '1999-01-01'")
    ) { try await server.connect() }
  }

  @Test func `the end of the plug-in ends the search`() async throws {
    let server = try FakeServer { _ in nil }
    let task = Task { try await server.connect() }
    server.server.close()
    await #expect(throws: ChannelError.self) { try await task.value }
  }

  @Test func `a cancellation ends the search`() async throws {
    let server = try FakeServer { _ in nil }
    let task = Task { try await server.connect(era: .legacy) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
