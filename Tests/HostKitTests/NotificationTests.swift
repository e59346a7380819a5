import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit

private enum Doorbell: Interface {}

/// Sends two notifications, and records what it receives.
private struct DoorbellModule: CommandModule, NotifiedModule, NotificationHandler {
  static let manifest = Manifest(Doorbell.self, summary: "", activation: .eager)
  static let commands = [
    Command("doorbell", "Show the doorbell", examples: ["doorbell"]) { _ in
      CommandResult(Empty()) { _, _ in "silent" }
    }.watchable(every: .seconds(30))
  ]

  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}

  static func notifications(
    through mediator: Mediator
  ) async throws -> AsyncStream<RemoteNotification> {
    Notes.current.record("connected")
    let (stream, continuation) = AsyncStream.makeStream(of: RemoteNotification.self)
    for text in ["front", "back"] {
      continuation.yield(RemoteNotification(payload: Data(text.utf8)))
    }
    return stream
  }

  func didReceive(_ notification: RemoteNotification) async throws -> Bool {
    Notes.current.record(String(decoding: notification.payload, as: UTF8.self))
    return true
  }
}

private enum Gate: Interface {}

/// Cannot connect to the sender of its notifications.
private struct GateModule: NotifiedModule {
  static let manifest = Manifest(Gate.self, summary: "")
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}

  static func notifications(
    through mediator: Mediator
  ) async throws -> AsyncStream<RemoteNotification> {
    throw HostError.outputFailed(reason: "no power")
  }
}

/// What the modules of a test record; a task-local value, because a test cannot pass it to them.
private enum Notes {
  @TaskLocal static var current = Recorder<String>()
}

@Suite(.timeLimit(.minutes(15))) struct NotificationTests {
  private let notes = Recorder<String>()

  @Test func `a command that is watched receives notifications until it ends`() async throws {
    let terminal = try PseudoTerminal(columns: 60)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let folder = TemporaryFolder()
    let host = CommandLineHost(
      app: .shop([GateModule.self, DoorbellModule.self]), folder: folder.url, output: output,
      errors: output, clock: ManualClock())
    let run = Notes.$current.withValue(notes) {
      Task { await host.run(["doorbell", "--watch"]) }
    }
    var written = ""
    while notes.values.count < 3 || !written.contains("notifications of 'Gate' are not received") {
      written += String(decoding: terminal.available, as: UTF8.self)
      await Task.yield()
    }
    #expect(notes.values == ["connected", "front", "back"])
    run.cancel()
    #expect(await run.value == .interrupted)
    #expect(written.contains("no power"))
  }

  @Test func `a command that ends by itself does not connect`() async throws {
    let app = CommandLineApp.shop([DoorbellModule.self])
    let result = try await Notes.$current.withValue(notes) { try await app.run("doorbell") }
    #expect(result.output == "silent\n")
    #expect(notes.values.isEmpty)
  }
}
