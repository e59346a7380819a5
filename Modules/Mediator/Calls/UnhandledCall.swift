public import Foundation

/// A call of a target or an action that does not exist, for fallbacks.
public struct UnhandledCall: Sendable {
  /// The called target.
  public let target: String
  /// The called action; for a URL that matches no pattern, the rest of its path.
  public let action: String
  /// The input, if it was given as parameters.
  public let parameters: Parameters?
  /// The input, if it was given as JSON.
  public let json: Data?
  /// How the call was made: native for typed Swift, local for names, remote for URLs.
  public let origin: Exposure
  /// The error that the caller gets unless the fallback returns or throws something better.
  public let error: MediatorError

  init(
    target: String, action: String, _ input: DynamicInput? = nil, from origin: Exposure,
    error: MediatorError
  ) {
    self.target = target
    self.action = action
    self.origin = origin
    self.error = error
    switch input {
    case .parameters(let parameters): (self.parameters, json) = (parameters, nil)
    case .json(let json): (parameters, self.json) = (nil, json)
    case nil: (parameters, json) = (nil, nil)
    }
  }
}

extension Mediator {
  /// Returns the output of an unhandled call as JSON, or throws the error for its caller.
  public typealias Fallback = @Sendable (UnhandledCall) async throws -> Data

  /// Sets the fallback for calls of missing targets and missing actions, for example to ask the
  /// user of an old host to update it. An action that exists but is not exposed to the caller never
  /// uses it.
  ///
  /// The fallback of the called target takes precedence over the one for all targets. A typed
  /// caller gets the decoded output, or the call's own error if decoding fails.
  /// - Parameter target: The target; nil for all targets.
  public func setFallback(for target: String? = nil, _ fallback: @escaping Fallback) {
    // The former one is released outside the lock: a deinit inside it may call the mediator.
    _ = registry.withLock { $0.fallbacks.updateValue(fallback, forKey: target) }
  }

  func fallBack(for call: UnhandledCall) async throws -> Data {
    let fallback = registry.withLock { $0.fallbacks[call.target] ?? $0.fallbacks[nil] }
    guard let fallback else { throw call.error }
    return try await fallback(call)
  }

  func fallBack<Output: Decodable>(
    for call: UnhandledCall, returning type: Output.Type
  ) async throws -> Output {
    let json = try await fallBack(for: call)
    guard let output = try? JSON.decode(type, from: json) else { throw call.error }
    return output
  }

  func fallBack<Output: Sendable>(
    for action: ActionDescriptor, from origin: Exposure
  ) async throws -> Output {
    let (target, name) = (action.target, action.name)
    let error = registry.withLock { $0.lookupError(target: target, name: name, from: origin) }
    let call = UnhandledCall(target: target, action: name, from: origin, error: error)
    guard let coding = action.coding else {
      _ = try await fallBack(for: call)
      throw error
    }
    guard let output = try await fallBack(for: call, returning: coding.output) as? Output else {
      throw error
    }
    return output
  }
}
