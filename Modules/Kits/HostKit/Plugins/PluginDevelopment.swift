import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import Plugins

/// Runs a plug-in from the folder of its author, and again after each change of a file in it.
struct PluginDevelopment: Sendable {
  /// How often it looks for changes.
  private static let interval = Duration.milliseconds(300)

  let host: CommandLineHost
  /// The mediator of the session, through which the plug-in may call the app.
  let session: Mediator

  /// Runs until the task is cancelled, such as by Ctrl-C.
  /// - Throws: `PluginFileError.noFolder`; `CancellationError`.
  func run(_ query: DevelopQuery) async throws -> Empty {
    let folder = URL(filePath: query.folder, directoryHint: .isDirectory)
    guard FolderSnapshot(folder) != nil else { throw PluginFileError.noFolder(query.folder) }
    host.write(
      "'\(query.folder.printable)' is neither installed nor trusted; it runs because you have named "
        + "it. Save a file to run it again; Ctrl-C ends it.", to: host.errors)
    while true {
      let before = FolderSnapshot(folder)
      await load(folder, query.line ?? [], since: before)
      try Task.checkCancellation()
      // A file that was saved meanwhile differs from this at once.
      let seen = FolderSnapshot(folder).flatMap { before?.keepingSources(in: $0) }
      while FolderSnapshot(folder) == seen {
        try await host.clock.sleep(for: Self.interval)
      }
      host.errors.write("\n")
    }
  }

  /// Loads the plug-in until it and the command line have ended, or a file is saved, which cancels
  /// them as Ctrl-C does: a command line such as `web` does not end by itself.
  private func load(_ folder: URL, _ line: [String], since before: FolderSnapshot?) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await load(folder, line) }
      group.addTask {
        while (try? await host.clock.sleep(for: Self.interval)) != nil {
          guard let before, let now = FolderSnapshot(folder) else { continue }
          if before.keepingSources(in: now) != now { return }
        }
      }
      _ = await group.next()
      group.cancelAll()
    }
  }

  /// Starts the plug-in, prints its tools, and runs a command line of the app with it. An error is
  /// printed.
  private func load(_ folder: URL, _ line: [String]) async {
    do {
      let uninstalled = try UninstalledPlugin(
        in: folder, home: host.folder, environment: host.environment.all)
      defer { withExtendedLifetime(uninstalled) {} }
      let manifest = uninstalled.plugin.manifest
      try manifest.check(in: host.app.withoutPlugins)
      host.showVariables(of: uninstalled)
      let plugin = try await host.run(uninstalled, calling: session) { _ in }.plugin
      host.errors.write(host.errors.page.text(of: Self.document(of: plugin)) + "\n")
      guard !line.isEmpty else { return }
      _ = await host.mounting(plugin, of: uninstalled.plugins).answer(line)
      PluginFolder(in: host.folder).removeLog(ofUninstalled: manifest.name)
    } catch {
      if !Task.isCancelled { _ = host.report(error) }
    }
  }

  /// The tools of a plug-in, and what is wrong with them.
  private static func document(of plugin: InstalledPlugin) -> Document {
    var table = Table(.init("tool"), .init("description", isFlexible: true))
    for tool in plugin.tools {
      table.append(
        Text(verbatim: tool.name.printable, .accent),
        Text(verbatim: tool.summary(of: plugin.manifest.name)))
    }
    var problems = ToolNames(of: plugin).warnings
    do { try plugin.manifest.checkTools(plugin.tools) } catch {
      problems.append(error.sentence)
    }
    return [plugin.tools.isEmpty ? .paragraph("No tools.") : .table(table)]
      + Document(problems.map { .sentence(verbatim: $0, .warning) })
  }
}

/// The input of `Host.developPlugin`.
struct DevelopQuery: Codable, SchemaDescribing {
  let folder: String
  let line: [String]?

  static var fieldDescriptions: FieldDescriptions {
    [
      "folder": .pluginFolder,
      "line": .init(
        "the command line of the app that runs after each change; write '--' before one with options",
        default: "none, which only starts the program"),
    ]
  }
}

extension CommandLineHost {
  /// The host with one more plug-in, in place of another one of its name.
  fileprivate func mounting(
    _ plugin: InstalledPlugin, of plugins: PluginFolder
  ) -> CommandLineHost {
    let name = plugin.manifest.name
    var host = self
    // The session around it has the signals and the terminal.
    (host.signals, host.screen) = (nil, nil)
    let log = app.variable(ConfigurationKey.variable(for: "log.\(name)"))
    host.environment = Environment([log: "info"].merging(environment.all) { $1 })
    let environment = host.pluginEnvironment(of: plugins) { _ in
      true
    } current: {
      $0
    }
    let mounted = host.mountedPlugins.replacing(plugin, in: environment)
    host.app = host.app.withoutPlugins.with(mounted)
    return host
  }
}
