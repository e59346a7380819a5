import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

struct Knock: Event {}

enum Flaky: Interface {
  static let count = Action<Empty, Int>(Flaky.self, "count")
}

/// A module that fails when a test says so, its manager and a log of its hooks.
final class RestartFixture: Sendable {
  let clock: ManualClock
  let mediator: Mediator
  let log: Recorder<String>
  let events: Recorder<String>
  let manager: ModuleManager
  private let script: FlakyScript

  init(
    restarts: RestartIntensity? = RestartIntensity(maximum: 3, within: .seconds(60)),
    deadlines: Deadlines? = nil, requirement: ModuleDescriptor? = nil,
    stop: @escaping @Sendable () async throws -> Void = {}
  ) throws {
    let (clock, mediator, events) = (ManualClock(), Mediator(scheme: "app"), Recorder<String>())
    let script = FlakyScript(stop: stop)
    let manifest = Manifest(
      name: "Flaky", summary: "", requires: requirement.map { [$0.manifest.name] } ?? [],
      answers: [Flaky.count], follows: [Knock.self],
      deadlines: deadlines, restarts: restarts)
    manager = try ModuleManager(
      [ModuleDescriptor(manifest) { _ in FlakyModule(script) }] + (requirement.map { [$0] } ?? []),
      mediator: mediator, clock: clock
    ) { event in
      switch event {
      case .started: events.record("started")
      case .failed(_, let reason): events.record("failed: \(reason)")
      case .hookFailed(_, let hook, let reason): events.record("\(hook) failed: \(reason)")
      case .eventMissed(_, let event, let reason): events.record("\(event) missed: \(reason)")
      case .stopped: break
      }
    } context: { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    (self.clock, self.mediator, self.events) = (clock, mediator, events)
    (self.script, log) = (script, script.log)
  }

  var state: ModuleRecord.State { manager.records[0].state }

  /// Returns the number of the start that answers.
  func call() async throws -> Int { try await mediator.perform(Flaky.count) }

  /// Makes `run` of the current instance throw.
  func failRun() { script.run.withLock { $0 }.fulfil(.failure(TestError())) }

  func failStarts(_ fails: Bool) { script.failsStart.withLock { $0 = fails } }
}

/// What the module does.
final class FlakyScript: Sendable {
  let log = Recorder<String>()
  let starts = Lock(0)
  let failsStart = Lock(false)
  /// The end of the current `run`.
  let run = Lock(Promise<Void>())
  let stop: @Sendable () async throws -> Void

  init(stop: @escaping @Sendable () async throws -> Void) { self.stop = stop }
}

/// A module that does nothing.
struct Base: ModuleLifecycle {
  func register(with registrar: Registrar) {}
}

struct FlakyModule: MemoryWarningHandler {
  private let script: FlakyScript
  private let number: Int
  private let end = Promise<Void>()

  init(_ script: FlakyScript) {
    self.script = script
    number = script.starts.withLock { starts in
      starts += 1
      return starts
    }
  }

  func register(with registrar: Registrar) {
    registrar.answer(Flaky.count) { [number] _ in number }
    registrar.follow(Knock.self) { [script, number] _ in script.log.record("knock \(number)") }
  }

  func start() async throws {
    script.log.record("start \(number)")
    if script.failsStart.withLock({ $0 }) { throw TestError() }
    script.run.withLock { $0 = end }
  }

  func run() async throws { try await end.value }

  func didReceiveMemoryWarning() { script.log.record("warn \(number)") }

  func stop() async throws {
    script.log.record("stop \(number)")
    try await script.stop()
  }
}
