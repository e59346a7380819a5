/// Why a call ended before a module could answer it, or why a registration was refused.
public enum MediatorError: ModuleError {
  /// No module answers for the target.
  case noSuchTarget(String, nearest: String?)
  /// The target has no action of that name.
  case noSuchAction(target: String, name: String, nearest: String?)
  /// The action exists, but it is not exposed to such callers.
  case notExposed(path: String, to: Exposure)
  /// The input does not fit the action. The reason says what was expected.
  case badInput(path: String, field: String?, reason: String)
  /// A caller by name expects an output type that is not the action's, or the output does not fit
  /// the action's schema.
  case badOutput(path: String, field: String?, reason: String)
  /// The module that answers cannot start.
  case unavailable(path: String, reason: String)
  /// The URL is malformed or matches no URL pattern.
  case badURL(String, reason: String)
  /// The URL pattern is malformed, or the parameters do not fit it.
  case badURLPattern(String, reason: String)
  /// Two modules answer the same action or the same URLs, or one does so twice.
  case duplicate(path: String, owners: [String])

  public var kind: FailureKind {
    switch self {
    case .noSuchTarget, .noSuchAction: .notFound
    case .notExposed, .badOutput, .unavailable, .badURLPattern, .duplicate: .failed
    case .badInput, .badURL: .badInput
    }
  }

  public var description: String {
    switch self {
    case .noSuchTarget(let target, let nearest):
      "no target '\(target)'" + nearest.suggestion(or: "see the list of modules")
    case .noSuchAction(let target, let name, let nearest):
      "no action '\(name)' in '\(target)'"
        + nearest.suggestion(or: "see the list of modules for its actions")
    case .notExposed(let path, .local):
      "'\(path)' cannot be called by name; only typed Swift calls can"
    case .notExposed(let path, .links):
      "links cannot call '\(path)'; they can only call actions that read, and are open to links"
    case .notExposed(let path, let origin):
      "\(origin) cannot call '\(path)'; they can only call actions that are open to them"
    case .badInput(_, let field?, let reason): "'\(field)': \(reason)"
    case .badInput(let path, nil, let reason): "bad input for '\(path)': \(reason)"
    case .badOutput(let path, let field?, let reason):
      "bad value for '\(field)' in the output of '\(path)': \(reason)"
    case .badOutput(let path, nil, let reason): "bad output of '\(path)': \(reason)"
    case .unavailable(let path, let reason): "'\(path)' is unavailable: \(reason)"
    case .badURL(let url, let reason): "bad URL '\(url)': \(reason)"
    case .badURLPattern(let pattern, let reason): "bad URL pattern '\(pattern)': \(reason)"
    case .duplicate(let path, let owners) where Set(owners).count == 1:
      "'\(path)' is registered twice by \(owners[0]); answer each action once, and give each a name "
        + "and URLs of its own"
    case .duplicate(let path, let owners):
      "'\(path)' is registered by " + owners.joined(separator: " and ")
        + "; an action has exactly one owner"
    }
  }
}

/// An error that a module threw, for callers by name or by URL. Typed calls get the module's error
/// itself.
public struct ActionError: ModuleError {
  /// Target and action, such as `catalogue/search`.
  public let path: String
  /// The module's error.
  public let error: any Error
  /// The field of the input whose type has thrown the error, such as `limit`; nil for an error of
  /// the handler.
  public let field: String?

  init(path: String, field: String? = nil, error: any Error) {
    self.path = path
    self.error = error
    self.field = field
  }

  /// Wraps an error of a module, unless the caller is native or the error is a cancellation.
  static func wrapped(
    _ error: any Error, from action: ActionDescriptor, to origin: Exposure
  ) -> any Error {
    if origin == .native || error is CancellationError { return error }
    return ActionError(path: action.path, error: error)
  }

  /// The kind of the module's error. An error of a call that the module made counts as `failed`,
  /// and one of an input that has no kind of its own as `badInput`.
  public var kind: FailureKind {
    guard !(error is MediatorError) else { return .failed }
    return (error as? any ModuleError)?.kind ?? (field == nil ? .failed : .badInput)
  }

  public var description: String {
    field.map { "'\($0)': \(error.plainText)" } ?? "'\(path)' failed: \(error.plainText)"
  }

  public static func == (first: ActionError, second: ActionError) -> Bool {
    first.description == second.description
  }
}
