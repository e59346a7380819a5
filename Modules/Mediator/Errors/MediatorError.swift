/// Why a call ended before a module could answer it, or why an answer was refused.
public enum MediatorError: ModuleError {
  /// No module answers for the target.
  case noSuchTarget(String, nearest: String?)
  /// The target has no action of that name.
  case noSuchAction(target: String, name: String, nearest: String?)
  /// The action exists, but not for callers of this kind.
  case notReachable(path: String, from: Reach)
  /// The input does not fit; the reason names the field where there is one.
  case badInput(path: String, field: String?, reason: String)
  /// The caller by name expects another type than the action answers.
  case badOutput(path: String, expected: String, actual: String)
  /// The module that answers could not start.
  case unavailable(path: String, reason: String)
  /// The URL does not name an action.
  case badURL(String, reason: String)
  /// The pattern of an action's URLs is malformed, or cannot be filled.
  case badRoute(String, reason: String)
  /// Two modules answer the same action or the same URLs.
  case duplicate(path: String, owners: [String])

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .noSuchTarget, .noSuchAction: .notFound
    case .notReachable, .badOutput, .unavailable, .badRoute, .duplicate: .failed
    case .badInput, .badURL: .badInput
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .noSuchTarget(let target, let nearest):
      "no target '\(target)'" + nearest.suggestion()
    case .noSuchAction(let target, let name, let nearest):
      "no action '\(name)' in '\(target)'" + nearest.suggestion()
    case .notReachable(let path, .remote):
      "'\(path)' cannot be called from outside; only actions declared remote can"
    case .notReachable(let path, _):
      "'\(path)' cannot be called by name; only typed Swift calls reach it"
    case .badInput(_, let field?, let reason): "bad value for '\(field)': \(reason)"
    case .badInput(let path, nil, let reason): "bad input for '\(path)': \(reason)"
    case .badOutput(let path, let expected, let actual):
      "'\(path)' does not answer \(expected); it answers \(actual)"
    case .unavailable(let path, let reason): "'\(path)' is unavailable: \(reason)"
    case .badURL(let url, let reason): "bad URL '\(url)': \(reason)"
    case .badRoute(let pattern, let reason): "bad URL pattern '\(pattern)': \(reason)"
    case .duplicate(let path, let owners):
      "'\(path)' is answered by " + owners.joined(separator: " and ")
        + "; an action has exactly one owner"
    }
  }
}
