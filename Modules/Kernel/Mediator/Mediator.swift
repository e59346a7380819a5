import Platform

/// Connects modules: a call reaches the module that answers it, an event reaches its followers.
///
/// Any number of threads may use a mediator at the same time. A call runs on its caller's executor.
public final class Mediator: Sendable {
  /// The scheme of the URLs that reach this mediator, such as `shop` in `shop://catalogue/search`.
  public let scheme: String

  @usableFromInline let fastPath = FastPath()
  let registry = Lock(Registry())
  let followers = Lock(FollowerTable())
  let pendingDeliveries = PendingDeliveries()

  /// Creates a mediator without actions.
  /// - Parameter scheme: The scheme of URLs: a letter, followed by letters, digits, `+`, `-` or `.`
  ///   (RFC 3986). Case is ignored.
  public init(scheme: String = "app") {
    self.scheme = scheme
  }
}
