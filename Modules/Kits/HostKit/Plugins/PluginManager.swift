import Console
import Documents
import Foundation
import Mediator
import Platform
import Plugins

/// Lists, adds, configures, trusts and removes the plug-ins of an app.
struct PluginManager: Sendable {
  /// The number of lines of a log that are returned if the user asks for no other.
  private static let lines = 100

  let host: CommandLineHost

  private var folder: PluginFolder { PluginFolder(in: host.folder) }

  /// Answers the actions of the host that manage plug-ins, and gives the error of calls of plug-ins
  /// that are not trusted.
  func answer(on mediator: Mediator) throws {
    mediator.setMissingTargetError { [host] target in host.pluginError(for: target) }
    try mediator.answer(Host.plugins) { _ in try folder.listings(in: host.app).get() }
    try mediator.answer(Host.pluginNames) { _ in
      folder.allNames(in: (try? folder.index) ?? PluginIndex())
    }
    try mediator.answer(Host.trustPlugin) { [weak mediator] query in
      guard let mediator else { throw CancellationError() }
      return try await trust(query, mediator)
    }
    try mediator.answer(Host.distrustPlugin) { plugin in
      try folder.distrust(plugin.name)
      return plugin
    }
    try mediator.answer(Host.addPlugin) { [weak mediator] query in
      try await PluginUpdater(fetcher: fetcher(mediator)).add(query)
    }
    try mediator.answer(Host.searchPlugins) { [weak mediator] query in
      let index = try await fetcher(mediator).searchIndex()
      return index.entries(matching: query.words ?? []).map { entry in
        PublishedPlugin(entry, in: folder, of: host.app)
      }
    }
    try mediator.answer(Host.outdatedPlugins) { [weak mediator] query in
      try await PluginUpdater(fetcher: fetcher(mediator)).outdated(query.name)
    }
    try mediator.answer(Host.updatePlugins) { [weak mediator] query in
      try await PluginUpdater(fetcher: fetcher(mediator)).update(query)
    }
    try mediator.answer(Host.removePlugin) { plugin in
      try folder.remove(plugin.name)
      return plugin
    }
    try mediator.answer(Host.pluginVariables) { plugin in try variables(of: plugin.name) }
    try mediator.answer(Host.configurePlugin) { new in
      if let variable = new.variable {
        try folder.setValue(new.value?.text, of: variable, of: new.name)
      } else {
        _ = try folder.manifest(of: new.name)
        try folder.forgetValues(of: new.name)
      }
      return try variables(of: new.name)
    }
    try mediator.answer(Host.pluginLog) { query in try log(query) }
    try mediator.answer(Host.testPlugin) { [weak mediator] query in
      guard let mediator else { throw CancellationError() }
      return try await PluginTest(host: host, session: mediator).run(query)
    }
    try mediator.answer(Host.developPlugin) { [weak mediator] query in
      guard let mediator else { throw CancellationError() }
      return try await PluginDevelopment(host: host, session: mediator).run(query)
    }
  }

  /// - Parameter mediator: That of the session; nil after its end.
  private func fetcher(_ mediator: Mediator?) throws -> PluginFetcher {
    guard let mediator else { throw CancellationError() }
    return PluginFetcher(host: host, mediator: mediator)
  }

  /// Trusts a plug-in, unless the person who is asked declines.
  /// - Parameter session: The mediator of the session, through which the plug-in calls the app.
  /// - Returns: What was trusted; what would be if nobody can be asked.
  private func trust(_ query: TrustQuery, _ session: Mediator) async throws -> PluginReview {
    let manifest = try folder.manifest(of: query.name)
    try manifest.check(in: host.app.withoutPlugins)
    // What keeps the plug-in from starting is reported before the person decides.
    let trusted = try folder.index[query.name]
    _ = try folder.variables(of: manifest)
    let origin = folder.origin(of: query.name)
    let path = host.environment["PATH"] ?? "/usr/bin:/bin"
    var plugin = InstalledPlugin(
      manifest: manifest, files: try folder.trustedFiles(of: manifest, searching: path),
      era: .modern, tools: [])
    if query.yes != true {
      let review = PluginReview(plugin, from: origin, since: trusted, isTrusted: false)
      let question = Question(on: host.errors)
      guard question.canBeAsked else { return review }
      let text =
        host.errors.page.text(of: [review.block]) + "\nTrust '\(plugin.manifest.name)'? [y/N] "
      guard try await question.ask(text) else { throw PluginFileError.untrusted(query.name) }
    }
    let progress = ProgressLine(on: host.errors)
    defer { progress.clear() }
    progress.reporter.show("starting '\(query.name)' to learn its tools")
    plugin = try await host.run(plugin, of: folder, calling: session) { _ in }.plugin
    try manifest.checkTools(plugin.tools)
    try folder.trust(plugin)
    return PluginReview(plugin, from: origin, since: trusted, isTrusted: true)
  }

  private func variables(of name: String) throws -> PluginVariableList {
    PluginVariableList(try folder.manifest(of: name), given: try folder.values(of: name))
  }

  private func log(_ query: LogQuery) throws -> PluginLogLines {
    let names = folder.allNames(in: try folder.index)
    guard names.contains(query.name) else {
      throw PluginFileError.unknown(query.name, nearest: names.nearest(to: query.name).first)
    }
    let count = query.lines ?? Self.lines
    guard count > 0 else { throw HostError.badLineCount(count) }
    let log = StandardErrorLog(in: DataFolder(host.folder.appending(path: query.name)))
    return PluginLogLines(
      name: query.name, lines: try log.lines().suffix(count).map(\.printable))
  }
}
