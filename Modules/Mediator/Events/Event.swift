/// A fact that a module publishes. Its type has a name in the past tense and is declared in the
/// interface of that module.
public protocol Event: Sendable {}

/// The registration of a follower or an interceptor. Releasing it ends the registration.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}
