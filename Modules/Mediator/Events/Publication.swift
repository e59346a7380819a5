/// One publication of an event, as interceptors see it.
public struct Publication: Sendable, Identifiable {
  /// Unique among the calls and publications of the process.
  public let id: Int
  /// The call or publication during which it was made; nil for a first cause.
  public let parent: Int?
  /// The type of the event.
  public let event: any Event.Type
  private let file: StaticString

  init(_ event: any Event.Type, in file: StaticString) {
    self.event = event
    self.file = file
    id = Step.next()
    parent = Step.current
  }

  /// The file that published, such as `Routing/Planner.swift`.
  public var publisher: String { "\(file)" }
}
