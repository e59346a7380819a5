/// Connects modules: a call reaches the module that answers it, an event reaches its followers.
///
/// Any number of threads may use a mediator at the same time. A call runs on its caller's executor.
public final class Mediator: Sendable {
  @usableFromInline let fastPath = FastPath()
  let registry = Lock(Registry())
  let followers = Lock(FollowerTable())
  let pendingDeliveries = PendingDeliveries()

  /// Creates a mediator without actions.
  public init() {}

  /// All registered actions, ordered by target and name, with their owners.
  public var actions: [(action: any ActionDeclaration, owner: String)] {
    registry.withLock { $0.entries.values.map { ($0.action, $0.state.owner) } }
      .sorted { ($0.0.target, $0.0.name) < ($1.0.target, $1.0.name) }
  }

  /// All URL patterns of registered remote actions, ordered by pattern.
  public var urlPatterns: [(pattern: URLPattern, action: any ActionDeclaration)] {
    registry.withLock { $0.urlPatterns.entries }.map { ($0.pattern, $0.action) }
  }
}
