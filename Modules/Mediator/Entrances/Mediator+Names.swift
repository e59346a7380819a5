public import Foundation

extension Mediator {
  /// Calls an action by its names with parameters as text; answers in JSON.
  ///
  /// Each parameter fills the field of its name, as `Parameters` says; one that fits no field is
  /// refused. No name is reserved: parameters fill the input's fields and can change nothing else.
  /// - Parameter reach: What the caller may reach: `.local` for the command line and tests,
  ///   `.remote` for URLs and other programs.
  /// - Throws: `MediatorError`, or `ActionFailed` with what the module threw.
  public func perform(
    target: String, action: String, parameters: Parameters, from reach: Reach = .local,
    caller: StaticString = #fileID
  ) async throws -> Data {
    try await perform(target, action, .parameters(parameters), reach, caller)
  }

  /// Calls an action by its names with JSON; answers in JSON. For every caller that does not speak
  /// Swift.
  ///
  /// Dates are ISO 8601, data is Base64. Names that fit no field are ignored, as JSON has it.
  /// - Throws: `MediatorError`, or `ActionFailed` with what the module threw.
  public func perform(
    target: String, action: String, json: Data, from reach: Reach = .local,
    caller: StaticString = #fileID
  ) async throws -> Data {
    try await perform(target, action, .json(json), reach, caller)
  }

  /// Calls an action by its names with parameters as text; answers in the action's own type.
  /// - Throws: `MediatorError`, or `ActionFailed` with what the module threw.
  public func perform<Output: Decodable & Sendable>(
    target: String, action: String, parameters: Parameters, answering type: Output.Type,
    from reach: Reach = .local, caller: StaticString = #fileID
  ) async throws -> Output {
    let source = InputSource.parameters(parameters)
    guard let request = request(target, action, source, reach, caller) else {
      return try await fallBack(for: missing(target, action, source, reach), answering: type)
    }
    return try await request.perform(answering: type)
  }

  @inline(__always)
  private func perform(
    _ target: String, _ name: String, _ source: InputSource, _ reach: Reach,
    _ caller: StaticString
  ) async throws -> Data {
    guard let request = request(target, name, source, reach, caller) else {
      return try await fallBack(for: missing(target, name, source, reach))
    }
    return try await request.perform()
  }

  private func request(
    _ target: String, _ name: String, _ source: InputSource, _ reach: Reach,
    _ caller: StaticString
  ) -> Request? {
    guard let action = registry.withLock({ $0.action(target: target, name: name) }) else {
      return nil
    }
    return Request(signature: action, source: source, reach: reach, caller: caller, mediator: self)
  }

  private func missing(
    _ target: String, _ name: String, _ source: InputSource, _ reach: Reach
  ) -> Unanswered {
    let error = registry.withLock { $0.missing(target: target, name: name, from: reach) }
    return Unanswered(target: target, action: name, source, from: reach, error: error)
  }
}
