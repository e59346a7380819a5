public import Mediator

/// What a module is, needs and offers: read without creating it.
public struct Manifest: Sendable {
  /// When a module starts.
  public enum Activation: String, Sendable {
    /// With the first action, event or URL for it.
    case lazy
    /// When the host opens.
    case eager
  }

  /// What happens to the host when a module cannot start, or its `run` throws.
  public enum FailurePolicy: String, Sendable {
    /// The host stops.
    case required
    /// The failure is reported, and the module's actions answer "unavailable: why".
    case optional
  }

  /// The interface the module implements.
  public let interface: any Interface.Type
  /// The module's name, such as `Bookmarks`.
  public let name: String
  /// What the module does, in one sentence.
  public let summary: String
  /// The interfaces whose modules must be there, started before this one.
  public let requires: [any Interface.Type]
  /// The interfaces whose actions it calls besides, and can do without.
  public let uses: [any Interface.Type]
  /// The actions it answers.
  public let answers: [any ActionDeclaration]
  /// The events it announces.
  public let publishes: [any Event.Type]
  /// The events it follows.
  public let follows: [any Event.Type]
  /// When it starts.
  public let activation: Activation
  /// What its failure means for the host.
  public let failurePolicy: FailurePolicy
  /// How long its hooks may take; nil for what the host allows.
  public let deadlines: Deadlines?

  /// Declares a module.
  public init(
    _ interface: any Interface.Type, summary: String, requires: [any Interface.Type] = [],
    uses: [any Interface.Type] = [], answers: [any ActionDeclaration] = [],
    publishes: [any Event.Type] = [], follows: [any Event.Type] = [],
    activation: Activation = .lazy,
    failurePolicy: FailurePolicy = .optional, deadlines: Deadlines? = nil
  ) {
    self.interface = interface
    self.name = interface.name
    self.summary = summary
    self.requires = requires
    self.uses = uses
    self.answers = answers
    self.publishes = publishes
    self.follows = follows
    self.activation = activation
    self.failurePolicy = failurePolicy
    self.deadlines = deadlines
  }
}
