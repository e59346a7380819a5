/// A fact that a module announces to whoever cares: a value named in the past tense, declared in
/// the interface of the module that publishes it.
public protocol Event: Sendable {}
