/// Keeps a follower, an interceptor or a replacement in its place, which ends when the token is
/// gone.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}
