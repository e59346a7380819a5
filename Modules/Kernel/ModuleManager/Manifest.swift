public import Mediator

/// What a module is, needs and offers. The host reads it without creating the module.
public struct Manifest: Sendable {
  /// When a module starts.
  public enum Activation: String, Sendable {
    /// With the first action, event or notification for it, or with a module that requires it.
    case lazy
    /// When the host opens.
    case eager
  }

  /// What the host does when a module cannot start, or its `run` throws.
  public enum FailurePolicy: String, Sendable {
    /// The host stops.
    case required
    /// The host reports the failure, and calls of the module's actions fail with the reason.
    case optional
  }

  /// The module's name, such as `OrderList`.
  public let name: String
  /// What the module does, in one sentence.
  public let summary: String
  /// The names of the modules that must start before this one.
  public let requires: [String]
  /// The names of the modules whose actions this one also calls, but can work without. In debug
  /// builds, a call of any other module's action fails with `ModuleManagerError.undeclaredCall`.
  public let uses: [String]
  /// The actions that the module answers.
  public let answers: [any ActionDeclaration]
  /// The events that the module publishes.
  public let publishes: [any Event.Type]
  /// The events that the module follows, without those of `durableFollowers`.
  public let follows: [any Event.Type]
  /// The followers that receive each event at least once, also if a process ends before.
  public let durableFollowers: [DurableFollower]
  /// When the module starts.
  public let activation: Activation
  /// What the host does when the module fails.
  public let failurePolicy: FailurePolicy
  /// How long the module's hooks may take; nil for the host's deadlines.
  public let deadlines: Deadlines?
  /// How often the module may start again after a failure; nil if it is not started again when its
  /// `run` has thrown.
  public let restarts: RestartIntensity?
  /// What a person can do when the module does not start in time, such as
  /// `see 'plugins log weather'`; nil to increase the deadline.
  public let startRemedy: String?
  /// The targets that the module had before it was renamed, such as `item-list`. A module without a
  /// folder gets the folder of the first of them that has one, and its settings may still have
  /// their names of that time.
  public let formerly: [String]

  /// Declares a module that implements an interface and gets its name.
  public init(
    _ interface: any Interface.Type, summary: String, requires: [any Interface.Type] = [],
    uses: [any Interface.Type] = [], answers: [any ActionDeclaration] = [],
    publishes: [any Event.Type] = [], follows: [any Event.Type] = [],
    durableFollowers: [DurableFollower] = [], activation: Activation = .lazy,
    failurePolicy: FailurePolicy = .optional,
    deadlines: Deadlines? = nil, restarts: RestartIntensity? = nil, formerly: [String] = []
  ) {
    self.init(
      name: interface.name, summary: summary, requires: requires.map { $0.name },
      uses: uses.map { $0.name }, answers: answers, publishes: publishes, follows: follows,
      durableFollowers: durableFollowers, activation: activation, failurePolicy: failurePolicy,
      deadlines: deadlines, restarts: restarts, formerly: formerly)
  }

  /// Declares a module by names, for modules that are only known at run time.
  public init(
    name: String, summary: String, requires: [String] = [], uses: [String] = [],
    answers: [any ActionDeclaration] = [], publishes: [any Event.Type] = [],
    follows: [any Event.Type] = [], durableFollowers: [DurableFollower] = [],
    activation: Activation = .lazy, failurePolicy: FailurePolicy = .optional,
    deadlines: Deadlines? = nil,
    restarts: RestartIntensity? = nil, startRemedy: String? = nil, formerly: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.requires = requires
    self.uses = uses
    self.answers = answers
    self.publishes = publishes
    self.follows = follows
    self.durableFollowers = durableFollowers
    self.activation = activation
    self.failurePolicy = failurePolicy
    self.deadlines = deadlines
    self.restarts = restarts
    self.startRemedy = startRemedy
    self.formerly = formerly
  }

  /// The events that the module follows, durably or not.
  public var followedEvents: [any Event.Type] {
    durableFollowers.reduce(into: follows) { events, follower in
      if !events.contains(where: { $0 == follower.event }) { events.append(follower.event) }
    }
  }

  /// The name in kebab case, such as `order-list`: it names the module's folder and its settings
  /// and, unless its interface has another target, its actions. No two modules of a host have the
  /// same.
  public var target: String { name.kebabCased }
}

extension [Manifest] {
  /// The former targets of one of these modules, without those that a module has now.
  package func formerTargets(of manifest: Manifest) -> [String] {
    manifest.formerly.filter { former in !contains { $0.target == former } }
  }

  /// The names of modules that call each other in a cycle, by what they require and use: the path
  /// begins and ends with the same name. Nil if there is none.
  ///
  /// An event may flow against the direction of the calls: `follows` does not count.
  package var callCycle: [String]? {
    let callees = Dictionary(map { ($0.name, ($0.requires + $0.uses).sorted()) }) { one, _ in one }
    var visited: Set<String> = []
    func cycle(from name: String, _ path: [String]) -> [String]? {
      if let start = path.firstIndex(of: name) { return path[start...] + [name] }
      guard visited.insert(name).inserted else { return nil }
      for callee in callees[name] ?? [] {
        if let found = cycle(from: callee, path + [name]) { return found }
      }
      return nil
    }
    for name in callees.keys.sorted() {
      if let found = cycle(from: name, []) { return found }
    }
    return nil
  }
}

/// How long a module's hooks may take. The manager cancels a hook that takes longer, reports it and
/// continues without waiting for it.
public struct Deadlines: Sendable, Hashable {
  /// The deadlines that apply unless the host or the module sets others.
  public static let standard = Deadlines()

  /// For creating, registering and starting a module together.
  public var start: Duration
  /// For ending `run` and for `stop`; the host's value also limits the stop of all modules
  /// together.
  public var stop: Duration
  /// For every other hook.
  public var hook: Duration

  /// Creates deadlines: 10 s for the start and 5 s for every other hook unless given.
  public init(
    start: Duration = .seconds(10), stop: Duration = .seconds(5), hook: Duration = .seconds(5)
  ) {
    self.start = start
    self.stop = stop
    self.hook = hook
  }

  func deadline(for hook: Hook) -> Duration {
    switch hook {
    case .start: start
    case .run, .stop: stop
    case .willEnterForeground, .didEnterBackground, .didReceiveMemoryWarning, .didReceive: self.hook
    }
  }
}
