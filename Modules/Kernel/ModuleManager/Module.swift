/// A feature as the host sees it: a public type that declares what it offers and that the module
/// manager creates, starts and stops.
public protocol Module: ModuleLifecycle {
  /// What the module is, needs and offers.
  static var manifest: Manifest { get }

  /// What the module contributes to the host and to other modules, such as commands; nothing by
  /// default. The host reads it without creating the module.
  static var contributions: Contributions { get }

  /// Creates the module. Do slow work in `start` instead.
  init(context: ModuleContext) async throws
}

extension Module {
  /// Nothing.
  public static var contributions: Contributions { Contributions() }
}

/// The hooks through which the module manager runs a module.
///
/// The first action, event or notification for a module creates, registers and starts it, after the
/// modules that it requires. Modules stop with the host, in reverse start order. A module
/// implements further hooks by conforming to `ForegroundHandler`, `BackgroundHandler`,
/// `MemoryWarningHandler` or `NotificationHandler`.
///
/// Each hook has a deadline (see `Deadlines`). An error in one module's hook does not affect other
/// modules. Every hook but `run` must return soon, and at once when its task is cancelled.
public protocol ModuleLifecycle: Sendable {
  /// Binds handlers to the actions and events that the manifest declares. No call or event arrives
  /// before `start` has returned. The module cannot start when it binds something that the manifest
  /// does not declare, or does not bind something that it declares.
  func register(with registrar: Registrar)

  /// Prepares the module for calls. The modules that it requires already answer. A call of a module
  /// that waits for this one fails with `ModuleManagerError.startCycle`.
  func start() async throws

  /// Does background work while the module is started; its task is cancelled before `stop`. The
  /// module fails with any error that this throws, and starts again only if its manifest has a
  /// restart intensity.
  func run() async throws

  /// Releases what `start` acquired. No call or event arrives any more. Called once, and only when
  /// `start` has returned: when the host stops, or when `run` threw and the module may start again.
  func stop() async throws
}

extension ModuleLifecycle {
  /// Does nothing.
  public func start() async throws {}
  /// Does nothing.
  public func run() async throws {}
  /// Does nothing.
  public func stop() async throws {}
}
