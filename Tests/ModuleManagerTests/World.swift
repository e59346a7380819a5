import Foundation
import Mediator
import ModuleManager
import TestSupport

/// What a scripted module does in one of its hooks.
enum Act: CaseIterable {
  /// Returns at once.
  case well
  /// Takes a second of the world's time.
  case slowly
  /// Throws.
  case badly
  /// Ends as if it had been cancelled.
  case cancelled
  /// Lets its deadline pass, and does not hear that it is cancelled.
  case never
  /// Does not hear that it is cancelled.
  case deaf
  /// Waits until it is cancelled.
  case waiting
}

/// What a scripted module is and does.
struct Script: Sendable {
  static let limit = Duration.seconds(5)

  var requires: [Int] = []
  var activation = Manifest.Activation.lazy
  var failurePolicy = Manifest.FailurePolicy.optional
  var start = Act.well
  var run = Act.well
  var stop = Act.well
  var hook = Act.well

  var deadlines: Deadlines {
    var deadlines = Deadlines.endless
    if [.never, .waiting].contains(start) { deadlines.start = Self.limit }
    if run == .never || stop == .never { deadlines.stop = Self.limit }
    if [.never, .waiting].contains(hook) { deadlines.hook = Self.limit }
    return deadlines
  }
}

struct Fault: Error, CustomStringConvertible {
  var description: String { "a fault" }
}

/// Up to twelve scripted modules, their clock and their diary.
final class World: Sendable {
  @TaskLocal static var current = World([])

  let scripts: [Script]
  let clock = ManualClock()
  let mediator = Mediator()
  let diary = Recorder<String>()
  let notices = Recorder<String>()
  private let hanging = Lock<[CheckedContinuation<Void, Never>]>([])

  init(_ scripts: [Script]) {
    self.scripts = scripts
  }

  /// Runs `body` with a manager of the world's modules.
  func live<Result>(
    deadlines: Deadlines = .endless, disabled: [String: String] = [:],
    _ body: (ModuleManager) async throws -> Result
  ) async throws -> Result {
    try await World.$current.withValue(self) {
      let manager = try ModuleManager(
        Array(Self.modules.prefix(scripts.count)), mediator: mediator, deadlines: deadlines,
        disabled: disabled, clock: clock
      ) { [notices] notice in
        notices.record(notice.sentence)
      } context: { [mediator] _ in
        ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
      }
      defer { release() }
      return try await body(manager)
    }
  }

  func perform(_ act: Act, _ hook: String, _ number: Int) async throws {
    diary.record("\(hook) \(number)")
    switch act {
    case .well: return
    case .slowly:
      clock.advance(by: .seconds(1))
      await Task.yield()
    case .badly: throw Fault()
    case .cancelled: throw CancellationError()
    case .waiting:
      try? await clock.sleep(for: .seconds(1_000_000))
      diary.record("cancelled \(hook) \(number)")
      try Task.checkCancellation()
    case .never, .deaf:
      await withCheckedContinuation { continuation in
        hanging.withLock { $0.append(continuation) }
        if act == .never { clock.advance(by: Script.limit) }
      }
    }
  }

  /// Lets go on what hangs.
  func release() {
    let waiting = hanging.withLock { hanging in
      defer { hanging = [] }
      return hanging
    }
    for continuation in waiting { continuation.resume() }
  }

  static let modules: [any Module.Type] = [
    Node<Zero>.self, Node<One>.self, Node<Two>.self, Node<Three>.self, Node<Four>.self,
    Node<Five>.self, Node<Six>.self, Node<Seven>.self, Node<Eight>.self, Node<Nine>.self,
    Node<Ten>.self, Node<Eleven>.self,
  ]
  static let interfaces: [any Interface.Type] = [
    Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self,
    Eight.self, Nine.self, Ten.self, Eleven.self,
  ]
  static let names = interfaces.map { $0.name }
}

extension Deadlines {
  /// For those who do not hang, so that the time that others let pass is not theirs.
  static let endless = Deadlines(
    start: .seconds(1_000_000), stop: .seconds(1_000_000), hook: .seconds(1_000_000))
}

extension ModuleNotice {
  fileprivate var sentence: String {
    switch self {
    case .started(let manifest, let reason, _): "\(manifest.name) started: \(reason)"
    case .failed(let manifest, let reason): "\(manifest.name) failed: \(reason)"
    case .stopped(let manifest): "\(manifest.name) stopped"
    case .hookFailed(let manifest, let hook, let reason):
      "\(manifest.name) failed in \(hook): \(reason)"
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

/// A module that does what the world's script says.
struct Node<Name: Numbered>: Module {
  static var manifest: Manifest {
    let script = World.current.scripts[Name.number]
    return Manifest(
      Name.self, summary: "", requires: script.requires.map { World.interfaces[$0] },
      answers: [Name.count], activation: script.activation, failurePolicy: script.failurePolicy,
      deadlines: script.deadlines)
  }

  private let world = World.current
  private var script: Script { world.scripts[Name.number] }

  init(context: ModuleContext) {}

  func connect(_ connection: Connection) {
    connection.answer(Name.count) { _ in Name.number }
  }

  func start() async throws { try await world.perform(script.start, "start", Name.number) }

  func run() async throws {
    switch script.run {
    case .well, .badly, .cancelled, .deaf, .waiting:
      try await world.perform(script.run, "run", Name.number)
    case .slowly: try await world.clock.sleep(for: .seconds(1_000_000))
    case .never:
      // Hangs from its cancellation on.
      try? await world.clock.sleep(for: .seconds(1_000_000))
      try await world.perform(.never, "run", Name.number)
    }
  }

  func stop() async throws { try await world.perform(script.stop, "stop", Name.number) }

  func didReceiveMemoryWarning() async throws {
    try await world.perform(script.hook, "warn", Name.number)
  }

  func open(_ url: URL) async throws -> Bool {
    try await world.perform(script.hook, "open", Name.number)
    return url.path().hasSuffix("/\(Name.number)")
  }
}
