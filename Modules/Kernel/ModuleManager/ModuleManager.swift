public import Mediator
import Platform

/// Starts modules when they are first needed, each after the modules that it requires, passes the
/// host's lifecycle events to them, and stops them in reverse order.
///
/// A host other than a command-line program forwards what its system reports: an app delegate calls
/// `open()` when the app has launched, `didEnterBackground()` and so on, and `stop()` before it
/// terminates. A manager is opened once and starts nothing after `stop()`.
public final class ModuleManager: Sendable {
  struct State {
    /// The instances that are starting or started, by module index.
    var instances: [ModuleInstance?]
    /// The most recent attempts to start, by module index.
    var lastAttempts: [ModuleInstance?]
    /// Why modules are disabled or have failed after their start, by module index.
    var unavailable: [Int: String] = [:]
    /// Why the most recent start failed, by module index.
    var startErrors: [Int: String] = [:]
    /// The starts of the modules with a restart intensity, by module index.
    var restarts: [Int: RestartHistory] = [:]
    /// The instances that have started, in order; stopped in reverse order.
    var started: [ModuleInstance] = [] { didSet { hookTargets = [:] } }
    /// A cache of the started modules that implement a hook without arguments.
    var hookTargets: [Hook: [HookDispatcher.Target]] = [:]
    /// The indexes of the modules that were stopped.
    var stopped: Set<Int> = []
    /// The last report of each hook, by its raw value.
    var reports: [HookReport?] = Hook.allCases.map { _ in nil }
    /// The indexes of the modules whose `start` runs, by its task.
    var starters: [Int: Int] = [:]
    /// For modules whose `start` waits for the start of another one, the index of that one.
    var awaited: [Int: Int] = [:]
    var subscriptions: [Subscription] = []
    /// Whether the actions were removed from the mediator.
    var isUnregistered = false
    /// Fulfilled when the stop has ended; nil before it begins.
    var stop: Promise<HookReport>?
  }

  let graph: ModuleGraph
  let deadlines: Deadlines
  let watchdog: Watchdog
  let notify: @Sendable (LifecycleEvent) -> Void
  let state: Lock<State>
  let mediator: Mediator
  /// The manifests by module index, that is, in start order.
  let manifests: [Manifest]
  let modules: [ModuleDescriptor]
  /// The indexes of the disabled modules, and of those that require one, directly or not.
  private let disabled: Set<Int>
  let context: @Sendable (Manifest) -> ModuleContext
  let clock: any Clock<Duration>
  let durableEvents: DurableEvents
  /// Delivers one stored event at a time to each durable follower.
  let deliveries = KeyedSemaphore(limit: 1)

  /// Checks that `modules` fit together, without creating any of them.
  /// - Parameters:
  ///   - deadlines: How long hooks may take unless a module's manifest says otherwise.
  ///   - disabled: The modules that must not start, by name, with the reason.
  ///   - clock: The clock for deadlines, and for the timers of modules.
  ///   - publications: The registry of durable events that are published outside a transaction of
  ///     a database; without one, they are delivered once, by this process.
  ///   - notify: Receives lifecycle events while they happen; must return soon.
  ///   - context: Creates the context of each module.
  /// - Throws: `ModuleManagerError` for a cycle, a missing requirement, a duplicate, or a name that
  ///   is unknown or cannot be used.
  public init(
    _ modules: [ModuleDescriptor], mediator: Mediator, deadlines: Deadlines = .standard,
    disabled: [String: String] = [:], clock: some Clock<Duration> = ContinuousClock(),
    publications: (any CommonPublicationRegistry)? = nil,
    notify: @escaping @Sendable (LifecycleEvent) -> Void = { _ in },
    context: @escaping @Sendable (Manifest) -> ModuleContext
  ) throws {
    let manifests = modules.map { $0.manifest }
    let graph = try ModuleGraph(manifests)
    self.graph = graph
    self.manifests = graph.order.map { manifests[$0] }
    self.modules = graph.order.map { modules[$0] }
    self.mediator = mediator
    self.deadlines = deadlines
    self.notify = notify
    self.context = context
    self.clock = clock
    watchdog = Watchdog(AnyClock(clock))
    durableEvents = DurableEvents(self.manifests, common: publications)
    let none = [ModuleInstance?](repeating: nil, count: modules.count)
    var state = State(instances: none, lastAttempts: none)
    for (name, reason) in disabled { state.unavailable[try graph.index(of: name)] = reason }
    self.disabled =
      disabled.isEmpty
      ? []
      : Set(
        modules.indices.filter { index in
          graph.closure(of: index) { _ in false }.contains { state.unavailable[$0] != nil }
        })
    self.state = Lock(state)
  }

  /// Checks that the modules of some types fit together, without creating any of them.
  /// - Throws: `ModuleManagerError`, as the other initializer does.
  public convenience init(
    _ modules: [any Module.Type], mediator: Mediator, deadlines: Deadlines = .standard,
    disabled: [String: String] = [:], clock: some Clock<Duration> = ContinuousClock(),
    notify: @escaping @Sendable (LifecycleEvent) -> Void = { _ in },
    context: @escaping @Sendable (Manifest) -> ModuleContext
  ) throws {
    try self.init(
      modules.map { ModuleDescriptor($0) }, mediator: mediator, deadlines: deadlines,
      disabled: disabled, clock: clock, notify: notify, context: context)
  }

  /// Registers the actions and events of all modules, so that each module starts when it is first
  /// needed, and starts the eager modules.
  /// - Throws: `MediatorError.duplicate` when an action has another handler already; the error of a
  ///   required module that could not start, after stopping what had started.
  public func open() async throws {
    #if DEBUG
      // Modules that are described by values, such as plug-ins, have no source files.
      if modules.contains(where: \.isType) { checkCalls() }
    #endif
    // One weak reference for all actions; each takes time to create.
    let activate: @Sendable (Int, any ActionDeclaration) async throws -> Void = {
      [weak self] index, action in try await self?.activate(index, for: action)
    }
    // By index, because each copy of a manifest retains all that it refers to.
    for index in manifests.indices {
      for action in manifests[index].answers {
        try mediator.registerLazily(action, by: manifests[index].name) {
          try await activate(index, action)
        }
      }
      for event in manifests[index].follows { follow(event, for: index) }
    }
    followDurably()
    try await startEagerModules()
  }

  /// Starts a module and all that it requires. Concurrent callers share one start. A module that
  /// its restart intensity has taken out of use may start again.
  /// - Throws: The error that prevents the start, or `CancellationError`. The next call tries
  ///   again.
  public func start(_ name: String) async throws {
    let index = try graph.index(of: name)
    resetRestarts(of: index)
    _ = try await start(index, because: .host)
  }

  func start(_ index: Int, because reason: ActivationReason) async throws -> ModuleInstance {
    let instance = state.withLock { obtainInstance(of: index, because: reason, &$0) }
    try await waitForStart(of: instance)
    return instance
  }

  /// Starts all eager modules concurrently. When a required one cannot start, the manager stops.
  private func startEagerModules() async throws {
    let eager = manifests.indices.filter { manifests[$0].activation == .eager }
    let instances = state.withLock { state in
      eager.map { obtainInstance(of: $0, because: .opening, &state) }
    }
    for (index, instance) in zip(eager, instances) {
      do {
        _ = try await instance.started.value
      } catch {
        try Task.checkCancellation()
        guard manifests[index].failurePolicy == .optional else {
          await stop()
          throw error
        }
      }
    }
  }

  private func activate(_ index: Int, for action: any ActionDeclaration) async throws {
    do {
      _ = try await start(index, because: .action(action.path))
    } catch ModuleManagerError.failedBefore(_, let reason) {
      throw MediatorError.unavailable(path: action.path, reason: reason)
    } catch {
      try Task.checkCancellation()
      throw MediatorError.unavailable(path: action.path, reason: error.plainText)
    }
  }

  private func follow<Followed: Event>(_ event: Followed.Type, for index: Int) {
    let subscription = mediator.follow(reporting: event, by: manifests[index].name) {
      [weak self] event, origin in
      await self?.pass(event, from: origin, to: index)
    }
    state.withLock { $0.subscriptions.append(subscription) }
  }

  /// Passes an event to a module that is not disabled, and reports what it has changed, or why it
  /// could not handle the event.
  private func pass<Followed: Event>(
    _ event: Followed, from origin: EventOrigin, to index: Int
  ) async {
    guard !disabled.contains(index) else { return }
    do {
      let instance = try await start(index, because: .event("\(Followed.self)"))
      let registrar = instance.running?.registrar
      guard let notice = try await registrar?.receive(event, from: origin) else { return }
      _ = EventReports.report(.notice(notice))
    } catch ModuleManagerError.stopping {
    } catch {
      report(manifests[index], event: "\(Followed.self)", error.reasonOfFollower)
    }
  }

  /// Reports why a module could not handle an event.
  func report(_ manifest: Manifest, event: String, _ reason: String) {
    let failure = EventReports.Report.failure(
      "'\(manifest.name)' could not do its part: \(reason)")
    guard EventReports.report(failure) else {
      return notify(.eventMissed(manifest, event: event, reason: reason))
    }
  }

  func isDisabled(_ index: Int) -> Bool { disabled.contains(index) }

  func createModule(_ index: Int) async throws -> any ModuleLifecycle {
    var context = context(manifests[index])
    context.modules = modules
    context.clock = clock
    context.durableEvents = durableEvents
    context.dataFolder.removeAbandonedFiles()
    return try await modules[index].createModule(context)
  }
}

extension Error {
  /// Why a follower could not handle an event.
  var reasonOfFollower: String {
    guard case .failedBefore(_, let reason) = self as? ModuleManagerError else { return plainText }
    return reason
  }
}
