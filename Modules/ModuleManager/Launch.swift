import Mediator
import Synchronization

/// One attempt at starting a module, and the module's life after it.
final class Launch: Sendable {
  let number: Int
  let manifest: Manifest
  let reason: ActivationReason
  /// When it began, after the manager was made.
  let at: Duration
  /// The launches of the modules that it requires.
  let requirements: [Launch]
  /// Given when the module has started or cannot start.
  let started = Promise<Running>()
  /// Given when `run` has ended.
  let ended = Promise<Void>()

  private let missing = Atomic<Int>(0)
  private let task = Lock<Task<Void, Never>?>(nil)

  /// A module at work.
  final class Running: Sendable {
    let module: any Module
    let connection: Connection
    let took: Duration

    init(_ module: any Module, _ connection: Connection, took: Duration) {
      self.module = module
      self.connection = connection
      self.took = took
    }
  }

  init(
    _ number: Int, _ manifest: Manifest, reason: ActivationReason, at: Duration,
    requirements: [Launch] = []
  ) {
    self.number = number
    self.manifest = manifest
    self.reason = reason
    self.at = at
    self.requirements = requirements
  }

  /// The module at work; nil before and when it could not start.
  var running: Running? { try? started.given?.get() }

  func begin(_ body: @escaping @Sendable () async -> Void) {
    task.withLock { $0 = Task { await body() } }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }

  /// Notes that the module does not have a hook.
  func miss(_ hook: Hook) {
    missing.bitwiseOr(hook.bit, ordering: .relaxed)
  }

  func has(_ hook: Hook) -> Bool {
    missing.load(ordering: .relaxed) & hook.bit == 0
  }
}

extension Hook {
  fileprivate var bit: Int { 1 << rawValue }
}
