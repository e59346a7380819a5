import Mediator

/// What the host tells of an action.
struct ActionListing: Codable, Sendable {
  /// Target and action, such as `routing/plan`.
  let path: String
  /// native, local or remote.
  let reach: String
  /// The Swift types that go in and come out.
  let input: String
  let output: String
  /// The URL pattern that it has beside its path.
  let pattern: String?

  init(_ action: any ActionDeclaration) {
    path = action.path
    reach = "\(action.reach)"
    input = action.input
    output = action.output
    pattern = action.pattern
  }
}
