import Console
import Foundation
import Mediator
import ModuleManager

/// What whoever runs the host has set: in `config.json` of the data folder, and before that in
/// environment variables.
struct Configuration: Sendable {
  private let profile: Profile
  private let settings: [String: [Setting]]
  private var values: [String: String] = [:]

  /// The variables that say where things lie, and set nothing.
  private static let places = ["METRO_HOME", "METRO_CONFIG"]

  /// - Throws: `ConfigurationError` for a file that cannot be read, and for a key or value that
  ///   does not fit.
  init(
    of modules: [any Module.Type], folder: URL, environment: [String: String],
    profile: Profile = .current
  ) throws {
    self.profile = profile
    settings = Dictionary(
      modules.compactMap { $0 as? any ConfigurableModule.Type }
        .map { ($0.manifest.interface.target, $0.settings) },
      uniquingKeysWith: +)
    let keys = ConfigurationKey.all(of: modules)
    try read(Self.file(in: folder, environment), keys)
    try read(environment, keys)
  }

  /// How long hooks may take.
  var deadlines: Deadlines {
    var deadlines = Deadlines.standard
    deadlines.start = seconds("start") ?? deadlines.start
    deadlines.stop = seconds("stop") ?? deadlines.stop
    deadlines.hook = seconds("hook") ?? deadlines.hook
    return deadlines
  }

  /// Whether a module is not to start.
  func isDisabled(_ manifest: Manifest) -> Bool {
    values["disable", default: ""].split(separator: ",").contains {
      $0 == manifest.interface.target
    }
  }

  /// What a module, or the host where it is nil, tells in the log.
  func logLevel(of manifest: Manifest?) -> Log.Level {
    let own = manifest.flatMap { values["log.\($0.interface.target)"] }
    return (own ?? values["log"]).flatMap { Log.Level(name: $0) } ?? profile.logLevel
  }

  /// The values of a module's own settings, by field.
  func parameters(of manifest: Manifest) -> Parameters {
    var parameters = Parameters()
    let target = manifest.interface.target
    for setting in settings[target] ?? [] {
      let value = values["\(target).\(setting.name)"] ?? profile.value(of: setting)
      parameters.append(value, for: setting.field)
    }
    return parameters
  }

  private func seconds(_ name: String) -> Duration? {
    values["deadlines.\(name)"].flatMap { Double($0) }.map { .seconds($0) }
  }

  private mutating func read(_ environment: [String: String], _ keys: [ConfigurationKey]) throws {
    for (variable, text) in environment.sorted(by: { $0.key < $1.key })
    where variable.hasPrefix("METRO_") && !Self.places.contains(variable) {
      guard let key = keys.first(where: { $0.variable == variable }) else {
        // What all begin with brings none nearer to another.
        let known = (keys.map { $0.variable } + Self.places).map { String($0.dropFirst(6)) }
        let nearest = known.nearest(to: String(variable.dropFirst(6))).first.map { "METRO_\($0)" }
        throw ConfigurationError.unknownKey(variable, nearest: nearest, place: "the environment")
      }
      try set(key, to: text, as: variable, place: "the environment")
    }
  }

  private mutating func read(_ file: URL?, _ keys: [ConfigurationKey]) throws {
    guard let file else { return }
    for (name, text) in try ConfigurationFile.values(in: file) {
      guard let key = keys.first(where: { $0.name == name }) else {
        let nearest = keys.map { $0.name }.nearest(to: name).first
        throw ConfigurationError.unknownKey(name, nearest: nearest, place: file.path)
      }
      try set(key, to: text, as: name, place: file.path)
    }
  }

  private mutating func set(
    _ key: ConfigurationKey, to text: String, as name: String, place: String
  ) throws {
    if let expected = key.expectation(for: text) {
      throw ConfigurationError.badValue(text, key: name, expected: expected, place: place)
    }
    values[key.name] = text
  }

  /// `METRO_CONFIG`, which must be there, or else `config.json`, which may be.
  private static func file(in folder: URL, _ environment: [String: String]) -> URL? {
    if let path = environment["METRO_CONFIG"], !path.isEmpty { return URL(filePath: path) }
    let file = folder.appending(path: "config.json")
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }
}
