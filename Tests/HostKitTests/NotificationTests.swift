import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit

private enum Receiver: Interface {}

/// Sends two notifications, and records what it receives.
private struct ReceiverModule: Module, NotificationHandler {
  static let manifest = Manifest(Receiver.self, summary: "")
  static let contributions = Contributions(commands, notifications)
  static let commands = [
    Command("receiver", "Show nothing", examples: ["receiver"]) { _ in
      CommandResult(Empty()) { _ in "nothing" }
    }.watchable(every: .seconds(30))
  ]

  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}

  static let notifications = [
    NotificationSource { _ in
      Notes.current.record("connected")
      let (stream, continuation) = AsyncStream.makeStream(of: RemoteNotification.self)
      for text in ["first", "second"] {
        continuation.yield(RemoteNotification(payload: Data(text.utf8)))
      }
      return stream
    }
  ]

  func didReceive(_ notification: RemoteNotification) async throws {
    Notes.current.record(String(decoding: notification.payload, as: UTF8.self))
  }
}

private enum Offline: Interface {}

/// Cannot connect to the sender of its notifications.
private struct OfflineModule: Module {
  static let manifest = Manifest(Offline.self, summary: "")
  static let contributions = Contributions([
    NotificationSource { _ in throw HostError.outputFailed(reason: "no network") }
  ])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

/// What the modules of a test record; a task-local value, because a test cannot pass it to them.
private enum Notes {
  @TaskLocal static var current = Recorder<String>()
}

@Suite(.timeLimit(.minutes(15))) struct NotificationTests {
  private let notes = Recorder<String>()

  @Test func `a command that is watched receives notifications until it ends`() async throws {
    let written = try await watch([OfflineModule.self, ReceiverModule.self]) { [notes] written in
      notes.values.count >= 3 && written.contains("notifications of 'Offline' are not received")
    }
    #expect(notes.values == ["connected", "first", "second"])
    #expect(written.contains("no network"))
  }

  /// Watches a command of an app until a condition about what it has written holds, interrupts it,
  /// and returns what it has written.
  private func watch(
    _ modules: [any Module.Type], until condition: (_ written: String) -> Bool
  ) async throws -> String {
    let terminal = try PseudoTerminal(columns: 60)
    defer { withExtendedLifetime(terminal) {} }
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let folder = TemporaryFolder()
    // A release build logs errors only.
    let host = CommandLineHost(
      app: .shop(modules), folder: folder.url, output: output, errors: output,
      environment: ["SHOP_LOG": "warning"], clock: ManualClock())
    let run = Notes.$current.withValue(notes) {
      Task { await host.run(["receiver", "--watch"]) }
    }
    var written = ""
    try await wait {
      written += String(decoding: terminal.available, as: UTF8.self)
      return condition(written)
    }
    run.cancel()
    #expect(await run.value == .interrupted)
    return written
  }

  @Test func `a command that ends by itself does not connect`() async throws {
    let app = CommandLineApp.shop([ReceiverModule.self])
    let result = try await Notes.$current.withValue(notes) { try await app.run("receiver") }
    #expect(result.output == "nothing\n")
    #expect(notes.values.isEmpty)
  }
}
