import Console
import ModuleManager

extension CommandLineHost {
  /// The manual page of the app, with the commands, options and settings of all its modules.
  var manual: Manual {
    let commands = HostCommands(app)
    return Manual(
      of: help(of: commands, globals: commands.globals), version: app.version,
      environment: environmentVariables,
      exitCodes: ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
  }

  private var environmentVariables: [Manual.Entry] {
    let targets = app.modules.map(\.manifest.target).joined(separator: ", ")
    let themes = Theme.allCases.map(\.rawValue).joined(separator: ", ")
    let levels = Log.Level.allCases.map { "\($0)" }.joined(separator: ", ")
    let keys = BrowserCommand.allCases.map { "\($0.rawValue) (default: \($0.standardKey))" }
      .joined(separator: ", ")
    let own: [Manual.Entry] = [
      ("HOME", "the data folder"),
      ("CONFIG", "the configuration file (default: config.json in the data folder)"),
      ("THEME", "the look of text: \(themes)"),
      ("MOUSE", "whether the browser uses the mouse: on, off (default: on)"),
      ("RESUME", "whether the browser begins where it was left: on, off (default: on)"),
      ("KEYS_<COMMAND>", "a key of the browser, one character: \(keys)"),
      ("LANGUAGE", "the language of names, such as pt-BR (default: that of the locale)"),
      ("LOG", "the log level: \(levels)"),
      ("LOG_<MODULE>", "the log level of one module: \(targets)"),
      ("DISABLE", "the modules to disable, separated by commas"),
      ("DEADLINES_START", "the time within which a module must start, such as 10 s or 2 min"),
      ("DEADLINES_STOP", "the time within which all modules must stop"),
      ("DEADLINES_HOOK", "the time within which a module must react to the host"),
    ]
    let settings = app.modules.flatMap { module in
      module.contributions(of: Setting.self).map { setting -> Manual.Entry in
        let key = ConfigurationKey(
          name: setting.key(of: module.manifest), value: .setting(setting.accepts))
        let value = setting.defaultValue
        let words = setting.accepts.words.map { ": \($0.joined(separator: ", "))" } ?? ""
        let ending = value.isEmpty ? "" : " (default: \(value))"
        return (key.variable, setting.summary + words + ending)
      }
    }
    let common: [Manual.Entry] = [
      ("NO_COLOR", "if set, the output has no colours"),
      ("CLICOLOR_FORCE", "if set, the output has colours, even in a file"),
    ]
    return (own + settings).map { (app.variable($0.name), $0.summary) } + common
  }
}

extension ExitCode {
  fileprivate var meaning: String {
    switch self {
    case .answered: "The command has run."
    case .failed: "The command has failed."
    case .badCommandLine: "The command line is not valid."
    case .notFound: "Something that the command line names does not exist, or is ambiguous."
    case .interrupted: "The command was interrupted."
    }
  }
}
