public import Mediator

/// Where a module receives notifications from outside the process, such as those of a server.
///
/// A host that stays open passes each of them to `ModuleManager.didReceive`, and so to each module
/// that is a `NotificationHandler`.
public struct NotificationSource: Contribution {
  /// Connects to the sender, and returns its notifications until the stream is no longer read.
  public let notifications: @Sendable (Mediator) async throws -> AsyncStream<RemoteNotification>

  /// Creates a source.
  /// - Parameter notifications: Connects to the sender, and returns its notifications until the
  ///   stream is no longer read. It may call the module's own actions.
  public init(
    _ notifications: @escaping @Sendable (Mediator) async throws -> AsyncStream<RemoteNotification>
  ) {
    self.notifications = notifications
  }
}
