public import Mediator

/// Starts modules when they are first needed, each after what it requires, and stops them in
/// reverse.
public actor ModuleManager {
  private let modules: [String: any Module.Type]
  private let graph: ModuleGraph
  private let mediator: Mediator
  private let context: @Sendable (Manifest) -> ModuleContext
  private var starts: [String: Task<Void, any Error>] = [:]
  private var running: [Running] = []
  private var subscriptions: [Subscription] = []

  private struct Running {
    let name: String
    let module: any Module
    let connection: Connection
  }

  /// Checks how `modules` fit together. Nothing is created yet.
  /// - Parameter context: Makes what each module gets from the host.
  /// - Throws: `ModuleManagerError` for a cycle, a missing requirement or a duplicate.
  public init(
    _ modules: [any Module.Type], mediator: Mediator,
    context: @escaping @Sendable (Manifest) -> ModuleContext
  ) throws {
    self.graph = try ModuleGraph(modules.map { $0.manifest })
    self.modules = Dictionary(uniqueKeysWithValues: modules.map { ($0.manifest.name, $0) })
    self.mediator = mediator
    self.context = context
  }

  /// Lets the mediator start each module with the first call or event for it.
  /// - Throws: `MediatorError.duplicate` when somebody else answers an action already.
  public func open() throws {
    for name in graph.order {
      guard let manifest = modules[name]?.manifest else { continue }
      for action in manifest.answers {
        try mediator.announce(action, by: name) { [weak self] in try await self?.start(name) }
      }
      for event in manifest.follows { follow(event, for: name) }
    }
  }

  /// Starts a module and all that it requires; many callers at once cause one start.
  /// - Throws: What the module's start throws, or `ModuleManagerError.brokenManifest`.
  public func start(_ name: String) async throws {
    for required in graph.closure(of: name) { try await startAlone(required) }
  }

  /// Stops what was started, the last first.
  public func stop() async {
    subscriptions = []
    while let last = running.popLast() {
      last.connection.close()
      await last.module.stop()
      starts[last.name] = nil
    }
  }

  private func startAlone(_ name: String) async throws {
    if let start = starts[name] { return try await start.value }
    let start = Task { try await launch(name) }
    starts[name] = start
    do {
      try await start.value
    } catch {
      starts[name] = nil
      throw error
    }
  }

  private func launch(_ name: String) async throws {
    guard let type = modules[name] else { return }
    let module = try await type.init(context: context(type.manifest))
    let connection = Connection(type.manifest, on: mediator)
    module.connect(connection)
    let faults = connection.faults
    guard faults.isEmpty else { throw ModuleManagerError.brokenManifest(name, faults: faults) }
    try await module.start()
    try connection.open()
    running.append(Running(name: name, module: module, connection: connection))
  }

  private func follow<Followed: Event>(_ event: Followed.Type, for name: String) {
    subscriptions.append(
      mediator.follow(queued: event) { [weak self] event in
        guard let connection = await self?.connection(of: name) else { return }
        await connection.receive(event)
      })
  }

  /// The connection of a module that an event is for; nil when it cannot start.
  private func connection(of name: String) async -> Connection? {
    try? await start(name)
    return running.first { $0.name == name }?.connection
  }
}
