import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

private struct OrderPlaced: Event {
  /// What the follower does.
  let outcome: Outcome
}

private struct OrderViewed: Event { static let mustBeHandled = false }

private enum Outcome { case report, ignore, fail }

private enum Stock: Interface {}

/// Reports about some events.
private struct StockModule: ModuleLifecycle {
  static let manifest = Manifest(
    Stock.self, summary: "", follows: [OrderPlaced.self, OrderViewed.self])

  func register(with registrar: Registrar) {
    registrar.followAndReport(OrderPlaced.self) { order in
      switch order.outcome {
      case .report: return "reserved 2 lamps"
      case .ignore: return nil
      case .fail: throw TestError()
      }
    }
    registrar.follow(OrderViewed.self) { _ in throw TestError() }
  }
}

/// What the module manager reports about the followers of an event.
@Suite(.timeLimit(.minutes(15))) struct ModuleReportsTests {
  private static let failure = EventReports.Report.failure(
    "'Stock' could not do its part: a fault")

  private func reports(
    about event: some Event, canStart: Bool, disabled: [String: String] = [:], isCollected: Bool
  ) async throws -> (reports: [EventReports.Report], events: [String]) {
    let mediator = Mediator()
    let events = Recorder<String>()
    let stock = ModuleDescriptor(StockModule.manifest) { _ in
      if !canStart { throw TestError() }
      return StockModule()
    }
    let manager = try ModuleManager([stock], mediator: mediator, disabled: disabled) {
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
      (.report, true, [.notice("reserved 2 lamps")]), (.ignore, true, []), (.fail, true, [failure]),
      (.report, false, [failure]),
    ] as [(Outcome, Bool, [EventReports.Report])])
  fileprivate func `the publisher learns what a module has changed, and why it could not`(
    outcome: Outcome, canStart: Bool, expected: [EventReports.Report]
  ) async throws {
    let event = OrderPlaced(outcome: outcome)
    let (reports, missed) = try await reports(about: event, canStart: canStart, isCollected: true)
    #expect(reports == expected && missed == [])
    // Without a publisher that collects them, the host learns of failures.
    let (none, log) = try await self.reports(about: event, canStart: canStart, isCollected: false)
    #expect(none == [] && log == (expected == [Self.failure] ? ["Stock OrderPlaced a fault"] : []))
  }

  @Test(arguments: [true, false])
  func `an event that need not be handled fails nobody`(canStart: Bool) async throws {
    let (reports, missed) = try await reports(
      about: OrderViewed(), canStart: canStart, isCollected: true)
    #expect(reports == [] && missed == ["Stock OrderViewed a fault"])
  }

  @Test func `a disabled module misses events without a report`() async throws {
    let (reports, missed) = try await reports(
      about: OrderPlaced(outcome: .fail), canStart: true, disabled: ["Stock": "a test"],
      isCollected: true)
    #expect(reports == [] && missed == [])
  }

  @Test(arguments: [
    ("Stock", "a fault"),
    ("Warehouse", "'Stock' requires 'Warehouse', which could not start: a fault"),
  ])
  func `a module that has failed before is reported for each event that it misses`(
    failed: String, reason: String
  ) async throws {
    let mediator = Mediator()
    let failures = Recorder<String>()
    let manager = try ModuleManager(
      ["Warehouse", "Stock"].map { .failing($0, isFailing: $0 == failed) }, mediator: mediator
    ) {
      if case .failed(let manifest, _) = $0 { failures.record(manifest.name) }
    } context: { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
    try await manager.start(failed)
    try await wait { failures.values == [failed] }
    for _ in 1...2 {
      let collected = EventReports()
      await collected.collect { await mediator.publishAndWait(OrderPlaced(outcome: .report)) }
      #expect(collected.end() == [.failure("'Stock' could not do its part: \(reason)")])
    }
    await manager.stop()
  }

  @Test func `a module that requires a disabled one misses events without a report`() async throws {
    let mediator = Mediator()
    let manager = try ModuleManager(
      ["Warehouse", "Stock"].map { .failing($0, isFailing: false) }, mediator: mediator,
      disabled: ["Warehouse": "a test"]
    ) { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
    let collected = EventReports()
    await collected.collect { await mediator.publishAndWait(OrderPlaced(outcome: .report)) }
    #expect(collected.end() == [])
    await manager.stop()
  }
}

extension ModuleDescriptor {
  /// A module that fails after its start. `Stock` requires `Warehouse` and follows `OrderPlaced`.
  fileprivate static func failing(_ name: String, isFailing: Bool) -> ModuleDescriptor {
    let isStock = name == "Stock"
    let manifest = Manifest(
      name: name, summary: "", requires: isStock ? ["Warehouse"] : [],
      follows: isStock ? [OrderPlaced.self] : [])
    return ModuleDescriptor(manifest) { _ in
      FailingModule(isStock: isStock, isFailing: isFailing)
    }
  }
}

private struct FailingModule: ModuleLifecycle {
  let isStock: Bool
  let isFailing: Bool

  func register(with registrar: Registrar) {
    if isStock { registrar.followAndReport(OrderPlaced.self) { _ in nil } }
  }

  func run() async throws {
    if isFailing { throw TestError() }
  }
}
