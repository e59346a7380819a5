public import Foundation

extension Mediator {
  /// Answers in JSON where nobody does, or throws what the caller is to know.
  public typealias Fallback = @Sendable (Unanswered) async throws -> Data

  /// Answers calls of missing targets and missing actions from now on, so that an old host can say
  /// what would mend it. Never asked where an action is there and out of the caller's reach.
  ///
  /// The target's own fallback is asked, or the one for all targets where it has none. Who wants a
  /// typed answer gets what can be read from the fallback's, or else the error in `Unanswered`.
  /// - Parameter target: The target concerned; nil for all.
  public func answerMissing(in target: String? = nil, with fallback: @escaping Fallback) {
    // The former one is let go outside of the lock: what it holds may call the mediator.
    _ = registry.withLock { $0.fallbacks.updateValue(fallback, forKey: target) }
  }

  func fallBack(for call: Unanswered) async throws -> Data {
    let fallback = registry.withLock { $0.fallbacks[call.target] ?? $0.fallbacks[nil] }
    guard let fallback else { throw call.error }
    return try await fallback(call)
  }

  func fallBack<Output: Decodable>(
    for call: Unanswered, answering type: Output.Type
  ) async throws -> Output {
    let json = try await fallBack(for: call)
    guard let output = try? JSON.decode(type, from: json) else { throw call.error }
    return output
  }

  func fallBack<Output: Sendable>(
    for action: Signature, from reach: Reach
  ) async throws -> Output {
    let (target, name) = (action.target, action.name)
    let error = registry.withLock { $0.missing(target: target, name: name, from: reach) }
    let call = Unanswered(target: target, action: name, from: reach, error: error)
    guard let coding = action.coding?.takeUnretainedValue() else {
      _ = try await fallBack(for: call)
      throw error
    }
    guard let output = try await fallBack(for: call, answering: coding.output) as? Output else {
      throw error
    }
    return output
  }
}
