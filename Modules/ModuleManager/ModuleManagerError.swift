public import Mediator

/// Why modules cannot be composed or started.
public enum ModuleManagerError: ModuleError {
  /// Modules require each other in a circle; the path begins and ends with the same name.
  case cycle([String])
  /// A module requires one that is not registered.
  case missingRequirement(String, requiredBy: String)
  /// Two modules have one name.
  case duplicateModule(String)
  /// Two modules answer one action.
  case duplicateAction(String, owners: [String])
  /// A module does not do what its manifest declares.
  case brokenManifest(String, faults: [String])
  /// No module has the name.
  case unknownModule(String, nearest: String?)
  /// A module took longer than its deadline to start.
  case startTookTooLong(String, deadline: Duration)
  /// A module that another one requires could not start.
  case requirementFailed(String, requiredBy: String, reason: String)
  /// A module failed while it was at work, or is not to start at all.
  case failedBefore(String, reason: String)
  /// The host stops, so that nothing starts any more.
  case stopping

  /// A wrong composition is never the caller's fault.
  public var kind: FailureKind {
    if case .unknownModule = self { .notFound } else { .failed }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .cycle(let path):
      "modules require each other: \(path.joined(separator: " → ")); take one requirement away"
    case .missingRequirement(let name, let dependent):
      "'\(dependent)' requires '\(name)', which is not registered; register its module"
    case .duplicateModule(let name):
      "two modules are named '\(name)'; register one of them"
    case .duplicateAction(let path, let owners):
      "'\(path)' is answered by \(owners.joined(separator: " and ")); an action has one owner"
    case .brokenManifest(let name, let faults):
      "'\(name)' is not what its manifest says: it \(faults.joined(separator: "; it "))"
    case .unknownModule(let name, let nearest):
      "no module '\(name)'" + nearest.suggestion()
    case .startTookTooLong(let name, let deadline):
      "'\(name)' did not start within \(deadline.formatted); its deadline can be set"
    case .requirementFailed(let name, let dependent, let reason):
      "'\(dependent)' requires '\(name)', which could not start: \(reason)"
    case .failedBefore(let name, let reason): "'\(name)' is out of use: \(reason)"
    case .stopping: "the host is stopping"
    }
  }
}

extension Duration {
  /// The duration in seconds, as in `2.5 s`.
  var formatted: String {
    let milliseconds = self / .milliseconds(1)
    return milliseconds < 1000 || milliseconds.truncatingRemainder(dividingBy: 1000) != 0
      ? "\(milliseconds / 1000) s" : "\(Int(milliseconds / 1000)) s"
  }
}
