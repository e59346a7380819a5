public import Mediator

/// Starts modules when they are first needed, each after what it requires, tells them what happens
/// to the host, and stops them in reverse.
///
/// A host outside the command line forwards what its system tells it: an app delegate calls
/// `open()` when the app has launched, `willEnterForeground()` and so on, and `stop()` when it
/// terminates. A manager is opened once, and does not start anything after `stop()`.
public final class ModuleManager: Sendable {
  struct State {
    /// Under way or at work, by module number.
    var launches: [Launch?]
    /// The last attempt, for the record.
    var attempts: [Launch?]
    /// Why modules are out of use.
    var broken: [Int: String] = [:]
    /// Why modules could not start the last time.
    var failures: [Int: String] = [:]
    /// What has started and is to be stopped, in that order.
    var started: [Launch] = [] { didSet { steps = [:] } }
    /// What is to be called for each hook, as far as it is known.
    var steps: [Hook: [FanOut.Step]] = [:]
    /// What has been stopped.
    var stopped: Set<Int> = []
    /// The last report of each hook.
    var reports: [Hook: HookReport] = [:]
    var subscriptions: [Subscription] = []
    /// Given when the stop is over; nil before it begins.
    var stop: Promise<HookReport>?

    /// A call of a hook in every module at work that may have it.
    mutating func steps(of hook: Hook) -> [FanOut.Step] {
      if let steps = steps[hook] { return steps }
      let found = started.filter { $0.has(hook) }.compactMap { FanOut.Step($0, hook) }
      steps[hook] = found
      return found
    }
  }

  let graph: ModuleGraph
  let deadlines: Deadlines
  let watchdog: Watchdog
  let notify: @Sendable (ModuleNotice) -> Void
  let state: Lock<State>
  let mediator: Mediator
  /// The modules and their manifests, by number.
  let manifests: [Manifest]
  private let modules: [any Module.Type]
  private let context: @Sendable (Manifest) -> ModuleContext

  /// Checks how `modules` fit together. Nothing is created yet.
  /// - Parameters:
  ///   - deadlines: How long hooks may take, where a module's manifest does not say it.
  ///   - disabled: Why modules are not to start, by name; their actions answer with it.
  ///   - clock: What deadlines are measured with.
  ///   - notify: Hears what happens as it happens; must be brief.
  ///   - context: Makes what each module gets from the host.
  /// - Throws: `ModuleManagerError` for a cycle, a missing requirement, a duplicate or an unknown
  ///   name.
  public init(
    _ modules: [any Module.Type], mediator: Mediator, deadlines: Deadlines = .standard,
    disabled: [String: String] = [:], clock: some Clock<Duration> = ContinuousClock(),
    notify: @escaping @Sendable (ModuleNotice) -> Void = { _ in },
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
    watchdog = Watchdog(Time(clock))
    let none = [Launch?](repeating: nil, count: modules.count)
    state = Lock(State(launches: none, attempts: none))
    for (name, reason) in disabled {
      let number = try graph.number(of: name)
      state.withLock { $0.broken[number] = reason }
    }
  }

  /// Lets the mediator start each module with the first call or event for it, and starts the eager
  /// ones.
  /// - Throws: `MediatorError.duplicate` when somebody else answers an action already, and what
  ///   keeps a required module from starting; what had started is stopped then.
  public func open() async throws {
    for (number, manifest) in manifests.enumerated() {
      for action in manifest.answers {
        try mediator.announce(action, by: manifest.name) { [weak self] in
          try await self?.activate(number, for: action)
        }
      }
      for event in manifest.follows { follow(event, for: number) }
    }
    try await start(manifests.indices.filter { manifests[$0].activation == .eager })
  }

  /// Starts a module and all that it requires; many callers at once cause one start.
  /// - Throws: Why it cannot start, or `CancellationError`. The next call tries again.
  public func start(_ name: String) async throws {
    _ = try await start(try graph.number(of: name), because: .host)
  }

  func start(_ number: Int, because reason: ActivationReason) async throws -> Launch {
    let begun = state.withLock { launch(number, because: reason, &$0) }
    _ = try await begun.started.value
    return begun
  }

  /// Starts modules side by side; a required one that cannot start stops the rest.
  private func start(_ numbers: [Int]) async throws {
    let launches = state.withLock { state in
      numbers.map { launch($0, because: .opening, &state) }
    }
    for (number, launch) in zip(numbers, launches) {
      do {
        _ = try await launch.started.value
      } catch {
        try Task.checkCancellation()
        guard manifests[number].failurePolicy == .optional else {
          await stop()
          throw error
        }
      }
    }
  }

  private func activate(_ number: Int, for action: any ActionDeclaration) async throws {
    do {
      _ = try await start(number, because: .action(action.path))
    } catch {
      try Task.checkCancellation()
      throw MediatorError.unavailable(path: action.path, reason: error.sentence)
    }
  }

  private func follow<Followed: Event>(_ event: Followed.Type, for number: Int) {
    let subscription = mediator.follow(queued: event) { [weak self] event in
      let reason = ActivationReason.event("\(Followed.self)")
      // Whoever cannot start misses the event; the failure is told to the host.
      let launch = try? await self?.start(number, because: reason)
      await launch?.running?.connection.receive(event)
    }
    state.withLock { $0.subscriptions.append(subscription) }
  }

  func module(_ number: Int) async throws -> any Module {
    var context = context(manifests[number])
    context.modules = modules
    return try await modules[number].init(context: context)
  }
}
