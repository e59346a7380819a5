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

  /// A wrong composition is never the caller's fault.
  public var kind: FailureKind { .failed }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .cycle(let path):
      "modules require each other: \(path.joined(separator: " → ")); take one requirement away"
    case .missingRequirement(let name, let dependent):
      "'\(dependent)' requires '\(name)', which is not registered; add it to AppModules.swift"
    case .duplicateModule(let name):
      "two modules are named '\(name)'; register one of them"
    case .duplicateAction(let path, let owners):
      "'\(path)' is answered by \(owners.joined(separator: " and ")); an action has one owner"
    case .brokenManifest(let name, let faults):
      "'\(name)' is not what its manifest says: it \(faults.joined(separator: "; it "))"
    }
  }
}
