import Channel
import Console
import Foundation
import Mediator
import ModuleManager
import Platform
import Plugins

extension CommandLineHost {
  /// The host with the trusted plug-ins as further modules of the app. Without plug-ins this takes
  /// one `open`; it starts nothing. If the index is damaged, no plug-in is mounted; the doctor, and
  /// the commands that manage plug-ins, report it.
  var withPlugins: CommandLineHost {
    var host = self
    host.app = app.with(mountedPlugins)
    return host
  }

  /// The trusted plug-ins before their session opens; none if the index is damaged.
  var mountedPlugins: MountedPlugins {
    MountedPlugins((try? trustedPlugins) ?? []) { pluginEnvironment() }
  }

  /// The plug-ins that the person trusts, but for those with a name of the app itself, which can get
  /// a module of this name after the plug-in was trusted.
  /// - Throws: `PluginFileError.damagedIndex`.
  var trustedPlugins: [InstalledPlugin] {
    get throws(PluginFileError) {
      let plugins = try PluginFolder(in: folder).index.plugins
      guard !plugins.isEmpty else { return [] }
      let taken = TakenNames(in: app.withoutPlugins)
      return plugins.filter { !taken.contains($0.manifest.name) }
    }
  }

  private func pluginEnvironment() -> PluginEnvironment {
    pluginEnvironment(of: PluginFolder(in: folder)) { [folder] in
      try PluginFolder(in: folder).update($0)
    } current: { [folder] in
      try PluginFolder(in: folder).current($0)
    }
  }

  /// Why a plug-in is no module of the app; nil if it is one, or there is no such plug-in.
  /// - Parameter name: Any name, also one that comes from a link. It is only compared with others.
  func pluginError(for name: String) -> (any Error)? {
    let plugins = PluginFolder(in: folder)
    guard app.plugins?.names.contains(name) != true, plugins.names.contains(name) else {
      return nil
    }
    do {
      guard let plugin = try plugins.index[name] else { return PluginFileError.untrusted(name) }
      try plugin.manifest.checkName(in: app.withoutPlugins)
      return nil
    } catch {
      return error
    }
  }

  /// What the host gives to plug-ins.
  /// - Parameters:
  ///   - session: The mediator for the calls of plug-ins; nil for that of their modules.
  ///   - plugins: The folder of the plug-ins.
  ///   - store: Stores the era and the tools of a plug-in that was started.
  ///   - current: The plug-in as the user trusts it now.
  func pluginEnvironment(
    calling session: Mediator? = nil, of plugins: PluginFolder,
    store: @escaping @Sendable (InstalledPlugin) throws -> Bool,
    current: @escaping @Sendable (InstalledPlugin) throws -> InstalledPlugin
  ) -> PluginEnvironment {
    var variables = [app.variable("HOME"): folder.path, app.variable("HOST_FD"): "3"]
    for name in PluginVariable.inherited { variables[name] = environment[name] }
    let configuration = Configuration.collectingErrors(
      of: app, folder: folder, environment: environment.all)
    let consents = ConsentManager(
      GrantStore(in: folder), asking: askOnTerminal, now: now)
    return PluginEnvironment(
      events: app.withoutPlugins.publishedEvents, variables: variables,
      deadlines: configuration.deadlines, callTimeout: configuration.pluginTimeout,
      ask: PluginAsker(Question(on: errors, screen)).ask,
      serve: { [app = app.withoutPlugins, clock] transport, plugin, mediator in
        let allowed = plugin.manifest.calls ?? []
        let server: MCPServer
        do {
          // Without a call that it may make, the plug-in finds the connection closed.
          guard !allowed.isEmpty else { return transport.closeDescriptors() }
          // Not the plug-in of the start of the session, whose files may have changed since.
          let identity = ClientIdentity.plugin(try current(plugin))
          let tools = MCPTool.all(of: app.modules, in: app, for: .plugins) {
            allowed.contains($0.path)
          }
          let others = app.modules.flatMap { $0.manifest.answers.map(\.descriptor) }
            .filter { $0.exposure.contains(.plugins) && !allowed.contains($0.path) }
          server = try MCPServer(
            app, tools, for: .plugins, refusing: others, session ?? mediator, consents: consents,
            clock: clock, identity: { _ in identity })
        } catch {
          transport.closeDescriptors()
          throw error
        }
        try await server.serve(transport)
      },
      verify: { [app] plugin in
        try plugin.manifest.checkVersion(of: app)
        return try plugins.verify(try current(plugin))
      }, store: store)
  }
}

extension CommandLineHost {
  /// Asks the person at the terminal. In the browser, the answer is a whole word, because the
  /// person may be typing something else.
  fileprivate var askOnTerminal: ConsentManager.Asker? {
    let question = Question(on: errors, screen)
    guard question.canBeAsked else { return nil }
    return { request in
      try await question.inTurn {
        let isInBrowser = question.isInBrowser
        let choices = isInBrowser ? "Type yes, always or no: " : "[y]es, [a]lways, [N]o "
        let line = try await question.answer("\(request.question)\nAllow it? \(choices)") ?? ""
        return question.isMeant(line) ? ConsentAnswer(line: line) : .no
      }
    }
  }
}

extension CommandLineApp {
  /// The app with plug-ins as further modules.
  func with(_ plugins: MountedPlugins) -> CommandLineApp {
    var app = self
    app.modules += plugins.descriptors
    app.plugins = plugins
    app.pluginTargets = plugins.names
    return app
  }

  /// The app without its plug-ins.
  var withoutPlugins: CommandLineApp {
    var app = self
    app.modules.removeAll { pluginTargets.contains($0.manifest.target) }
    app.plugins = nil
    app.pluginTargets = []
    return app
  }

  /// The app with the plug-ins that it has now.
  var current: CommandLineApp {
    guard let plugins, !pluginTargets.isEmpty || !plugins.names.isEmpty else { return self }
    return withoutPlugins.with(plugins)
  }
}
