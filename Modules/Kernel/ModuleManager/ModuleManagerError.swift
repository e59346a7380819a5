public import Mediator

/// Why modules cannot be composed or started.
public enum ModuleManagerError: ModuleError {
  /// Modules require each other in a cycle; the path begins and ends with the same name.
  case cycle([String])
  /// A module requires one that is not registered.
  case missingRequirement(String, requiredBy: String)
  /// A module's name, which is part of URLs and paths, has other characters than letters and
  /// digits.
  case badName(String)
  /// A module's name in kebab case is `host`, which is the host's own target.
  case reservedName(String)
  /// Two modules have the same name.
  case duplicateModule(String)
  /// Two modules have different names and the same target, such as `URLList` and `UrlList`.
  case duplicateTarget(String, owners: [String])
  /// Two modules answer the same action, or one answers it twice.
  case duplicateAction(String, owners: [String])
  /// A module's bindings differ from its manifest.
  case brokenManifest(String, faults: [String])
  /// A module calls an action of an interface that its manifest does not name. Only debug builds
  /// check this.
  case undeclaredCall(String, of: String, by: String)
  /// No module has the name.
  case unknownModule(String, nearest: String?)
  /// Modules wait for each other, because the `start` of one calls another; the path begins and ends
  /// with the same name.
  case startCycle([String])
  /// A module exceeded its deadline for the start.
  case startTookTooLong(String, deadline: Duration, remedy: String? = nil)
  /// A module that another one requires could not start.
  case requirementFailed(String, requiredBy: String, reason: String)
  /// A module is disabled, or failed after its start.
  case failedBefore(String, reason: String)
  /// The host is stopping, so no module starts any more.
  case stopping

  public var kind: FailureKind {
    if case .unknownModule = self { .notFound } else { .failed }
  }

  public var description: String {
    switch self {
    case .cycle(let path):
      "modules require each other: \(path.joined(separator: " → ")); remove one requirement"
    case .missingRequirement(let name, let dependent):
      "'\(dependent)' requires '\(name)', which is not registered; register its module"
    case .badName(let name):
      "'\(name)' is not the name of a module; expected a capital letter, then letters and digits"
    case .reservedName(let name):
      "a module cannot be named '\(name)'; the target 'host' belongs to the host; rename it"
    case .duplicateModule(let name):
      "two modules are named '\(name)'; register only one of them"
    case .duplicateTarget(let target, let owners):
      "\(owners.map { "'\($0)'" }.joined(separator: " and ")) have the same target '\(target)', "
        + "and so the same folder, settings and URLs; rename one of them"
    case .duplicateAction(let path, let owners) where Set(owners).count == 1:
      "'\(path)' is answered twice by \(owners[0]); list each action once under 'answers', and give "
        + "each a name of its own"
    case .duplicateAction(let path, let owners):
      "'\(path)' is answered by \(owners.joined(separator: " and ")); an action has one owner, so "
        + "rename one of them"
    case .brokenManifest(let name, let faults):
      "'\(name)' does not match its manifest: it \(faults.joined(separator: "; it ")); correct the "
        + "manifest, or what the module registers"
    case .undeclaredCall(let path, let interface, let caller):
      "'\(caller)' calls '\(path)', but its manifest does not name '\(interface)'; "
        + "add 'uses: [\(interface).self]' to the manifest of \(caller)Module, or 'requires' if it "
        + "cannot work without it"
    case .unknownModule(let name, let nearest):
      "no module '\(name)'" + nearest.suggestion()
    case .startCycle(let path):
      "modules wait for each other in 'start': \(path.joined(separator: " → ")); make one of these "
        + "calls in 'run', which does not wait, or when its result is needed"
    case .startTookTooLong(let name, let deadline, let remedy):
      "'\(name)' did not start within \(deadline.formatted); "
        + (remedy
          ?? "end other programs that use its files, or increase 'deadlines.start' if it is slow")
    case .requirementFailed(let name, let dependent, let reason):
      "'\(dependent)' requires '\(name)', which could not start: \(reason)"
    case .failedBefore(let name, let reason): "'\(name)' is unavailable: \(reason)"
    case .stopping: "the host is stopping"
    }
  }
}

extension Duration {
  /// The duration in seconds, such as `2.5 s`.
  package var formatted: String {
    let milliseconds = self / .milliseconds(1)
    return milliseconds < 1000 || milliseconds.truncatingRemainder(dividingBy: 1000) != 0
      ? "\(milliseconds / 1000) s" : "\(Int(milliseconds / 1000)) s"
  }
}
