import Console
import Documents
import Foundation
import Mediator
import Plugins

/// The commands of every app that manage plug-ins.
extension Command {
  static let plugins: [Command] = [
    pluginsList, pluginsTrust, pluginsDistrust, pluginsSearch, pluginsAdd, pluginsConfigure,
    pluginsOutdated, pluginsUpdate, pluginsRemove, pluginsLog, pluginsTest, pluginsDev,
  ]

  private static let pluginsList = Command(
    "plugins", "List plug-ins, and say which of them are trusted", calls: Host.plugins,
    examples: ["plugins", "plugins --json"]
  ) { plugins in
    guard !plugins.isEmpty else { return "no plug-ins; add one with 'plugins add <folder>'" }
    var table = Table(.init("plug-in"), .init("state"), .init("description", isFlexible: true))
    for plugin in plugins {
      let role: TextRole = plugin.state == .trusted ? .positive : .warning
      table.append(
        Text(verbatim: plugin.name, .accent), Text(verbatim: plugin.state.rawValue, role),
        Text(verbatim: plugin.summary ?? ""))
    }
    let reasons = plugins.compactMap(\.reason).map { Block.paragraph(Text(verbatim: $0)) }
    return [.group([.table(table)] + reasons)]
  }

  private static let pluginsTrust = Command(
    "plugins trust", "Trust a plug-in as it is now, and start it once to learn its tools",
    action: Host.trustPlugin,
    arguments: ["name"],
    examples: ["plugins trust weather --yes"]
  ) { invocation in
    let query = try invocation.input(TrustQuery.self)
    let review = try await invocation.mediator.perform(Host.trustPlugin, query)
    let result = CommandResult(review) { review in
      switch (review.isTrusted, query.yes) {
      case (true, true): [.group([review.block, review.conclusion])]
      // A person has read the review.
      case (true, _): [review.conclusion]
      case (false, _): [review.block]
      }
    }
    return review.isTrusted
      ? result : result.failing(with: PluginFileError.unconfirmed(review.name))
  }

  private static let pluginsDistrust = Command(
    "plugins distrust", "Keep a plug-in from being started", calls: Host.distrustPlugin,
    arguments: ["name"], examples: ["plugins distrust weather"]
  ) { plugin in "Distrusted '\(plugin.name)'." }

  private static let pluginsSearch = Command(
    "plugins search", "Find plug-ins in the index that the setting plugins.index names",
    calls: Host.searchPlugins, arguments: [.positional("words", isOptional: true)],
    examples: ["plugins search rain", "plugins search --json"]
  ) { plugins in plugins.document }

  private static let pluginsAdd = Command(
    "plugins add", "Copy a plug-in from where it is published, without trusting it",
    calls: Host.addPlugin, arguments: ["source"],
    examples: [
      "plugins add weather", "plugins add https://example.org/weather.tar.gz",
      "plugins add git+https://example.org/weather.git#v1.2",
    ]
  ) { plugin in plugin.document }

  private static let pluginsConfigure = Command(
    "plugins configure",
    "Give a plug-in the values of the environment variables that it expects",
    input: ConfigureQuery.self, outputType: PluginVariableList.self,
    arguments: ["name", .positional("variable", isOptional: true)],
    examples: ["plugins configure weather", "plugins configure weather WEATHER_KEY --forget"]
  ) { invocation in
    let query = try invocation.input(ConfigureQuery.self)
    let mediator = invocation.mediator
    var list = try await mediator.perform(Host.pluginVariables, PluginName(name: query.name))
    func store(_ variable: String?, _ value: Secret?) async throws -> PluginVariableList {
      try await mediator.perform(
        Host.configurePlugin, PluginValue(name: query.name, variable: variable, value: value))
    }
    let form = PluginForm(on: .errors(environment: .process))
    if query.forget == true {
      list = try await store(query.variable, nil)
    } else if let variable = query.variable {
      list = try await store(variable, try await Secret.read(prompt: "\(variable): "))
    } else if form.canBeAsked {
      list = try await form.fill(list, storing: store)
    }
    return CommandResult(list) { $0.document }
  }

  private static let pluginsOutdated = comparing(
    "plugins outdated", "Say which plug-ins differ from what their sources have now",
    Host.outdatedPlugins, examples: ["plugins outdated", "plugins outdated --json"])

  private static let pluginsUpdate = comparing(
    "plugins update",
    "Replace the folders of plug-ins by what their sources have now, to be trusted again",
    Host.updatePlugins,
    examples: ["plugins update", "plugins update weather", "plugins update weather --pin"])

  /// A command that fails if a source cannot be compared.
  private static func comparing<Query: Codable & Sendable>(
    _ words: String, _ summary: String, _ action: Action<Query, [PluginUpdate]>,
    examples: [String]
  ) -> Command {
    Command(
      words, summary, action: action, arguments: [.positional("name", isOptional: true)],
      examples: examples
    ) { invocation in
      let query = try invocation.input(Query.self)
      return try await invocation.mediator.perform(action, query).result
    }
  }

  private static let pluginsRemove = Command(
    "plugins remove", "Remove a plug-in with its files, its values and its log",
    calls: Host.removePlugin, arguments: ["name"], examples: ["plugins remove weather"]
  ) { plugin in "Removed '\(plugin.name)'." }

  private static let pluginsLog = Command(
    "plugins log", "Print what a plug-in has written on its standard error output",
    calls: Host.pluginLog,
    arguments: ["name"],
    examples: ["plugins log weather", "plugins log weather --lines 10"]
  ) { log in
    log.lines.isEmpty
      ? "'\(log.name)' has written nothing" : [.code(log.lines.joined(separator: "\n"))]
  }
}
