/// A fact that a module publishes. Its type has a name in the past tense and is declared in the
/// interface of that module.
public protocol Event: Sendable {
  /// Whether the command that has published the event fails if a module could not handle it. True
  /// unless the event says otherwise, such as one that reports that a question was answered.
  static var mustBeHandled: Bool { get }
  /// The type itself if it is a `SharedEvent`, and nil otherwise; no type implements it.
  static var sharedType: (any SharedEvent.Type)? { get }
}

extension Event {
  /// True.
  public static var mustBeHandled: Bool { true }
  /// Nil.
  public static var sharedType: (any SharedEvent.Type)? { nil }
}

/// An event that the followers in all running processes of the same data folder receive, such as
/// one about stored data.
///
/// ```swift
/// public struct PriceChanged: SharedEvent { public let product: String }
/// ```
///
/// The host passes it on while another process waits for events. Each process receives it once, in
/// the order of publication, usually within milliseconds. A process that starts later does not
/// receive it, and neither do the others if the disk is full. So an event tells to read stored data
/// again, and is never the only copy of it.
///
/// A process that runs another version of the app ignores an event that it cannot decode, so a
/// field that is added later is optional. The content must not be secret, and as JSON it has at
/// most 1 MB.
public protocol SharedEvent: Event, Codable {}

extension SharedEvent {
  /// The type itself.
  public static var sharedType: (any SharedEvent.Type)? { Self.self }
}

/// Which process has published an event.
@usableFromInline
package enum EventOrigin: Sendable {
  case thisProcess
  case otherProcess
}

/// The registration of a follower or an interceptor. Releasing it ends the registration.
public final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}
