import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform

/// What a hook of a scripted module does.
enum Behavior: CaseIterable {
  case succeeds
  /// Takes one second of the fixture's clock; as `run`, works until it is cancelled.
  case succeedsSlowly
  case fails
  /// Throws `CancellationError` without having been cancelled.
  case cancelled
  /// Lets its deadline pass and ignores its cancellation.
  case exceedsDeadline
  case ignoresCancellation
  case waitsForCancellation
}

/// The manifest and the behavior of a scripted module.
struct Script: Sendable {
  static let deadline = Duration.seconds(5)

  var requires: [Int] = []
  var activation = Manifest.Activation.lazy
  var failurePolicy = Manifest.FailurePolicy.optional
  var start = Behavior.succeeds
  var run = Behavior.succeeds
  var stop = Behavior.succeeds
  var hook = Behavior.succeeds

  var deadlines: Deadlines {
    var deadlines = Deadlines.unlimited
    if [.exceedsDeadline, .waitsForCancellation].contains(start) {
      deadlines.start = Self.deadline
    }
    if run == .exceedsDeadline || stop == .exceedsDeadline { deadlines.stop = Self.deadline }
    if [.exceedsDeadline, .waitsForCancellation].contains(hook) { deadlines.hook = Self.deadline }
    return deadlines
  }
}

struct TestError: Error, CustomStringConvertible {
  var description: String { "a fault" }
}

/// Up to twelve scripted modules, their clock, and a log of their hook calls.
final class ModuleManagerFixture: Sendable {
  @TaskLocal static var current = ModuleManagerFixture([])

  let scripts: [Script]
  let clock = ManualClock()
  let mediator = Mediator()
  let log = Recorder<String>()
  let events = Recorder<String>()
  /// Nil when no call hangs any more.
  private let hangingCalls = Lock<[CheckedContinuation<Void, Never>]?>([])

  init(_ scripts: [Script]) {
    self.scripts = scripts
  }

  /// Runs `body` with a manager of the fixture's modules.
  func withManager<Result>(
    deadlines: Deadlines = .unlimited, disabled: [String: String] = [:],
    _ body: (ModuleManager) async throws -> Result
  ) async throws -> Result {
    try await ModuleManagerFixture.$current.withValue(self) {
      let manager = try ModuleManager(
        Array(Self.modules.prefix(scripts.count)), mediator: mediator, deadlines: deadlines,
        disabled: disabled, clock: clock
      ) { [events] event in
        events.record(event.sentence)
      } context: { [mediator] _ in
        ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
      }
      defer { resumeHangingCalls() }
      return try await body(manager)
    }
  }

  func run(_ behavior: Behavior, _ hook: String, _ number: Int) async throws {
    log.record("\(hook) \(number)")
    switch behavior {
    case .succeeds: return
    case .succeedsSlowly:
      clock.advance(by: .seconds(1))
      await Task.yield()
    case .fails: throw TestError()
    case .cancelled: throw CancellationError()
    case .waitsForCancellation:
      try? await clock.sleep(for: .seconds(1_000_000))
      log.record("cancelled \(hook) \(number)")
      try Task.checkCancellation()
    case .exceedsDeadline, .ignoresCancellation:
      await withCheckedContinuation { continuation in
        let hangs = hangingCalls.withLock { hangingCalls in
          hangingCalls?.append(continuation)
          return hangingCalls != nil
        }
        if behavior == .exceedsDeadline { clock.advance(by: Script.deadline) }
        if !hangs { continuation.resume() }
      }
    }
  }

  /// Resumes the hooks that ignore their cancellation, also those that are called later.
  func resumeHangingCalls() {
    for continuation in hangingCalls.withLock({ $0.take() }) ?? [] { continuation.resume() }
  }

  static let modules: [any Module.Type] = [
    ScriptedModule<Zero>.self, ScriptedModule<One>.self, ScriptedModule<Two>.self,
    ScriptedModule<Three>.self, ScriptedModule<Four>.self,
    ScriptedModule<Five>.self, ScriptedModule<Six>.self, ScriptedModule<Seven>.self,
    ScriptedModule<Eight>.self, ScriptedModule<Nine>.self,
    ScriptedModule<Ten>.self, ScriptedModule<Eleven>.self,
  ]
  static let interfaces: [any Interface.Type] = [
    Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self,
    Eight.self, Nine.self, Ten.self, Eleven.self,
  ]
  static let names = interfaces.map { $0.name }
}

/// Waits until another task makes a condition false; ends when the suite's time limit cancels it.
func wait(while condition: @autoclosure () -> Bool) async throws {
  while condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}

extension Deadlines {
  /// For hooks that do not hang: time that passes for other modules does not exceed these.
  static let unlimited = Deadlines(
    start: .seconds(1_000_000), stop: .seconds(1_000_000), hook: .seconds(1_000_000))
}

extension LifecycleEvent {
  fileprivate var sentence: String {
    switch self {
    case .started(let manifest, let reason, _): "\(manifest.name) started: \(reason)"
    case .failed(let manifest, let reason): "\(manifest.name) failed: \(reason)"
    case .stopped(let manifest): "\(manifest.name) stopped"
    case .hookFailed(let manifest, let hook, let reason):
      "\(manifest.name) failed in \(hook): \(reason)"
    case .eventMissed(let manifest, let event, let reason):
      "\(manifest.name) missed \(event): \(reason)"
    }
  }
}

protocol Numbered: Interface {
  static var number: Int { get }
  static var count: Action<Empty, Int> { get }
}

enum Zero: Numbered {
  static let number = 0
  static let count = Action<Empty, Int>(Zero.self, "count")
}
enum One: Numbered {
  static let number = 1
  static let count = Action<Empty, Int>(One.self, "count")
}
enum Two: Numbered {
  static let number = 2
  static let count = Action<Empty, Int>(Two.self, "count")
}
enum Three: Numbered {
  static let number = 3
  static let count = Action<Empty, Int>(Three.self, "count")
}
enum Four: Numbered {
  static let number = 4
  static let count = Action<Empty, Int>(Four.self, "count")
}
enum Five: Numbered {
  static let number = 5
  static let count = Action<Empty, Int>(Five.self, "count")
}
enum Six: Numbered {
  static let number = 6
  static let count = Action<Empty, Int>(Six.self, "count")
}
enum Seven: Numbered {
  static let number = 7
  static let count = Action<Empty, Int>(Seven.self, "count")
}
enum Eight: Numbered {
  static let number = 8
  static let count = Action<Empty, Int>(Eight.self, "count")
}
enum Nine: Numbered {
  static let number = 9
  static let count = Action<Empty, Int>(Nine.self, "count")
}
enum Ten: Numbered {
  static let number = 10
  static let count = Action<Empty, Int>(Ten.self, "count")
}
enum Eleven: Numbered {
  static let number = 11
  static let count = Action<Empty, Int>(Eleven.self, "count")
}

/// A module that does what the fixture's script says.
struct ScriptedModule<Name: Numbered>: Module, MemoryWarningHandler, NotificationHandler {
  static var manifest: Manifest {
    let script = ModuleManagerFixture.current.scripts[Name.number]
    return Manifest(
      Name.self, summary: "", requires: script.requires.map { ModuleManagerFixture.interfaces[$0] },
      answers: [Name.count], activation: script.activation, failurePolicy: script.failurePolicy,
      deadlines: script.deadlines)
  }

  private let fixture = ModuleManagerFixture.current
  private var script: Script { fixture.scripts[Name.number] }

  init(context: ModuleContext) {}

  func register(with registrar: Registrar) {
    registrar.answer(Name.count) { _ in Name.number }
  }

  func start() async throws { try await fixture.run(script.start, "start", Name.number) }

  func run() async throws {
    switch script.run {
    case .succeeds, .fails, .cancelled, .ignoresCancellation, .waitsForCancellation:
      try await fixture.run(script.run, "run", Name.number)
    case .succeedsSlowly: try await fixture.clock.sleep(for: .seconds(1_000_000))
    case .exceedsDeadline:
      // Hangs after its cancellation.
      try? await fixture.clock.sleep(for: .seconds(1_000_000))
      try await fixture.run(.exceedsDeadline, "run", Name.number)
    }
  }

  func stop() async throws { try await fixture.run(script.stop, "stop", Name.number) }

  func didReceiveMemoryWarning() async throws {
    try await fixture.run(script.hook, "warn", Name.number)
  }

  func didReceive(_ notification: RemoteNotification) async throws {
    try await fixture.run(script.hook, "receive", Name.number)
  }
}
