public import Mediator

/// What a module is, needs and offers: read without creating it.
public struct Manifest: Sendable {
  /// The interface the module implements.
  public let interface: any Interface.Type
  /// What the module does, in one sentence.
  public let summary: String
  /// The interfaces whose modules must be there, started before this one.
  public let requires: [any Interface.Type]
  /// The actions it answers.
  public let answers: [any ActionDeclaration]
  /// The events it announces.
  public let publishes: [any Event.Type]
  /// The events it follows.
  public let follows: [any Event.Type]

  /// Declares a module.
  public init(
    _ interface: any Interface.Type, summary: String, requires: [any Interface.Type] = [],
    answers: [any ActionDeclaration] = [], publishes: [any Event.Type] = [],
    follows: [any Event.Type] = []
  ) {
    self.interface = interface
    self.summary = summary
    self.requires = requires
    self.answers = answers
    self.publishes = publishes
    self.follows = follows
  }

  /// The module's name, such as `Bookmarks`.
  public var name: String { interface.name }
}
