import Console
import Mediator
import ModuleManager

/// One thing that can be configured: `log.routing` in the file, `METRO_LOG_ROUTING` in the
/// environment.
struct ConfigurationKey {
  enum Value {
    case level
    case seconds
    /// Names of modules with commas between them.
    case modules([String])
    case text
  }

  let name: String
  let value: Value

  /// The environment variable of the same meaning.
  var variable: String {
    "METRO_" + name.uppercased().map { $0 == "." || $0 == "-" ? "_" : "\($0)" }.joined()
  }

  /// What the value must be; nil when `text` fits.
  func expectation(for text: String) -> String? {
    switch value {
    case .level: Log.Level(name: text) == nil ? "one of \(Log.Level.names)" : nil
    case .seconds: Double(text).map { $0 > 0 && $0 < 1e6 } == true ? nil : "seconds above 0"
    case .modules(let names):
      text.split(separator: ",").map(String.init).first { !names.contains($0) }.map { name in
        "modules of this host"
          + names.nearest(to: name).first.suggestion(
            or: "they are \(names.joined(separator: ", "))")
      }
    case .text: nil
    }
  }

  /// Everything that can be configured in a host of `modules`.
  static func all(of modules: [any Module.Type]) -> [ConfigurationKey] {
    let targets = modules.map { $0.manifest.interface.target }
    let settings = modules.compactMap { $0 as? any ConfigurableModule.Type }.flatMap { module in
      module.settings.map { "\(module.manifest.interface.target).\($0.name)" }
    }
    return [ConfigurationKey(name: "log", value: .level)]
      + targets.map { ConfigurationKey(name: "log.\($0)", value: .level) }
      + [ConfigurationKey(name: "disable", value: .modules(targets))]
      + ["start", "stop", "hook"].map {
        ConfigurationKey(name: "deadlines.\($0)", value: .seconds)
      }
      + settings.map { ConfigurationKey(name: $0, value: .text) }
  }
}

extension Log.Level {
  static var names: String { allCases.map { "\($0)" }.joined(separator: ", ") }

  init?(name: String) {
    guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = level
  }
}
