import Mediator
import Platform

/// What the module of a plug-in takes over from the one that it replaces, when the plug-in has
/// changed while the app runs: the program, if only its tools have changed, and the actions of the
/// tools that are the same, so that open scenes can still call them.
package final class PluginHandover: Sendable {
  /// The program that goes on; a new place without a program for one that must start again.
  let program: PluginProgramSlot
  /// The actions of the module before.
  let formerActions: [PluginAction]
  /// The actions of this module, for the next one.
  private let actions = Lock<[PluginAction]>([])
  /// Fulfilled when the module before has stopped, whose program no longer runs then.
  private let stopped: Promise<Void>?

  /// For a module that replaces none.
  package convenience init() { self.init(PluginProgramSlot(), formerActions: [], stopped: nil) }

  private init(
    _ program: PluginProgramSlot, formerActions: [PluginAction], stopped: Promise<Void>?
  ) {
    (self.program, self.formerActions, self.stopped) = (program, formerActions, stopped)
  }

  /// For the module that replaces this one.
  /// - Parameter keepsProgram: Whether the program goes on. Otherwise, the next module waits for
  ///   `formerHasStopped` before it starts one.
  package func next(keepingProgram keepsProgram: Bool) -> PluginHandover {
    PluginHandover(
      keepsProgram ? program.passOn() : PluginProgramSlot(),
      formerActions: actions.withLock(\.self), stopped: keepsProgram ? nil : Promise())
  }

  /// Ends the program, if it still runs and belongs to this module.
  package func endProgram() async { await program.take()?.session.end() }

  /// Called when the module before has stopped.
  package func formerHasStopped() { stopped?.fulfil(.success(())) }

  /// Waits until the module before has stopped, if its program is not taken over.
  func waitForFormer() async throws { try await stopped?.value }

  /// The action of a tool: that of the module before if the tool is the same.
  func action(
    of tool: PluginTool, as name: ToolNames.Name, of plugin: String, isRemote: Bool
  ) -> PluginAction {
    formerActions.first { $0.tool == tool && $0.name == name && $0.isRemote == isRemote }
      ?? PluginAction(tool, as: name, of: plugin, isRemote: isRemote)
  }

  /// Leaves the actions of this module to the next one.
  func leave(_ actions: [PluginAction]) { self.actions.withLock { $0 = actions } }
}

/// A plug-in's program while it runs, with the client of its tools.
struct RunningPlugin: Sendable {
  let session: PluginSession
  let client: MCPClient
}

/// The place of a plug-in's program, which modules pass on to each other. Only the last of them may
/// end the program.
struct PluginProgramSlot: Sendable {
  private final class Content: Sendable {
    let state = Lock<(owner: Int, running: RunningPlugin?)>((0, nil))
  }

  private let content: Content
  private let owner: Int

  init() { (content, owner) = (Content(), 0) }

  private init(_ content: Content, owner: Int) { (self.content, self.owner) = (content, owner) }

  /// Gives the place to the next module.
  /// - Returns: The same place as the next module has it.
  func passOn() -> PluginProgramSlot {
    content.state.withLock { state in
      state.owner += 1
      return PluginProgramSlot(content, owner: state.owner)
    }
  }

  /// The program; nil if it does not run.
  var running: RunningPlugin? { content.state.withLock(\.running) }

  /// Puts a program in.
  /// - Returns: Whether the place still belongs to the module.
  func fill(with running: RunningPlugin) -> Bool {
    content.state.withLock { state in
      guard state.owner == owner else { return false }
      state.running = running
      return true
    }
  }

  /// Takes the program out, in order to end it; nil if there is none, or it belongs to the next
  /// module.
  func take() -> RunningPlugin? {
    content.state.withLock { $0.owner == owner ? $0.running.take() : nil }
  }
}
