public import Mediator

/// A module that receives notifications from outside the process, such as those of a server.
///
/// A host that stays open passes each of them to `ModuleManager.didReceive`, and so to the modules
/// that are a `NotificationHandler`.
public protocol NotifiedModule: Module {
  /// Connects to the sender, and returns its notifications until the stream is no longer read. It may
  /// call the module's own actions.
  static func notifications(
    through mediator: Mediator
  ) async throws -> AsyncStream<RemoteNotification>
}

/// Where the notifications of one module come from.
public struct NotificationSource: Contribution {
  /// The name of the module.
  public let module: String
  /// Connects to the sender, and returns its notifications until the stream is no longer read.
  public let notifications: @Sendable (Mediator) async throws -> AsyncStream<RemoteNotification>

  /// Returns the source that a module type declares.
  public static func contributions(of module: any Module.Type) -> [NotificationSource] {
    guard let notified = module as? any NotifiedModule.Type else { return [] }
    return [
      NotificationSource(module: module.manifest.name) {
        try await notified.notifications(through: $0)
      }
    ]
  }
}
