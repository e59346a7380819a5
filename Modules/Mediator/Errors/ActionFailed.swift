/// What a module threw at a caller by name or by URL, with the action that was called. Typed calls
/// get the module's own error.
public struct ActionFailed: ModuleError {
  /// Target and action, such as `routing/plan`.
  public let path: String
  /// What the module threw.
  public let error: any Error

  /// What a caller is told of an error: native callers and cancelled ones the error itself.
  static func told(_ error: any Error, of action: Signature, to reach: Reach) -> any Error {
    if reach == .native || error is CancellationError { return error }
    return ActionFailed(path: action.path, error: error)
  }

  /// The module's own kind. A name that the module itself could not reach is the module's failure.
  public var kind: FailureKind {
    error is MediatorError ? .failed : (error as? any ModuleError)?.kind ?? .failed
  }

  /// The module's own sentence, behind the action's name.
  public var description: String { "'\(path)' failed: \(error)" }

  /// Whether both tell the same of the same action.
  public static func == (first: ActionFailed, second: ActionFailed) -> Bool {
    first.description == second.description
  }
}
