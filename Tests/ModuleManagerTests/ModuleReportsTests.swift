import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

private struct Knocked: Event {
  /// What the follower does.
  let wish: Wish
}

private struct Peeked: Event { static let mustBeHandled = false }

private enum Wish { case answer, ignore, fail }

private enum Porter: Interface {}

/// Reports about some events.
private struct PorterModule: ModuleLifecycle {
  static let manifest = Manifest(
    Porter.self, summary: "", follows: [Knocked.self, Peeked.self])

  func connect(_ connection: Connection) {
    connection.followAndReport(Knocked.self) { knocked in
      switch knocked.wish {
      case .answer: return "opened the door"
      case .ignore: return nil
      case .fail: throw TestError()
      }
    }
    connection.follow(Peeked.self) { _ in throw TestError() }
  }
}

/// What the module manager reports about the followers of an event.
@Suite(.timeLimit(.minutes(15))) struct ModuleReportsTests {
  private static let failure = EventReports.Report.failure(
    "'Porter' could not do its part: a fault")

  private func reports(
    about event: some Event, canStart: Bool, disabled: [String: String] = [:], isCollected: Bool
  ) async throws -> (reports: [EventReports.Report], events: [String]) {
    let mediator = Mediator()
    let events = Recorder<String>()
    let porter = ModuleDescriptor(PorterModule.manifest) { _ in
      if !canStart { throw TestError() }
      return PorterModule()
    }
    let manager = try ModuleManager([porter], mediator: mediator, disabled: disabled) {
      if case .eventMissed(let manifest, let event, let reason) = $0 {
        events.record("\(manifest.name) \(event) \(reason)")
      }
    } context: { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    let collected = EventReports()
    try await manager.open()
    if isCollected {
      await collected.collect { await mediator.publishAndWait(event) }
    } else {
      await mediator.publishAndWait(event)
    }
    await manager.stop()
    return (collected.end(), events.values)
  }

  @Test(
    arguments: [
      (.answer, true, [.notice("opened the door")]), (.ignore, true, []), (.fail, true, [failure]),
      (.answer, false, [failure]),
    ] as [(Wish, Bool, [EventReports.Report])])
  fileprivate func `the publisher learns what a module has changed, and why it could not`(
    wish: Wish, canStart: Bool, expected: [EventReports.Report]
  ) async throws {
    let event = Knocked(wish: wish)
    let (reports, missed) = try await reports(about: event, canStart: canStart, isCollected: true)
    #expect(reports == expected && missed == [])
    // Without a publisher that collects them, the host learns of failures.
    let (none, log) = try await self.reports(about: event, canStart: canStart, isCollected: false)
    #expect(none == [] && log == (expected == [Self.failure] ? ["Porter Knocked a fault"] : []))
  }

  @Test(arguments: [true, false])
  func `an event that need not be handled fails nobody`(canStart: Bool) async throws {
    let (reports, missed) = try await reports(
      about: Peeked(), canStart: canStart, isCollected: true)
    #expect(reports == [] && missed == ["Porter Peeked a fault"])
  }

  @Test func `a disabled module misses events without a report`() async throws {
    let (reports, missed) = try await reports(
      about: Knocked(wish: .fail), canStart: true, disabled: ["Porter": "a test"],
      isCollected: true)
    #expect(reports == [] && missed == [])
  }
}
