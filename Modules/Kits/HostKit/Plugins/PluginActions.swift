import Mediator

/// The actions of every host that manage plug-ins.
extension Host {
  /// Lists the plug-ins.
  static let plugins = Action<Empty, [PluginListing]>(Host.self, "plugins", .reads)
  /// Returns the names of the plug-ins, without looking at their files.
  static let pluginNames = Action<Empty, [String]>(Host.self, "pluginNames", .reads)
  /// Trusts a plug-in as it is, and starts it once to learn its tools.
  static let trustPlugin = Action<TrustQuery, PluginReview>(Host.self, "trustPlugin", .sets)
  /// Keeps a plug-in from being started.
  static let distrustPlugin = Action<PluginName, PluginName>(Host.self, "distrustPlugin", .removes)
  /// Copies a plug-in into the data folder.
  static let addPlugin = Action<AddQuery, AddedPlugin>(Host.self, "addPlugin", .adds)
  /// Finds plug-ins in the index that the setting `plugins.index` names.
  static let searchPlugins = Action<SearchQuery, [PublishedPlugin]>(
    Host.self, "searchPlugins", .reads)
  /// Compares plug-ins with their sources.
  static let outdatedPlugins = Action<OutdatedQuery, [PluginUpdate]>(
    Host.self, "outdatedPlugins", .reads)
  /// Replaces plug-ins by the versions that their sources have now.
  static let updatePlugins = Action<UpdateQuery, [PluginUpdate]>(
    Host.self, "updatePlugins", .changes)
  /// Removes a plug-in from the data folder.
  static let removePlugin = Action<PluginName, PluginName>(Host.self, "removePlugin", .removes)
  /// Lists the variables that a plug-in expects, without secrets.
  static let pluginVariables = Action<PluginName, PluginVariableList>(
    Host.self, "pluginVariables", .reads)
  /// Gives a variable of a plug-in a value, or forgets it.
  static let configurePlugin = Action<PluginValue, PluginVariableList>(
    Host.self, "configurePlugin", .sets)
  /// Returns what a plug-in has written on its standard error output.
  static let pluginLog = Action<LogQuery, PluginLogLines>(Host.self, "pluginLog", .reads)
  /// Runs a plug-in that is not installed, and calls its tools as its cases say.
  static let testPlugin = Action<PluginTestQuery, PluginTestReport>(
    Host.self, "testPlugin", .changes)
  /// Runs a plug-in that is not installed, again after each change, until the task is cancelled.
  static let developPlugin = Action<DevelopQuery, Empty>(Host.self, "developPlugin", .changes)
}

extension FieldDescription {
  fileprivate static let plugin = FieldDescription(
    "the name of the plug-in", suggestions: .results(of: Host.pluginNames) { $0 })
  fileprivate static let pluginOrAll = plugin.withDefault("all plug-ins whose source is known")
}

/// A plug-in that an action changes, or has changed.
struct PluginName: Codable, SchemaDescribing {
  let name: String

  static var fieldDescriptions: FieldDescriptions { ["name": .plugin] }
}

/// The input of `Host.trustPlugin`.
struct TrustQuery: Codable, SchemaDescribing {
  let name: String
  let yes: Bool?

  static var fieldDescriptions: FieldDescriptions {
    ["name": .plugin, "yes": .flag("do not ask. \(PluginReview.warning)")]
  }
}

/// The input of `Host.addPlugin`.
struct AddQuery: Codable, SchemaDescribing {
  let source: String
  let pin: Bool?

  static var fieldDescriptions: FieldDescriptions {
    [
      "source": .init(
        "the folder with the file plugin.json, an archive (.tar.gz) of it, the address of an "
          + "archive or a repository, such as git+https://example.org/weather.git#v1.2, or a name "
          + "that 'plugins search' lists",
        suggestions: .files),
      "pin": .flag("keep this version when plug-ins are updated"),
    ]
  }
}

/// The input of `Host.searchPlugins`.
struct SearchQuery: Codable, SchemaDescribing {
  let words: [String]?

  static var fieldDescriptions: FieldDescriptions {
    ["words": .init("what the name, the description or the tags contain", default: "all")]
  }
}

/// The input of `Host.outdatedPlugins`.
struct OutdatedQuery: Codable, SchemaDescribing {
  let name: String?

  static var fieldDescriptions: FieldDescriptions { ["name": .pluginOrAll] }
}

/// The input of `Host.updatePlugins`.
struct UpdateQuery: Codable, SchemaDescribing {
  let name: String?
  let pin: Bool?

  static var fieldDescriptions: FieldDescriptions {
    ["name": .pluginOrAll, "pin": .flag("keep the version that it has, or no longer").negatable]
  }
}

/// The input of `Host.configurePlugin`.
struct PluginValue: Codable, SchemaDescribing {
  let name: String
  let variable: String?
  let value: Secret?

  static var fieldDescriptions: FieldDescriptions {
    [
      "name": .plugin,
      "variable": .init(
        "the name of an environment variable", default: "all, which forgets the values"),
      "value": .init("the value", default: "none, which forgets the value"),
    ]
  }
}

/// The input of the command `plugins configure`, which asks for values.
struct ConfigureQuery: Codable, SchemaDescribing {
  let name: String
  let variable: String?
  let forget: Bool?

  static var fieldDescriptions: FieldDescriptions {
    [
      "name": .plugin,
      "variable": .init(
        "the variable whose value is asked for, or read from the standard input",
        default: "all of them, one after the other"),
      "forget": .flag("forget the value of the variable, or all values"),
    ]
  }
}

/// The input of `Host.pluginLog`.
struct LogQuery: Codable, SchemaDescribing {
  let name: String
  let lines: Int?

  static var fieldDescriptions: FieldDescriptions {
    ["name": .plugin, "lines": .init("how many of the last lines", default: "100")]
  }
}

/// The last lines of a plug-in's log.
struct PluginLogLines: Codable, Sendable {
  let name: String
  let lines: [String]
}
