import Foundation
import Mediator
import ModuleManager

/// Stores what a program says about itself, so that the app knows it without starting the program.
struct ToolStore: Sendable {
  /// How often a program may change its tools, because the app keeps what former lists have left.
  static let maximumChanges = 100

  private let environment: PluginEnvironment
  private let log: Log
  /// The plug-in as it was stored last.
  private var plugin: InstalledPlugin

  init(_ plugin: InstalledPlugin, _ environment: PluginEnvironment, _ log: Log) {
    (self.plugin, self.environment, self.log) = (plugin, environment, log)
  }

  /// Stores the tools after each change, until the stream ends. A program that changes them often
  /// is asked less often.
  func store(_ changes: AsyncStream<Data>, of client: MCPClient) async {
    var store = self
    var count = 0
    for await _ in changes {
      count += 1
      guard count <= Self.maximumChanges else {
        return log.warning(
          "'\(plugin.manifest.name)' has changed its tools \(Self.maximumChanges) times; further "
            + "changes count at its next start")
      }
      repeat {
        try? await Task.sleep(for: environment.toolChangeDelay)
        guard let tools = try? await client.tools() else { break }
        // While another process changes the folder, nothing is stored.
        if store.store(client.era, tools) { break }
      } while !Task.isCancelled
    }
  }

  /// - Returns: Whether nothing is left to be stored.
  mutating func store(_ era: MCPEra, _ tools: [PluginTool]) -> Bool {
    guard era != plugin.era || tools != plugin.tools else { return true }
    var changed = plugin
    (changed.era, changed.tools) = (era, tools)
    do {
      guard try environment.store(changed) else { return false }
      plugin = changed
    } catch {
      log.warning(
        "the tools of '\(plugin.manifest.name)' were not stored: \(error.plainText)")
    }
    return true
  }
}
