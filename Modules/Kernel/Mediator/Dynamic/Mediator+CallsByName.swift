public import Foundation
import Platform

extension Mediator {
  /// Calls an action by name with parameters; returns its output as JSON.
  ///
  /// Each parameter fills the input's field of that name; see `Parameters`. A parameter that fits
  /// no field is an error. No name is reserved: parameters fill fields and can change nothing else.
  /// - Parameter origin: Where the call comes from, such as `.local` for the command line and
  ///   tests. It decides which actions can be called. For an action that writes, the caller must
  ///   have the person's consent.
  /// - Throws: `MediatorError`, `ActionError` with the module's error, or the error of
  ///   `setMissingTargetError`.
  public func perform(
    target: String, action: String, parameters: Parameters, from origin: Exposure = .local,
    caller: StaticString = #fileID
  ) async throws -> Data {
    try await perform(target, action, .parameters(parameters), origin, caller)
  }

  /// Calls an action by name with JSON; returns its output as JSON. Callers that are not written in
  /// Swift use this.
  ///
  /// Dates are ISO 8601, data is Base64. Names that fit no field are ignored, as usual in JSON.
  /// - Throws: `MediatorError`, `ActionError` with the module's error, or the error of
  ///   `setMissingTargetError`.
  public func perform(
    target: String, action: String, json: Data, from origin: Exposure = .local,
    caller: StaticString = #fileID
  ) async throws -> Data {
    try await perform(target, action, .json(json), origin, caller)
  }

  @inline(__always)
  private func perform(
    _ target: String, _ name: String, _ input: DynamicInput, _ origin: Exposure,
    _ caller: StaticString
  ) async throws -> Data {
    try await call(target, name, input, origin, caller).perform(on: self)
  }

  private func call(
    _ target: String, _ name: String, _ input: DynamicInput, _ origin: Exposure,
    _ caller: StaticString
  ) throws -> DynamicCall {
    let action = try action(target: target, name: name, from: origin)
    return DynamicCall(action: action, input: input, origin: origin, caller: caller)
  }

  /// The action that a call by name finds; the caller may not be allowed to call it.
  /// - Throws: `MediatorError`, which suggests an action that is open to `origin`, or the error of
  ///   `setMissingTargetError`.
  package func action(
    target: String, name: String, from origin: Exposure
  ) throws -> ActionDescriptor {
    if let action = registry.withLock({ $0.action(target: target, name: name) }) { return action }
    throw callError(
      for: registry.withLock { $0.lookupError(target: target, name: name, from: origin) })
  }
}
