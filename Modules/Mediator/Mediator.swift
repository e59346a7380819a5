/// Where modules meet: calls find the module that answers, events find those who follow.
///
/// Any number of threads may use one mediator at a time. A call runs on its caller's executor.
public final class Mediator: Sendable {
  @usableFromInline let cells = Cells()
  let registry = Lock(Registry())
  let followers = Lock(Followers())
  let deliveries = Deliveries()

  /// A mediator that nobody answers yet.
  public init() {}

  /// Every action that is answered, ordered by target and name, with its owner.
  public var actions: [(action: any ActionDeclaration, owner: String)] {
    registry.withLock { $0.entries.values.map { ($0.action, $0.state.owner) } }
      .sorted { ($0.0.target, $0.0.name) < ($1.0.target, $1.0.name) }
  }
}
