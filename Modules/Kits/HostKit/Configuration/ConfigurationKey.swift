import Console
import Foundation
import Mediator
import ModuleManager

/// The name of a setting: `log.orders` in the file, `SHOP_LOG_ORDERS` in the environment of the app
/// `shop`.
struct ConfigurationKey {
  /// The kind of value that a setting has.
  enum Value {
    case level
    case theme
    case mouse
    case resume
    case language
    case seconds
    /// Comma-separated module targets; the associated values list the valid ones.
    case modules([String], former: [String])
    /// Of a module, whose setting says what it accepts.
    case setting(Setting.Value)
  }

  let name: String
  let value: Value
  /// The names that the setting had before its module was renamed.
  var formerNames: [String] = []

  /// The environment variable for the same setting, without the prefix of the app.
  var variable: String { Self.variable(for: name) }

  static func variable(for name: String) -> String {
    name.uppercased().map { $0 == "." || $0 == "-" ? "_" : "\($0)" }.joined()
  }

  /// What is expected in place of a text that is no language.
  static let languageTag = "a language such as en, pt-BR or zh-Hant"

  /// Returns a description of the expected value; nil when `text` is valid.
  func expectation(for text: String) -> String? {
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return "a text without control characters" }
    return switch value {
    case .level: Log.Level(name: text) == nil ? "one of \(Log.Level.names)" : nil
    case .theme:
      Theme(rawValue: text) == nil
        ? "one of \(Theme.allCases.map(\.rawValue).joined(separator: ", "))" : nil
    case .mouse: MouseMode(setting: text) == nil ? "'on' or 'off'" : nil
    case .resume: Bool(setting: text) == nil ? "'on' or 'off'" : nil
    case .language: Language(text) == nil ? Self.languageTag : nil
    case .seconds:
      Double(text).map { $0 > 0 && $0 < 1e6 } == true ? nil : "seconds above 0 and below 1000000"
    case .modules(let names, let former):
      text.split(at: ",").map(String.init).first { !(names + former).contains($0) }.map { name in
        "modules of this host"
          + names.nearest(to: name).first.suggestion(
            or: "the modules are \(names.joined(separator: ", "))")
      }
    case .setting(let value): value.expectation(for: text)
    }
  }

  /// Returns the keys of every setting of an app that consists of `modules`.
  static func all(of modules: [ModuleDescriptor]) -> [ConfigurationKey] {
    let manifests = modules.map { $0.manifest }
    let targets = manifests.map { (now: $0.target, former: manifests.formerTargets(of: $0)) }
    let settings = zip(modules, targets).flatMap { module, targets in
      module.contributions(of: Setting.self).map { setting in
        ConfigurationKey(
          name: setting.key(of: module.manifest), value: .setting(setting.accepts),
          formerNames: setting.group == nil ? targets.former.map { "\($0).\(setting.name)" } : [])
      }
    }
    return [
      ConfigurationKey(name: "theme", value: .theme),
      ConfigurationKey(name: "mouse", value: .mouse),
      ConfigurationKey(name: "resume", value: .resume),
      ConfigurationKey(name: "language", value: .language),
      ConfigurationKey(name: "log", value: .level),
    ]
      + targets.map { target in
        ConfigurationKey(
          name: "log.\(target.now)", value: .level, formerNames: target.former.map { "log.\($0)" })
      }
      + [
        ConfigurationKey(
          name: "disable", value: .modules(targets.map(\.now), former: targets.flatMap(\.former)))
      ]
      + ["start", "stop", "hook"].map {
        ConfigurationKey(name: "deadlines.\($0)", value: .seconds)
      }
      + settings
  }
}

extension String {
  /// A name or a value of the configuration for messages. A person may put an address anywhere,
  /// with a password or a token.
  var shownSetting: String {
    unicodeScalars.contains { "@?#".unicodeScalars.contains($0) } ? "…" : self
  }
}

extension Log.Level {
  fileprivate static var names: String { allCases.map { "\($0)" }.joined(separator: ", ") }

  init?(name: String) {
    guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = level
  }
}

extension MouseMode {
  /// Reads the value of the setting, also as it is usual for a variable (1, 0) and in JSON.
  init?(setting text: String) {
    guard let isOn = Bool(setting: text) else { return nil }
    self = isOn ? .on : .off
  }
}

extension Bool {
  /// Reads the value of a setting, also as it is usual for a variable (1, 0) and in JSON.
  init?(setting text: String) {
    switch text {
    case "on", "1", "true": self = true
    case "off", "0", "false": self = false
    default: return nil
    }
  }
}
