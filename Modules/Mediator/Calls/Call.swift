/// One call of an action, as interceptors see it.
public struct Call: Sendable, Identifiable {
  /// Unique among the calls and publications of the process.
  public let id: Int
  /// The call or publication during which it was made; nil for a first cause.
  public let parent: Int?
  /// The action called.
  public let action: Signature
  /// How it was called: native for typed Swift, local for names, remote for URLs.
  public let reach: Reach
  private let file: StaticString

  init(_ action: Signature, from reach: Reach, in file: StaticString) {
    self.action = action
    self.reach = reach
    self.file = file
    id = Step.next()
    parent = Step.current
  }

  /// The file that called, such as `Routing/Planner.swift`.
  public var caller: String { "\(file)" }
}
