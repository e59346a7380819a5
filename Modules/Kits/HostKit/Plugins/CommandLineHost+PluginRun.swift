import Console
import Foundation
import Mediator
import ModuleManager
import Platform
import Plugins

extension CommandLineHost {
  /// Starts a plug-in beside the modules of the session, and stops it when `body` has returned.
  /// - Parameters:
  ///   - plugins: The folder of the plug-in.
  ///   - session: The mediator of the session, through which the plug-in may call the app.
  ///   - data: The folder for what the module of the plug-in writes; nil for that of the app.
  ///   - log: The log of the plug-in; nil for that of the app's module.
  ///   - body: Receives the mediator through which the plug-in is called.
  /// - Returns: The plug-in with its era and its tools, and what `body` returns.
  func run<Result: Sendable>(
    _ plugin: InstalledPlugin, of plugins: PluginFolder, calling session: Mediator,
    data: URL? = nil, log: Log? = nil, _ body: (Mediator) async throws -> Result
  ) async throws -> (plugin: InstalledPlugin, result: Result) {
    let learned = Lock(plugin)
    // The session's mediator may know actions of an earlier version of the plug-in.
    let mediator = Mediator(scheme: app.name)
    let environment = pluginEnvironment(calling: session, of: plugins) { plugin in
      learned.withLock { $0 = plugin }
      return true
    } current: {
      $0
    }
    let descriptor = PluginModule.descriptor(of: plugin, in: environment)
    let configuration = try pluginConfiguration(with: descriptor)
    let hostLog = HostLog(configuration: configuration, terminal: errors, screen: nil)
    let description = app.description(in: folder)
    let manager = try ModuleManager([descriptor], mediator: mediator) {
      [folder, now] manifest in
      ModuleContext(
        mediator: mediator, folder: data ?? folder.appending(path: manifest.target), now: now,
        configuration: configuration.parameters(of: manifest),
        log: log ?? hostLog.log(of: manifest), app: description)
    }
    try await manager.open()
    do {
      try await manager.start(descriptor.manifest.name)
      let result = try await body(mediator)
      await manager.stop()
      return (learned.withLock(\.self), result)
    } catch {
      await manager.stop()
      throw error
    }
  }

  /// The configuration of the app with the settings of a plug-in, in place of those of another
  /// version of it.
  /// - Throws: `ConfigurationError`.
  private func pluginConfiguration(with plugin: ModuleDescriptor) throws -> Configuration {
    var app = app
    app.modules.removeAll { $0.manifest.target == plugin.manifest.target }
    app.modules.append(plugin)
    return try Configuration(of: app, folder: folder, environment: environment.all)
  }

  /// Prints the names of the variables that a plug-in which is not installed gets from the
  /// environment. Call it before the program starts.
  func showVariables(of uninstalled: UninstalledPlugin) {
    let names = uninstalled.givenVariables
    guard !names.isEmpty else { return }
    write(
      "'\(uninstalled.plugin.manifest.name)' gets from the environment: "
        + names.joined(separator: ", "), to: errors)
  }

  /// Starts a plug-in that is not installed, and checks the tools that its `plugin.json` names.
  /// Whatever it writes on its standard error output is printed.
  /// - Returns: The plug-in with its era and its tools, and what `body` returns.
  func run<Result: Sendable>(
    _ uninstalled: UninstalledPlugin, as plugin: InstalledPlugin? = nil, calling session: Mediator,
    _ body: (Mediator) async throws -> Result
  ) async throws -> (plugin: InstalledPlugin, result: Result) {
    let log = Log(level: .info) { [errors] _, line in
      errors.write("  \(line.printableError.withoutAddressSecrets)\n")
    }
    return try await run(
      plugin ?? uninstalled.plugin, of: uninstalled.plugins, calling: session,
      data: uninstalled.data, log: log, body)
  }
}
