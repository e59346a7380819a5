package import Channel
package import Foundation
package import Mediator
package import ModuleManager

/// What the host gives to the modules of plug-ins.
package struct PluginEnvironment: Sendable {
  /// The events that a plug-in can follow, which are found by the names of their types.
  package let events: [any Event.Type]
  /// All environment variables of a plug-in's program.
  package let variables: [String: String]
  /// How long the hooks of a plug-in may take.
  package let deadlines: Deadlines
  /// How long a call of a tool may take, from its beginning or its last report of progress.
  let callTimeout: Duration
  /// How long the end of a plug-in's program waits until its last lines are logged.
  let reportDelay: DispatchTimeInterval
  /// How long a program that has changed its tools has rest until it is asked for them.
  let toolChangeDelay: Duration
  /// Answers the calls of a plug-in to the actions that its manifest names, until
  /// the plug-in closes the connection or the task is cancelled. It closes the transport.
  package let serve:
    @Sendable (_ transport: ChannelTransport, InstalledPlugin, Mediator) async throws -> Void
  /// Asks the person what a plug-in wants to know; nil where nobody can be asked.
  let ask: PluginQuestion.Asker?
  /// Checks before each start that nothing has changed, and returns what to start.
  package let verify: @Sendable (InstalledPlugin) throws -> PluginProgram
  /// Stores the era and the tools when they have changed, and returns true; false while another
  /// process changes the folder.
  package let store: @Sendable (InstalledPlugin) throws -> Bool

  /// - Parameters:
  ///   - deadlines: Those of the host. A plug-in has at least 30 s for its start.
  ///   - callTimeout: How long a call may take; nil for 30 s, or the deadline of a hook if that is
  ///     longer.
  package init(
    events: [any Event.Type], variables: [String: String], deadlines: Deadlines = .standard,
    callTimeout: Duration? = nil, reportDelay: DispatchTimeInterval = .milliseconds(200),
    toolChangeDelay: Duration = .milliseconds(250),
    ask: PluginQuestion.Asker? = nil,
    serve:
      @escaping @Sendable (
        _ transport: ChannelTransport, InstalledPlugin, Mediator
      ) async throws -> Void,
    verify: @escaping @Sendable (InstalledPlugin) throws -> PluginProgram,
    store: @escaping @Sendable (InstalledPlugin) throws -> Bool
  ) {
    self.events = events
    self.variables = variables
    self.deadlines = Deadlines(
      start: max(deadlines.start, MCPClient.timeout), stop: deadlines.stop, hook: deadlines.hook)
    self.callTimeout = callTimeout ?? max(deadlines.hook, MCPClient.timeout)
    self.ask = ask
    self.reportDelay = reportDelay
    self.toolChangeDelay = toolChangeDelay
    self.serve = serve
    self.verify = verify
    self.store = store
  }
}
