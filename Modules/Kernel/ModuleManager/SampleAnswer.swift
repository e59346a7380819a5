public import Mediator

/// An answer of another module's action, for hosts that have a stub in place of that module: the tests
/// of an app, which reach no network, and a host that runs one feature without the others.
///
/// ```swift
/// static let samples = [
///   SampleAnswer(Stock.count) { product in product.name == "Sample lamp" ? 3 : nil }
/// ]
/// ```
///
/// A person sees these answers when a feature runs alone, so they say themselves that they are
/// samples.
public struct SampleAnswer: Contribution {
  /// The action that is answered.
  public let action: ActionDescriptor
  /// Returns the output for an input; nil if the sample is for other inputs.
  package let output: @Sendable (any Sendable) throws -> (any Sendable)?

  /// Creates a sample.
  /// - Parameter output: Returns the output for an input; nil if the sample is for other inputs.
  public init<Input, Output>(
    _ action: Action<Input, Output>,
    output: @escaping @Sendable (Input) throws -> Output?
  ) {
    self.action = action.descriptor
    self.output = { input in try (input as? Input).flatMap { try output($0) } }
  }
}
