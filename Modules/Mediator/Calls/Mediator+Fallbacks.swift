public import Foundation

extension Mediator {
  /// Answers in JSON where nobody does, or throws what the caller is to know.
  public typealias Fallback = @Sendable (Unanswered) async throws -> Data

  /// Answers calls of missing targets and missing actions from now on, so that an old host can say
  /// what would mend it. Never asked where an action is there and out of the caller's reach.
  ///
  /// The target's own fallback is asked, then the one for all targets where the target has none. A
  /// typed call gets the answer as its output, unless that cannot be read from it.
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

  func fallBack<Output: Sendable>(
    for action: Signature, from reach: Reach
  ) async throws -> Output {
    let (target, name) = (action.target, action.name)
    let error = registry.withLock { $0.missing(target: target, name: name, from: reach) }
    let call = Unanswered(target: target, action: name, from: reach, error: error)
    let json = try await fallBack(for: call)
    guard let coding = action.coding?.takeUnretainedValue(),
      let output = try JSON.decode(coding.output, from: json) as? Output
    else { throw error }
    return output
  }
}
