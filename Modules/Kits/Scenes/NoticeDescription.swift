public import Mediator
public import ModuleManager

/// A sentence that the host shows after an event, whatever the person sees then.
///
/// ```swift
/// static let notices = [
///   NoticeDescription(of: ParcelArrived.self) { "Your parcel '\($0.title)' has arrived." }
/// ]
/// ```
///
/// It is for what cannot wait until the person opens the scene of the module. The browser shows it
/// at once. A command writes it to the standard error output of a terminal when it ends.
public struct NoticeDescription: Contribution {
  package let event: any Event.Type
  /// Passes each sentence to a closure, until the subscription is released.
  package let follow:
    @Sendable (Mediator, @escaping @Sendable (LocalizedText) -> Void) -> Subscription

  /// Declares a notice.
  /// - Parameters:
  ///   - event: The event, which usually is a `SharedEvent`.
  ///   - text: Returns the sentence.
  public init<Noticed: Event>(
    of event: Noticed.Type, text: @escaping @Sendable (Noticed) -> LocalizedText
  ) {
    self.event = event
    follow = { mediator, show in mediator.follow(event) { show(text($0)) } }
  }
}
