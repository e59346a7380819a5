import Platform

/// One attempt to start a module and, when it succeeds, the module's life until it is stopped.
final class ModuleInstance: Sendable {
  /// A module that has started.
  final class Running: Sendable {
    let module: any ModuleLifecycle
    let registrar: Registrar
    let startDuration: Duration

    init(_ module: any ModuleLifecycle, _ registrar: Registrar, startDuration: Duration) {
      self.module = module
      self.registrar = registrar
      self.startDuration = startDuration
    }
  }

  /// The module's index in start order.
  let index: Int
  let manifest: Manifest
  let reason: ActivationReason
  /// Measured from the creation of the manager.
  let creationTime: Duration
  /// The instances of the modules that this one requires.
  let requirements: [ModuleInstance]
  /// Fulfilled when the module has started or cannot start.
  let started = Promise<Running>()
  /// Fulfilled when `run` has returned or thrown.
  let runEnded = Promise<Void>()
  /// Fulfilled when the module was stopped because its `run` threw; only for a module that may
  /// start again.
  let cleanedUp = Promise<Void>()

  private let task = Lock<Task<Void, Never>?>(nil)

  init(
    _ index: Int, _ manifest: Manifest, reason: ActivationReason, creationTime: Duration,
    requirements: [ModuleInstance] = []
  ) {
    self.index = index
    self.manifest = manifest
    self.reason = reason
    self.creationTime = creationTime
    self.requirements = requirements
  }

  /// The started module; nil before it has started and when it could not start.
  var running: Running? { try? started.currentResult?.get() }

  /// Runs `body`, which starts the module and waits for the end of its `run`, in a task.
  func begin(_ body: @escaping @Sendable () async -> Void) {
    task.withLock { $0 = Task { await body() } }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }
}
