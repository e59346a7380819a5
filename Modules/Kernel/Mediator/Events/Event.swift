/// A fact that a module publishes. Its type has a name in the past tense and is declared in the
/// interface of that module.
public protocol Event: Sendable {
  /// Whether the command that has published the event fails if a module could not handle it. True
  /// unless the event says otherwise, such as one that reports that a question was answered.
  static var mustBeHandled: Bool { get }
}

extension Event {
  /// True.
  public static var mustBeHandled: Bool { true }
}

/// The registration of a follower or an interceptor. Releasing it ends the registration.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}
