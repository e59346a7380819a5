import Console
import Mediator
import ModuleManager
import Scenes

/// The checks whether modules fit together.
extension Doctor {
  private var manifests: [Manifest] { app.modules.map { $0.manifest } }

  /// Conflicts that the module manager reports, such as modules that require each other, or else
  /// modules that call each other.
  var composition: [String] {
    let mediator = Mediator()
    let conflicts = errorDescription {
      _ = try ModuleManager(app.modules, mediator: mediator) { _ in
        ModuleContext(mediator: mediator, folder: folder)
      }
    }
    guard conflicts.isEmpty, let path = manifests.callCycle else { return conflicts }
    return [
      "modules call each other: \(path.joined(separator: " → ")); let one of them follow an event "
        + "instead, or contribute what the other one needs"
    ]
  }

  /// Requirements whose module is missing or disabled.
  var requirements: [String] {
    let configuration = try? Configuration(of: app, folder: folder, environment: environment)
    return manifests.flatMap { manifest in
      manifest.requires.compactMap { requirement in
        guard let module = manifests.first(where: { $0.name == requirement }) else {
          return "'\(manifest.name)' requires '\(requirement)', which no module answers; "
            + "add its module to AppModules.swift"
        }
        guard configuration?.isDisabled(module) == true else { return nil }
        return "'\(manifest.name)' requires '\(module.name)', which is disabled; "
          + "remove '\(module.target)' from \(app.variable("DISABLE")) and config.json"
      }
    }
  }

  /// Events that a module follows but none publishes. Those of modules that are left out are not
  /// known.
  var events: [String] {
    guard app.slice == nil else { return [] }
    let published = timeEvents + manifests.flatMap { $0.publishes }
    return manifests.flatMap { manifest in
      manifest.followedEvents.filter { event in !published.contains { $0 == event } }.map {
        "'\(manifest.name)' follows \($0), which no module publishes; "
          + "declare it under 'publishes' of its owner, or stop following it"
      }
    }
  }

  /// Actions whose input has no schema, so that they cannot be called by name.
  var inputs: [String] {
    manifests.flatMap { $0.answers }.compactMap { action in
      do {
        _ = try action.inputSchema
        return nil
      } catch {
        return "the input of '\(action.path)' has no schema: \(error)"
      }
    }
  }

  /// Commands whose action no module answers, and arguments that lose their value or
  /// cannot be given.
  var commands: [String] {
    let answered = Set(manifests.flatMap { $0.answers }.map(\.id))
    return app.modules.flatMap { module in
      module.contributions(of: Command.self).flatMap { command in
        guard let action = command.action, !answered.contains(action.id) else {
          return command.argumentFindings
        }
        return [
          "the command '\(command.name)' of \(module.manifest.name) calls '\(action.path)', "
            + "which no module answers; declare it under 'answers' of its module"
        ]
      }
    }
  }

  /// Commands, global options and settings that hide each other, settings whose default is not
  /// accepted, and bars whose key would replace one of the browser.
  var contributions: [String] {
    let commands = app.modules.flatMap { module in
      module.contributions(of: Command.self).map { (owner: module.manifest.name, command: $0) }
    }
    let options = app.modules.flatMap { module in
      module.contributions(of: GlobalOption.self).map {
        (owner: module.manifest.name, name: $0.argument.name)
      }
    }
    let slots = app.modules.flatMap { module in
      module.contributions(of: RowSlot.self).map { (owner: module.manifest.name, name: $0.name) }
    }
    let own = HostCommands.ownGlobals.map(\.name) + [Argument.help.name]
    let variables = Dictionary(grouping: ConfigurationKey.all(of: app.modules), by: \.variable)
    return commands.filter { HostCommands.isReserved($0.command) }.map { owner, command in
      command.words.isEmpty
        ? "a command of \(owner) has no name; give it one"
        : "the command '\(command.name)' of \(owner) is one of every app; rename it"
    }
      + duplicates(of: "command", commands.map { ($0.owner, $0.command.name) })
      + options.filter { own.contains($0.name) }.map { owner, name in
        "the global option '--\(name)' of \(owner) is one of every app; rename it"
      }
      + duplicates(of: "global option", options.map { ($0.owner, "--\($0.name)") })
      + variables.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { variable, keys in
        "the settings \(keys.map { "'\($0.name)'" }.joined(separator: " and ")) have the same "
          + "variable '\(app.variable(variable))'; rename one of them"
      } + badDefaults + badKeys + duplicates(of: "type of rows", slots)
  }

  private var badKeys: [String] {
    app.modules.flatMap { module in
      module.contributions(of: BarDescription.self).filter { ScreenState.isGeneral(Key($0.key)) }
        .map {
          "the key '\($0.key)' of a bar of \(module.manifest.name) replaces one of the browser; "
            + "choose another one"
        }
    }
  }

  private var badDefaults: [String] {
    app.modules.flatMap { module in
      module.contributions(of: Setting.self).compactMap {
        $0.defaultProblem(settingName: $0.key(of: module.manifest))
      }
    }
  }

  private func duplicates(of kind: String, _ all: [(owner: String, name: String)]) -> [String] {
    Dictionary(grouping: all, by: \.name).filter { $0.value.count > 1 }
      .sorted { $0.key < $1.key }.map { name, entries in
        "the \(kind) '\(name)' is contributed by "
          + entries.map(\.owner).joined(separator: " and ") + "; rename all but one"
      }
  }
}
