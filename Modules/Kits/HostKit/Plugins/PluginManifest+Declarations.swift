import Console
import Mediator
import ModuleManager
import Plugins
import Scenes

/// What a plug-in adds to settings, the first screen and the rows of modules.
extension PluginManifest {
  /// Checks the types of rows, their members, the names of settings, and that tools which are called
  /// without a key being pressed are under `remote`: those are trusted to read only.
  /// - Parameter app: The app without plug-ins.
  /// - Throws: `PluginConflict` with the first problem.
  func checkDeclarations(in app: CommandLineApp) throws(PluginConflict) {
    let slots = app.modules.contributions(of: RowSlot.self)
    for (slot, key) in namedSlots where !slots.contains(where: { $0.name == slot }) {
      let nearest = slots.map(\.name).nearest(to: slot).first
      throw .unknownSlot(name, slot: slot, key: key, nearest: nearest)
    }
    for (slot, _, arguments) in rowCalls {
      guard let schema = try? slots.first(where: { $0.name == slot })?.schema else { continue }
      for path in arguments.values.sorted() {
        guard let (member, names) = schema.firstUnknown(in: path) else { continue }
        throw .unknownMember(
          name, path: path, slot: slot, nearest: names.nearest(to: member).first)
      }
    }
    let taken = Set(ConfigurationKey.all(of: app.modules).map(\.variable))
    for setting in settings ?? [] {
      let key = "\(name).\(setting.name)"
      guard taken.contains(ConfigurationKey.variable(for: key)) else { continue }
      throw .settingTaken(name, setting: setting.name)
    }
    for (tool, _, key) in shownCalls where remote?.contains(tool) != true {
      throw .notReading(name, tool: tool, key: key)
    }
  }

  /// Checks that tools have the arguments that rows give them, and need no others where nobody is
  /// asked.
  /// - Throws: `PluginConflict` with the first problem.
  func checkArguments(of tools: [PluginTool]) throws(PluginConflict) {
    for (_, call, arguments) in rowCalls {
      guard let names = tools.first(where: { $0.name == call })?.argumentNames else { continue }
      for argument in arguments.keys.sorted() where !names.contains(argument) {
        throw .unknownArgument(
          name, argument: argument, tool: call, nearest: names.nearest(to: argument).first)
      }
    }
    for (call, given, key) in shownCalls {
      let required = tools.first { $0.name == call }?.requiredArguments ?? []
      guard let missing = required.first(where: { given[$0] == nil }) else { continue }
      throw .missingArgument(name, argument: missing, tool: call, key: key)
    }
  }

  /// The calls of tools for rows.
  private var rowCalls: [(slot: String, tool: String, arguments: [String: String])] {
    (actions ?? []).map { ($0.on, $0.tool, $0.arguments ?? [:]) }
      + (details ?? []).map { ($0.on, $0.tool, $0.arguments ?? [:]) }
  }

  /// The calls of tools whose results are shown without a key being pressed.
  private var shownCalls: [(tool: String, arguments: [String: String], key: String)] {
    (details ?? []).map { ($0.tool, $0.arguments ?? [:], "details") }
      + [widget].compactMap(\.self).map { ($0.tool, [String: String](), "widget") }
  }

  /// The settings with their defaults.
  var shownSettings: [String] {
    (settings ?? []).map { "\($0.name)=\($0.defaultText.shellWord)" }
  }

  /// What the first screen shows.
  var shownWidget: [String] { [widget].compactMap(\.self).map { "\($0.tool), when it is shown" } }

  /// The actions of rows.
  var shownRowActions: [String] {
    (actions ?? []).map { "\($0.on): '\($0.label)' → \($0.tool)\(Self.shown($0.arguments))" }
  }

  /// The details of rows.
  var shownRowDetails: [String] {
    (details ?? []).map {
      "\($0.on): '\($0.title)' → \($0.tool)\(Self.shown($0.arguments)), "
        + "whenever such a row is selected"
    }
  }

  /// The arguments of a call with the members of a row that they receive.
  private static func shown(_ arguments: [String: String]?) -> String {
    let shown = (arguments ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return shown.isEmpty ? "" : "(\(shown.joined(separator: ", ")))"
  }
}
