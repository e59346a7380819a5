/// What is registered for one action; an object, for a call to take it along at the price of one
/// reference.
final class RegistryEntry: Sendable {
  struct State: Sendable {
    var owner: String
    /// The owner's answer; nil until the owner has started.
    var answer: AnyAnswer?
    /// Starts the owner, for an action whose owner starts with the first call.
    var activate: (@Sendable () async throws -> Void)?
    /// What answers instead, the latest last.
    var replacements: [AnyAnswer] = []

    /// What answers now.
    var current: AnyAnswer? { replacements.last ?? answer }
    /// Nobody answers, or only somebody who stands in.
    var isFree: Bool { answer == nil && activate == nil }
  }

  let action: Signature
  let state: State

  init(_ action: Signature, _ state: State) {
    self.action = action
    self.state = state
  }
}
