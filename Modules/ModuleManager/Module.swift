public import Foundation

/// A feature as the host sees it: one public type that says what it offers and can be started.
///
/// The first action, event or URL for a module creates it, connects it and starts it; what it
/// requires starts before. It stops when the host does, in reverse order. Each hook has a deadline
/// (see `Deadlines`), is called whatever other modules throw, and may be left out. Every hook but
/// `run` is to return soon; a cancelled one at once.
public protocol Module: Sendable {
  /// What the module is, needs and offers.
  static var manifest: Manifest { get }

  /// Creates the module; quick, and without work that can wait for `start`.
  init(context: ModuleContext) async throws

  /// Binds the actions and events of the manifest; nothing comes through before `start` has
  /// returned. Whatever the manifest does not declare is refused, and so is an action that it
  /// declares and nothing binds.
  func connect(_ connection: Connection)

  /// Gets ready to answer; the modules that this one requires answer already.
  func start() async throws

  /// Works for as long as the module is started, beside its answers; cancelled before `stop`. The
  /// module fails with what it throws.
  func run() async throws

  /// The host is in the foreground again.
  func willEnterForeground() async throws

  /// The host is in the background, and may be suspended.
  func didEnterBackground() async throws

  /// Memory is short: what can be made again should go.
  func didReceiveMemoryWarning() async throws

  /// Opens a URL that is no action's; false leaves it to other modules.
  func open(_ url: URL) async throws -> Bool

  /// Takes a notification from outside the process; false leaves it to other modules.
  func didReceive(_ notification: RemoteNotification) async throws -> Bool

  /// Lets go of what `start` took; no new call or event comes through by then. Called once, and
  /// only when `start` has returned.
  func stop() async throws
}

extension Module {
  /// Nothing to get ready.
  public func start() async throws {}
  /// No work of its own.
  public func run() async throws {}
  /// Nothing to let go of.
  public func stop() async throws {}
}

// A manager that hears `HookIsMissing` does not call the hook of the module again.
extension Module {
  /// Nothing to do.
  public func willEnterForeground() async throws { throw HookIsMissing() }
  /// Nothing to do.
  public func didEnterBackground() async throws { throw HookIsMissing() }
  /// Nothing to do.
  public func didReceiveMemoryWarning() async throws { throw HookIsMissing() }
  /// Opens no URL.
  public func open(_ url: URL) async throws -> Bool { throw HookIsMissing() }
  /// Takes no notification.
  public func didReceive(_ notification: RemoteNotification) async throws -> Bool {
    throw HookIsMissing()
  }
}

/// The module has no such hook.
struct HookIsMissing: Error {}
