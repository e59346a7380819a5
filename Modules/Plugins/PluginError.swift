public import Mediator

/// Why a plug-in cannot be used.
public enum PluginError: ModuleError {
  /// The process ended while it was used.
  /// - Parameters:
  ///   - status: Such as `exit status 1` or `signal 9`.
  ///   - lastLine: The last line that it wrote on its standard error output; nil for none.
  case ended(plugin: String, status: String, lastLine: String?)

  public var kind: FailureKind {
    switch self {
    case .ended: .failed
    }
  }

  public var description: String {
    switch self {
    case .ended(let plugin, let status, let lastLine):
      "the plug-in '\(plugin)' ended with \(status)" + (lastLine.map { ": \($0)" } ?? "")
        + "; see 'plugins log \(plugin)'"
    }
  }
}
