import Platform

/// Connects modules: a call reaches the module that answers it, an event reaches its followers.
///
/// Any number of threads may use a mediator at the same time. A call runs on its caller's executor.
public final class Mediator: Sendable {
  /// The scheme of the URLs that reach this mediator, such as `shop` in `shop://catalogue/search`.
  public let scheme: String
  /// Other links that reach this mediator.
  public let links: LinkAddresses

  @usableFromInline let fastPath = FastPath()
  let registry = Lock(Registry())
  let followers = Lock(FollowerTable())
  let pendingDeliveries = PendingDeliveries()

  /// Creates a mediator without actions.
  /// - Parameters:
  ///   - scheme: The scheme of URLs: a letter, followed by letters, digits, `+`, `-` or `.`
  ///     (RFC 3986). Case is ignored.
  ///   - links: Other links that reach the mediator.
  public init(scheme: String = "app", links: LinkAddresses = LinkAddresses()) {
    self.scheme = scheme
    self.links = links
  }
}
