import Console
import Mediator
import ModuleManager
import Plugins

/// Why a plug-in cannot be used in an app.
enum PluginConflict: ModuleError {
  /// The name is that of a module or a command of the app.
  case nameTaken(String, app: String)
  /// It does not work with this version of the app.
  case notSupported(String, requires: String, app: String, version: String)
  /// It asks to call what is no action that is open to plug-ins.
  case notCallable(String, action: String, nearest: String?)
  /// It asks to follow an event that no module publishes.
  case notPublished(String, event: String, nearest: String?)
  /// It asks to follow an event that cannot be written as JSON.
  case notEncodable(String, event: String)
  /// Its `plugin.json` names a tool that it does not have.
  case unknownTool(String, tool: String, key: String, nearest: String?)
  /// Its `plugin.json` names a field that the objects of a list do not have.
  case unknownField(String, field: String, tool: String, nearest: String?)
  /// It adds to rows of a type that no module declares.
  case unknownSlot(String, slot: String, key: String, nearest: String?)
  /// It gives a tool a member that rows do not have.
  case unknownMember(String, path: String, slot: String, nearest: String?)
  /// It gives a tool an argument that the tool does not have.
  case unknownArgument(String, argument: String, tool: String, nearest: String?)
  /// A tool needs an argument where nobody is asked for it.
  case missingArgument(String, argument: String, tool: String, key: String)
  /// A tool is called without a key being pressed, but is not one of those that only read.
  case notReading(String, tool: String, key: String)
  /// The variable of a setting is that of a setting of the app.
  case settingTaken(String, setting: String)

  var kind: FailureKind { .failed }

  var description: String {
    switch self {
    case .nameTaken(let plugin, let app):
      "'\(plugin)' is the name of a module or a command of \(app), so no plug-in can have it; "
        + "rename the plug-in and its folder"
    case .notSupported(let plugin, let range, let app, let version):
      "the plug-in '\(plugin)' works with \(app) \(range), but this is \(app) \(version); "
        + "take another version of the plug-in"
    case .notCallable(let plugin, let action, let nearest):
      "the plug-in '\(plugin)' asks to call '\(action)', which is no action of the app for plug-ins"
        + nearest.suggestion(or: "correct 'calls' in its plugin.json")
    case .notPublished(let plugin, let event, let nearest):
      "the plug-in '\(plugin)' asks to follow '\(event)', which no module publishes"
        + nearest.suggestion(or: "correct 'follows' in its plugin.json")
    case .notEncodable(let plugin, let event):
      "the plug-in '\(plugin)' asks to follow '\(event)', which other programs cannot receive, because "
        + "the event is not Encodable; conform it to Encodable, or correct 'follows' in its plugin.json"
    case .unknownTool(let plugin, let tool, let key, let nearest):
      "the plug-in '\(plugin)' has no tool '\(tool)', which its plugin.json names under '\(key)'"
        + nearest.suggestion(or: "correct its plugin.json")
    case .unknownField(let plugin, let field, let tool, let nearest):
      "what '\(tool)' of the plug-in '\(plugin)' lists has no field '\(field)', which its plugin.json "
        + "names under 'lists'" + nearest.suggestion(or: "correct its plugin.json")
    case .unknownSlot(let plugin, let slot, let key, let nearest):
      "the plug-in '\(plugin)' adds to rows of the type '\(slot)' under '\(key)', which no module has"
        + nearest.suggestion(or: "'modules --json' lists the types")
    case .unknownMember(let plugin, let path, let slot, let nearest):
      "the plug-in '\(plugin)' uses '\(path)' of the rows of the type '\(slot)', which have no such "
        + "member" + nearest.suggestion(or: "'modules --json' lists the members")
    case .unknownArgument(let plugin, let argument, let tool, let nearest):
      "the tool '\(tool)' of the plug-in '\(plugin)' has no argument '\(argument)', which its "
        + "plugin.json names" + nearest.suggestion(or: "correct its plugin.json")
    case .missingArgument(let plugin, let argument, let tool, let key):
      "the tool '\(tool)' of the plug-in '\(plugin)' needs the argument '\(argument)', for which "
        + "nobody is asked under '\(key)'; make it optional, or give it under 'arguments'"
    case .notReading(let plugin, let tool, let key):
      "the tool '\(tool)' of the plug-in '\(plugin)' is called under '\(key)' without a key being "
        + "pressed, so it must only read; if it does, add '\(tool)' to 'remote' in its plugin.json"
    case .settingTaken(let plugin, let setting):
      "the setting '\(setting)' of the plug-in '\(plugin)' has the variable of a setting of the app; "
        + "rename it in its plugin.json"
    }
  }
}

extension PluginManifest {
  /// Checks that a plug-in can be a module of an app, and asks only for what the app can give.
  /// - Parameter app: The app without plug-ins, which cannot call each other.
  /// - Throws: `PluginConflict` with the first problem.
  func check(in app: CommandLineApp) throws(PluginConflict) {
    try checkName(in: app)
    try checkVersion(of: app)
    let open = app.modules.flatMap { $0.manifest.answers }
      .filter { $0.exposure.contains(.plugins) }.map(\.path)
    for action in calls ?? [] where !open.contains(action) {
      throw .notCallable(name, action: action, nearest: open.nearest(to: action).first)
    }
    let events = app.publishedEvents
    for event in (follows ?? [:]).keys.sorted() {
      guard let type = events.first(where: { "\($0)" == event }) else {
        let nearest = events.map { "\($0)" }.nearest(to: event).first
        throw .notPublished(name, event: event, nearest: nearest)
      }
      guard type is any Encodable.Type else { throw .notEncodable(name, event: event) }
    }
    try checkDeclarations(in: app)
  }

  /// Checks that the plug-in works with the version of the app.
  /// - Throws: `PluginConflict.notSupported`.
  func checkVersion(of app: CommandLineApp) throws(PluginConflict) {
    guard let requires, VersionRange(requires)?.contains(app.version) != true else { return }
    throw .notSupported(name, requires: requires, app: app.name, version: app.version)
  }

  /// Checks that no module and no command of the app has the name.
  /// - Throws: `PluginConflict.nameTaken`.
  func checkName(in app: CommandLineApp) throws(PluginConflict) {
    guard !TakenNames(in: app).contains(name) else { throw .nameTaken(name, app: app.name) }
  }

  /// Checks that the tools that the manifest names exist, and the fields of what they list.
  /// - Throws: `PluginConflict.unknownTool`, `.unknownField`.
  func checkTools(_ tools: [PluginTool]) throws(PluginConflict) {
    let names = tools.map(\.name)
    for (tool, key) in namedTools where !names.contains(tool) {
      throw .unknownTool(name, tool: tool, key: key, nearest: names.nearest(to: tool).first)
    }
    try checkArguments(of: tools)
    for hint in lists ?? [] {
      guard let fields = tools.first(where: { $0.name == hint.tool })?.listedFields else {
        continue
      }
      for field in [hint.title, hint.detail].compactMap(\.self) where !fields.contains(field) {
        throw .unknownField(
          name, field: field, tool: hint.tool, nearest: fields.nearest(to: field).first)
      }
    }
  }
}

/// The names that no plug-in can have.
struct TakenNames {
  /// Those of the host's own target, folder and files.
  private static let reserved = [Host.target, PluginFolder.name, PluginFolder.temporary]

  private let words: Set<String>
  private let modules: Set<String>

  /// Collects the names of the modules and the commands of an app.
  init(in app: CommandLineApp) {
    let commands = app.modules.contributions(of: Command.self).compactMap(\.words.first)
    let manifests = app.modules.map(\.manifest)
    words = Set(Self.reserved + commands + manifests.map(\.target))
      .union(HostCommands.reservedWords)
    modules = Set(manifests.map(\.name))
  }

  func contains(_ name: String) -> Bool {
    words.contains(name) || modules.contains(name.moduleName)
  }
}

extension CommandLineApp {
  /// The events that the modules publish.
  var publishedEvents: [any Event.Type] { modules.flatMap { $0.manifest.publishes } }
}
