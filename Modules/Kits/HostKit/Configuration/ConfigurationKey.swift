import Console
import Foundation
import Mediator
import ModuleManager

/// The name of a setting: `log.orders` in the file, `SHOP_LOG_ORDERS` in the environment of the app
/// `shop`.
struct ConfigurationKey {
  /// The kind of value that a setting has.
  enum Value {
    case language
    /// Comma-separated module targets; the associated value lists the valid ones.
    case modules([String])
    /// Of a module, whose setting says what it accepts.
    case setting(Setting.Value)
  }

  let name: String
  let value: Value

  /// The environment variable for the same setting, without the prefix of the app.
  var variable: String {
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
    case .modules(let names):
      text.split(at: ",").map(String.init).first { !names.contains($0) }.map { name in
        "modules of this host"
          + names.nearest(to: name).first.suggestion(
            or: "the modules are \(names.joined(separator: ", "))")
      }
    case .setting(let value): value.expectation(for: text)
    }
  }

  /// Returns the keys of every setting of an app that consists of `modules`.
  static func all(of modules: [ModuleDescriptor]) -> [ConfigurationKey] {
    let targets = modules.map { $0.manifest.target }
    let settings = modules.flatMap { module in
      module.contributions(of: Setting.self).map {
        ConfigurationKey(name: $0.key(of: module.manifest), value: .setting($0.accepts))
      }
    }
    return [
      ConfigurationKey(name: "theme", value: .setting(.choice(Theme.allCases.map(\.rawValue)))),
      ConfigurationKey(name: "mouse", value: .setting(.boolean)),
      ConfigurationKey(name: "resume", value: .setting(.boolean)),
      ConfigurationKey(name: "language", value: .language),
      ConfigurationKey(name: "log", value: .setting(.logLevel)),
    ]
      + targets.map { ConfigurationKey(name: "log.\($0)", value: .setting(.logLevel)) }
      + [ConfigurationKey(name: "disable", value: .modules(targets))]
      + ["start", "stop", "hook"].map {
        ConfigurationKey(
          name: "deadlines.\($0)",
          value: .setting(.duration(.milliseconds(1) ... .seconds(864_000))))
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

extension Setting.Value {
  fileprivate static let logLevel = choice(Log.Level.allCases.map { "\($0)" })
}

extension Log.Level {
  init?(name: String) {
    guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = level
  }
}
