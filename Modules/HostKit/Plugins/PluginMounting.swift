import Channel
import Console
import Foundation
import Mediator
import ModuleManager
import Plugins

extension CommandLineHost {
  /// The variables of the app's environment that a plug-in gets. Others may hold secrets, such as
  /// addresses with tokens.
  private static let inherited = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG"]

  /// The host with the trusted plug-ins as further modules of the app. Without plug-ins this takes one
  /// `open`; it starts nothing. If the index is damaged, no plug-in is mounted; the doctor, and the
  /// commands that manage plug-ins, report it.
  var withPlugins: CommandLineHost {
    guard let index = try? PluginFolder(in: folder).index, !index.plugins.isEmpty else {
      return self
    }
    // An app can get a module of this name after the plug-in was trusted.
    let plugins = index.plugins.filter { plugin in
      (try? plugin.manifest.checkName(in: app)) != nil
    }
    var host = self
    host.app = app.mounting(
      plugins, in: pluginEnvironment { [folder] in try PluginFolder(in: folder).update($0) })
    return host
  }

  /// Why a command that would be one of a plug-in does not exist; nil if there is no such plug-in.
  func pluginError(for command: String) -> (any Error)? {
    let plugins = PluginFolder(in: folder)
    guard let name = command.split(separator: " ").first.map(String.init),
      !app.plugins.contains(name),
      plugins.names.contains(name)
    else { return nil }
    do {
      guard let plugin = try plugins.index[name] else { return PluginFileError.untrusted(name) }
      try plugin.manifest.checkName(in: app)
      return nil
    } catch {
      return error
    }
  }

  /// Starts a plug-in in a session of its own, and stops it.
  /// - Returns: The plug-in with its era and its tools.
  func start(_ plugin: InstalledPlugin) async throws -> InstalledPlugin {
    let learned = Lock(plugin)
    let mediator = Mediator(scheme: app.name)
    let log = HostLog(configuration: try configuration, terminal: errors, screen: nil)
    let environment = pluginEnvironment { plugin in learned.withLock { $0 = plugin } }
    let descriptor = PluginModule.descriptor(of: plugin, in: environment)
    let app = AppDescription(
      name: app.name, summary: app.summary, version: app.version, folder: folder)
    let manager = try ModuleManager([descriptor], mediator: mediator) {
      [folder, now] manifest in
      ModuleContext(
        mediator: mediator, folder: folder.appending(path: manifest.target), now: now,
        log: log.log(of: manifest), app: app)
    }
    try await manager.open()
    let result: Result<Void, any Error>
    do { result = .success(try await manager.start(descriptor.manifest.name)) } catch {
      result = .failure(error)
    }
    await manager.stop()
    try result.get()
    return learned.withLock(\.self)
  }

  /// What the host gives to plug-ins.
  /// - Parameter store: Stores the era and the tools of a plug-in that was started.
  private func pluginEnvironment(
    store: @escaping @Sendable (InstalledPlugin) throws -> Void
  ) -> PluginEnvironment {
    let plugins = PluginFolder(in: folder)
    var variables = [
      app.variable("HOME"): folder.path, app.variable("HOST_FD"): "3",
    ]
    for name in Self.inherited { variables[name] = environment[name] }
    let configuration = Configuration.collectingErrors(
      of: app, folder: folder, environment: environment.all)
    return PluginEnvironment(
      events: app.withoutPlugins.publishedEvents, variables: variables,
      deadlines: configuration.deadlines,
      serve: { [app = app.withoutPlugins, clock] transport, allowed, mediator in
        let tools = MCPTool.all(of: app.modules, in: app).filter {
          allowed.contains($0.action.path)
        }
        try await MCPServer(app, tools, mediator, clock: clock).serve(transport)
      },
      verify: { plugin in try plugins.verify(plugin) }, store: store)
  }
}

extension CommandLineApp {
  /// The app with plug-ins as further modules.
  fileprivate func mounting(
    _ plugins: [InstalledPlugin], in environment: PluginEnvironment
  ) -> CommandLineApp {
    let descriptors = plugins.map { PluginModule.descriptor(of: $0, in: environment) }
    var app = CommandLineApp(
      name: name, summary: summary, version: version, examples: examples,
      modules: modules + descriptors, theme: theme)
    app.plugins = Set(plugins.map(\.manifest.name))
    return app
  }

  /// The app without its plug-ins.
  var withoutPlugins: CommandLineApp { without(plugins) }

  /// The app without some plug-ins.
  func without(_ names: Set<String>) -> CommandLineApp {
    let removed = plugins.intersection(names)
    guard !removed.isEmpty else { return self }
    var app = CommandLineApp(
      name: name, summary: summary, version: version, examples: examples,
      modules: modules.filter { !removed.contains($0.manifest.target) }, theme: theme)
    app.plugins = plugins.subtracting(removed)
    return app
  }
}
