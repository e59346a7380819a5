public import Foundation

extension Mediator {
  /// Calls an action by its names with parameters as text; answers in JSON.
  /// - Parameter caller: What the caller may reach: `.local` for the command line and tests,
  ///   `.remote` for URLs and other programs.
  /// - Throws: `MediatorError`, or the answering module's own error.
  public func perform(
    target: String, action: String, parameters: Parameters, from caller: Reach = .local
  ) async throws -> Data {
    try await perform(target: target, action: action, .parameters(parameters), from: caller)
  }

  /// Calls an action by its names with a JSON object; answers in JSON.
  /// - Throws: `MediatorError`, or the answering module's own error.
  public func perform(
    target: String, action: String, json: Data, from caller: Reach = .local
  ) async throws -> Data {
    try await perform(target: target, action: action, .json(json), from: caller)
  }

  private func perform(
    target: String, action name: String, _ source: InputSource, from caller: Reach
  ) async throws -> Data {
    let entry = try registry.withLock { registry throws(MediatorError) in
      guard let entry = registry.entry(target: target, name: name) else {
        throw registry.missing(target: target, name: name)
      }
      return entry
    }
    guard let coding = entry.action.coding, entry.action.reach >= caller else {
      throw MediatorError.notReachable(path: entry.action.path, from: caller)
    }
    return try await coding.call(entry.action, with: source, on: self)
  }
}

extension MediatorError {
  /// Says in our words what `error` says in Foundation's.
  package static func badInput(_ error: DecodingError, path: String) -> MediatorError {
    let (context, missing): (DecodingError.Context, String?) =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      case .keyNotFound(let key, let context): (context, key.stringValue)
      @unknown default: (.init(codingPath: [], debugDescription: "\(error)"), nil)
      }
    let field = missing ?? context.codingPath.last?.stringValue
    let reason = missing == nil ? context.debugDescription : "a value is missing"
    return .badInput(path: path, field: field, reason: reason)
  }
}
