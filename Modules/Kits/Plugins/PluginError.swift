import Console
public import Mediator
import ModuleManager

/// Why a plug-in cannot be used.
public enum PluginError: ModuleError {
  /// Its program cannot be executed.
  case cannotStart(plugin: String, reason: String)
  /// The process ended while it was used.
  /// - Parameters:
  ///   - status: Such as `exit status 1` or `signal 9`.
  ///   - lastLine: The last line that it wrote on its standard error output; nil for none.
  case ended(plugin: String, status: String, lastLine: String?)
  /// The process has closed its input or its output, but still runs.
  case closed(plugin: String)
  /// The module of the plug-in has stopped.
  case stopped(plugin: String)
  /// The process has written more bytes than the limit without the end of a line.
  case endlessLine(plugin: String, limit: Int)
  /// The plug-in does not speak a known form of the protocol.
  case notUnderstood(plugin: String, reason: String)
  /// An answer of the plug-in does not have the form that the protocol demands.
  case badAnswer(plugin: String, reason: String)
  /// The input for a tool is longer than the limit in bytes.
  case inputTooLong(plugin: String, tool: String, limit: Int)
  /// The tool says that it has failed.
  case toolFailed(plugin: String, tool: String, message: String)
  /// The tool did not answer in time.
  /// - Parameter otherOutput: The last line that the process wrote meanwhile and that was no
  ///   message; nil for none.
  case timedOut(plugin: String, tool: String, after: Duration, otherOutput: String? = nil)

  public var kind: FailureKind {
    switch self {
    case .inputTooLong: .badInput
    case .cannotStart, .ended, .closed, .stopped, .endlessLine, .notUnderstood, .badAnswer,
      .toolFailed, .timedOut:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .cannotStart(let plugin, let reason):
      "the plug-in '\(plugin)' cannot be started: \(reason); see 'command' in its plugin.json"
    case .ended(let plugin, let status, let lastLine):
      "the plug-in '\(plugin)' ended with \(status)" + (lastLine.map { ": \($0)" } ?? "")
        + "; see 'plugins log \(plugin)'"
    case .closed(let plugin):
      "the plug-in '\(plugin)' has closed its input or output; see 'plugins log \(plugin)'"
    case .stopped(let plugin): "the plug-in '\(plugin)' was stopped; try again"
    case .endlessLine(let plugin, let limit):
      "the plug-in '\(plugin)' has written more than \(limit >> 20) MiB without the end of a line"
        + "; report it to its author"
    case .notUnderstood(let plugin, let reason):
      "the plug-in '\(plugin)' does not speak the Model Context Protocol: \(reason)"
        + "; see 'plugins log \(plugin)'"
    case .badAnswer(let plugin, let reason):
      "the plug-in '\(plugin)' gave an answer that is not valid: \(reason)"
        + "; report it to its author"
    case .inputTooLong(let plugin, let tool, let limit):
      "the input of '\(tool)' of the plug-in '\(plugin)' is longer than \(limit >> 20) MiB; give less"
    case .toolFailed(let plugin, let tool, let message):
      "'\(tool)' of the plug-in '\(plugin)' failed: \(message)"
    case .timedOut(let plugin, let tool, let timeout, let otherOutput):
      "'\(tool)' of the plug-in '\(plugin)' did not answer within \(timeout.formatted)"
        + (otherOutput.map { "; it wrote '\($0)', which is no message" } ?? "")
        + "; see 'plugins log \(plugin)', or increase 'plugins.timeout'"
    }
  }
}

extension String {
  /// A text of a plug-in as part of a sentence: printable and not too long.
  var quotedFromPlugin: String { printable.shortened(to: 300) }
}
