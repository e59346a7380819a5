extension PluginError {
  /// The error without secrets in the texts that come from the program.
  func hiding(_ secrets: [String]) -> PluginError {
    switch self {
    case .cannotStart(let plugin, let reason):
      .cannotStart(plugin: plugin, reason: reason.hiding(secrets))
    case .ended(let plugin, let status, let lastLine):
      .ended(plugin: plugin, status: status, lastLine: lastLine?.hiding(secrets))
    case .notUnderstood(let plugin, let reason):
      .notUnderstood(plugin: plugin, reason: reason.hiding(secrets))
    case .badAnswer(let plugin, let reason):
      .badAnswer(plugin: plugin, reason: reason.hiding(secrets))
    case .toolFailed(let plugin, let tool, let message):
      .toolFailed(plugin: plugin, tool: tool, message: message.hiding(secrets))
    case .timedOut(let plugin, let tool, let timeout, let otherOutput):
      .timedOut(
        plugin: plugin, tool: tool, after: timeout, otherOutput: otherOutput?.hiding(secrets))
    case .closed, .stopped, .endlessLine, .inputTooLong: self
    }
  }
}
