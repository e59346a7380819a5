/// A feature as the host sees it: one public type that says what it offers and can be started.
///
/// The first call or event for a module creates it, connects it and starts it; what it requires
/// starts before. It stops when the host does, in reverse order.
public protocol Module: Sendable {
  /// What the module is, needs and offers.
  static var manifest: Manifest { get }

  /// Creates the module; quick, and without work that can wait for `start`.
  init(context: ModuleContext) async throws

  /// Binds the actions and events of the manifest; nothing comes through before `start` has
  /// returned. Whatever the manifest does not declare is
  /// refused, and so is an action that it declares and nothing binds.
  func connect(_ connection: Connection)

  /// Gets ready to answer; the modules that this one requires answer already.
  func start() async throws

  /// Lets go of what `start` took; calls and events have ended by then.
  func stop() async
}

extension Module {
  /// Nothing to get ready.
  public func start() async throws {}
  /// Nothing to let go of.
  public func stop() async {}
}
