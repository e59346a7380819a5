import Console
import Foundation
import Mediator
import ModuleManager
import Platform
import Plugins

/// The configuration of the host: `config.json` of the data folder, overridden by environment
/// variables.
struct Configuration: Sendable {
  private let app: CommandLineApp
  private(set) var values: [String: String] = [:]
  /// The file that was read; nil if there is none.
  let file: URL?
  /// Returns the names of the plug-ins whose folders exist.
  private var plugins: @Sendable () -> [String] = { [] }
  /// What is wrong with the file and the variables; such values are not used.
  private(set) var errors: [ConfigurationError] = []
  /// The settings that have the name of a module before it was renamed, and their names now.
  private(set) var formerNames: [(name: String, current: String)] = []
  /// The values of such settings by their names now.
  private var formerValues: [String: String] = [:]

  /// Reads the configuration of an app.
  /// - Throws: `ConfigurationError` when the file cannot be read, and when a key or a value is not
  ///   valid.
  init(
    of app: CommandLineApp, folder: URL, environment: [String: String]
  ) throws {
    self = .collectingErrors(of: app, folder: folder, environment: environment)
    if let error = errors.first { throw error }
  }

  /// Reads the configuration of an app, and collects its errors instead of throwing the first one.
  static func collectingErrors(
    of app: CommandLineApp, folder: URL, environment: [String: String]
  ) -> Configuration {
    var configuration = Configuration(app, file: file(of: app, in: folder, environment))
    configuration.plugins = { PluginFolder(in: folder).names }
    let variables = variables(of: app, in: environment)
    for variable in paths.map(app.variable) where environment[variable]?.isAddress == true {
      configuration.errors.append(.addressAsPath(variable))
    }
    // Collecting the keys takes longer than the rest of the start, and most people configure
    // nothing.
    guard configuration.file != nil || !variables.isEmpty else { return configuration }
    let keys = ConfigurationKey.all(of: app.modules)
    configuration.readFile(keys)
    configuration.readVariables(variables, keys)
    configuration.values.merge(configuration.formerValues) { current, _ in current }
    if let (one, other) = configuration.browserKeys.conflict {
      configuration.errors.append(
        .sameKey(configuration.browserKeys[one], one.setting, other.setting))
    }
    return configuration
  }

  private init(_ app: CommandLineApp, file: URL?) {
    self.app = app
    self.file = file
  }

  /// The deadlines of the hooks.
  var deadlines: Deadlines {
    var deadlines = Deadlines.standard
    deadlines.start = deadline("start") ?? deadlines.start
    deadlines.stop = deadline("stop") ?? deadlines.stop
    deadlines.hook = deadline("hook") ?? deadlines.hook
    return deadlines
  }

  /// How long a call of a plug-in may take, from its beginning or its last report of progress; nil
  /// if the user has not said it.
  var pluginTimeout: Duration? {
    values["plugins.timeout"].flatMap { Duration(setting: $0) }
  }

  /// Where plug-ins are listed, a path or an address; nil if the user has not said it.
  var pluginIndex: String? { values["plugins.index"].flatMap { $0.isEmpty ? nil : $0 } }

  /// The theme that the user has chosen, without reading and checking other settings; nil if there
  /// is none or the configuration cannot be read.
  static func theme(
    of app: CommandLineApp, folder: URL, environment: [String: String]
  ) -> Theme? {
    if let name = environment[app.variable("THEME")] { return Theme(rawValue: name) }
    guard let file = file(of: app, in: folder, environment),
      let values = try? ConfigurationFile(file).values
    else { return nil }
    return values.first { $0.key == "theme" }.flatMap { Theme(rawValue: $0.value) }
  }

  /// The look of text; nil if the user has not chosen one.
  var theme: Theme? { values["theme"].flatMap { Theme(rawValue: $0) } }

  /// The language of names; nil if the user has not chosen one.
  var language: Language? { values["language"].flatMap { Language($0) } }

  /// Whether the browser uses the mouse, unless the user has chosen otherwise.
  var mouse: MouseMode { isOn("mouse") ? .on : .off }

  /// The keys of the browser.
  var browserKeys: BrowserKeys { BrowserKeys(values) }

  /// Whether the browser begins where it was left, unless the user has chosen otherwise.
  var resumes: Bool { isOn("resume") }

  /// Returns whether a module is disabled.
  func isDisabled(_ manifest: Manifest) -> Bool {
    let names = values["disable", default: ""].split(at: ",").map(String.init)
    guard !names.isEmpty else { return false }
    let former = app.modules.map { $0.manifest }.formerTargets(of: manifest)
    return ([manifest.target] + former).contains { names.contains($0) }
  }

  /// The names of the modules of an app that are disabled, each with the reason.
  func disabledModules(of app: CommandLineApp, because reason: String) -> [String: String] {
    let manifests = app.modules.map { $0.manifest }.filter { isDisabled($0) }
    return Dictionary(manifests.map { ($0.name, reason) }) { first, _ in first }
  }

  /// Returns the log level of a module, or of the host for nil.
  func logLevel(of manifest: Manifest?) -> Log.Level {
    let own = manifest.flatMap { values["log.\($0.target)"] }
    return (own ?? values["log"]).flatMap { Log.Level(name: $0) } ?? .unconfigured
  }

  /// Returns the values of a module's settings by field; a setting that is not configured has its
  /// default.
  func parameters(of manifest: Manifest) -> Parameters {
    var parameters = Parameters()
    let target = manifest.target
    let settings = app.modules.filter { $0.manifest.target == target }
      .flatMap { $0.contributions(of: Setting.self) }
    for setting in settings {
      let value = values[setting.key(of: manifest)] ?? setting.defaultValue
      parameters.append(setting.accepts.decodable(value), for: setting.field)
    }
    return parameters
  }

  private func deadline(_ name: String) -> Duration? {
    values["deadlines.\(name)"].flatMap { Duration(setting: $0) }
  }

  private func isOn(_ name: String) -> Bool {
    values[name].flatMap { Bool(setting: $0) } ?? true
  }

  /// The variables that give the paths of the data folder and of the file, which are not settings.
  private static let paths = ["HOME", "CONFIG"]

  /// The variables with the prefix of the app, except those that give paths, by name.
  private static func variables(
    of app: CommandLineApp, in environment: [String: String]
  ) -> [(name: String, text: String)] {
    let prefix = app.variable("")
    return environment.filter { name, _ in
      name.hasPrefix(prefix) && !paths.map(app.variable).contains(name)
    }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func readVariables(
    _ variables: [(name: String, text: String)], _ keys: [ConfigurationKey]
  ) {
    let prefix = app.variable("")
    for (variable, text) in variables {
      // Compared without the prefix, which would make all names similar.
      let name = String(variable.dropFirst(prefix.count))
      if let key = keys.first(where: { $0.variable == name }) {
        set(key, to: text, as: variable, from: "the environment")
      } else if let key = keys.first(where: {
        $0.formerNames.contains { ConfigurationKey.variable(for: $0) == name }
      }) {
        setFormer(
          key, to: text, as: variable, from: "the environment",
          insteadOf: app.variable(key.variable))
      } else if app.slice == nil,
        let nearest = (keys.map(\.variable) + Self.paths).nearest(to: name).first
      {
        // A name that is similar to no setting may belong to another program with this prefix.
        errors.append(
          .unknownKey(variable, nearest: app.variable(nearest), source: "the environment"))
      }
    }
  }

  private mutating func readFile(_ keys: [ConfigurationKey]) {
    guard let file else { return }
    let content: ConfigurationFile
    do throws(ConfigurationError) { content = try ConfigurationFile(file) } catch {
      return errors.append(error)
    }
    let names = keys.map(\.name)
    // A feature that runs alone may have the configuration of the whole app.
    let hasOtherModules = app.slice != nil
    for (name, text) in content.values {
      let members = keys.filter { $0.name.hasPrefix(name + ".") }
      if let key = keys.first(where: { $0.name == name }) {
        set(key, to: text, as: name, from: file.path)
      } else if let key = keys.first(where: { $0.formerNames.contains(name) }) {
        setFormer(key, to: text, as: name, from: file.path, insteadOf: key.name)
      } else if !members.isEmpty {
        let expected = members.map { "'\($0.name.dropFirst(name.count + 1))'" }
          .joined(separator: ", ")
        errors.append(
          .badValue(
            text.shownSetting, key: name, otherName: nil,
            expected: "an object with \(expected)", source: file.path))
      } else if !hasOtherModules, !isOfPlugin(name) {
        let nearest = names.nearest(to: name).first
        errors.append(.unknownKey(name.shownSetting, nearest: nearest, source: file.path))
      }
    }
    for group in content.emptyGroups
    where !hasOtherModules && !names.contains(where: { $0.hasPrefix(group + ".") }) {
      let groups = Set(names.compactMap { $0.split(at: ".").first.map(String.init) })
      let nearest = groups.sorted().nearest(to: group).first
      errors.append(.unknownKey(group.shownSetting, nearest: nearest, source: file.path))
    }
  }

  /// Whether a setting can be that of a plug-in which is no module of the app, such as one that the
  /// person does not trust any more.
  private func isOfPlugin(_ name: String) -> Bool {
    let parts = name.split(at: ".")
    guard parts.count == 2 else { return false }
    let target = String(parts[0])
    return !app.modules.contains { $0.manifest.target == target } && plugins().contains(target)
  }

  private mutating func set(
    _ key: ConfigurationKey, to text: String, as name: String, from source: String
  ) {
    if isValid(text, of: key, as: name, from: source) { values[key.name] = text }
  }

  private mutating func setFormer(
    _ key: ConfigurationKey, to text: String, as name: String, from source: String,
    insteadOf current: String
  ) {
    formerNames.append((name, current))
    if isValid(text, of: key, as: name, from: source) { formerValues[key.name] = text }
  }

  private mutating func isValid(
    _ text: String, of key: ConfigurationKey, as name: String, from source: String
  ) -> Bool {
    guard let expected = key.expectation(for: text) else { return true }
    let variable = app.variable(key.variable)
    errors.append(
      .badValue(
        text.shownSetting, key: name, otherName: name == variable ? key.name : variable,
        expected: expected, source: source))
    return false
  }

  /// The file that the variable `CONFIG` of an app names; nil if it names none.
  static func file(of app: CommandLineApp, _ environment: [String: String]) -> URL? {
    guard let path = environment[app.variable("CONFIG")], !path.isEmpty, !path.isAddress else {
      return nil
    }
    return URL(filePath: path)
  }

  /// The file that the variable `CONFIG` of the app names, which must exist; otherwise
  /// `config.json`, if it exists.
  private static func file(
    of app: CommandLineApp, in folder: URL, _ environment: [String: String]
  ) -> URL? {
    if environment[app.variable("CONFIG")]?.isEmpty == false {
      return self.file(of: app, environment)
    }
    let file = folder.appending(path: "config.json")
    // A link to a file that is missing is an error, not the same as no file.
    return stat(ofLinkAt: file.path) == nil ? nil : file
  }
}

/// Why the configuration cannot be used.
enum ConfigurationError: ModuleError, Equatable {
  /// There is no setting of this name.
  case unknownKey(String, nearest: String?, source: String)
  /// The value of a setting is not valid.
  /// - Parameter otherName: The variable for the setting in the file, or the other way round.
  case badValue(String, key: String, otherName: String?, expected: String, source: String)
  /// Two settings give one key two meanings.
  case sameKey(Character, String, String)
  /// A variable that gives a path has an address, which may contain a password or a token.
  case addressAsPath(String)
  /// The file cannot be read.
  case unreadable(String, reason: String)

  var kind: FailureKind { .badInput }

  var description: String {
    switch self {
    case .unknownKey(let key, let nearest, let source):
      "no setting '\(key)', found in \(source)" + nearest.suggestion(or: "remove it")
    case .badValue(let value, let key, let otherName, let expected, let source):
      "bad value '\(value)' for '\(key)'\(otherName.map { " (\($0))" } ?? "") in \(source); expected \(expected)"
    case .sameKey(let key, let one, let other):
      "'\(key)' is the key of '\(one)' and of '\(other)'; choose another for one of them"
    case .addressAsPath(let variable):
      "the variable '\(variable)' is an address; expected a path, such as '/tmp'"
    case .unreadable(let path, let reason):
      "cannot read the configuration '\(path)': \(reason); correct it or remove it"
    }
  }
}

extension Log.Level {
  /// The level that is used unless the user has chosen one.
  static var unconfigured: Log.Level {
    #if DEBUG
      .warning
    #else
      .error
    #endif
  }
}
