import Console
import Foundation
import Mediator
import ModuleManager
import Plugins

/// The name of a setting: `log.orders` in the file, `SHOP_LOG_ORDERS` in the environment of the app
/// `shop`.
struct ConfigurationKey {
  /// The kind of value that a setting has.
  enum Value {
    case language
    /// Comma-separated module targets; the associated values list the valid ones.
    case modules([String], former: [String])
    /// A key of the browser.
    case browserKey
    /// Where plug-ins are listed.
    case pluginIndex
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
    case .language: Language(text) == nil ? Self.languageTag : nil
    case .modules(let names, let former):
      text.split(at: ",").map(String.init).first { !(names + former).contains($0) }.map { name in
        "modules of this host"
          + names.nearest(to: name).first.suggestion(
            or: "the modules are \(names.joined(separator: ", "))")
      }
    case .browserKey: BrowserKeys.expectation(for: text)
    case .pluginIndex:
      PluginSearchIndex.isLocation(text)
        ? nil
        : "an absolute path, or an address that begins with 'https://', without a password and a "
          + "query"
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
      ConfigurationKey(name: "theme", value: .setting(.choice(Theme.allCases.map(\.rawValue)))),
      ConfigurationKey(name: "mouse", value: .setting(.boolean)),
      ConfigurationKey(name: "resume", value: .setting(.boolean)),
      ConfigurationKey(name: "language", value: .language),
      ConfigurationKey(name: "log", value: .setting(.logLevel)),
    ]
      + targets.map { target in
        ConfigurationKey(
          name: "log.\(target.now)", value: .setting(.logLevel),
          formerNames: target.former.map { "log.\($0)" })
      }
      + [
        ConfigurationKey(
          name: "disable", value: .modules(targets.map(\.now), former: targets.flatMap(\.former)))
      ]
      + ["start", "stop", "hook"].map {
        ConfigurationKey(
          name: "deadlines.\($0)",
          value: .setting(.deadline))
      }
      + [
        ConfigurationKey(name: "plugins.timeout", value: .setting(.deadline)),
        ConfigurationKey(name: "plugins.index", value: .pluginIndex),
      ]
      + BrowserCommand.allCases.map { ConfigurationKey(name: $0.setting, value: .browserKey) }
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

extension Setting.Value {
  fileprivate static let deadline = duration(.milliseconds(1) ... .seconds(864_000))
  fileprivate static let logLevel = choice(Log.Level.allCases.map { "\($0)" })
}

extension Log.Level {
  init?(name: String) {
    guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = level
  }
}
