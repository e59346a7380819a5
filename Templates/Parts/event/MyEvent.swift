public import Mediator

/// Says to other modules, and to other processes: my event.
public struct MyEvent: SharedEvent, Hashable {
  /// Creates the event.
  public init() {}
}
