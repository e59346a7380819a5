import Console
import Foundation
import Mediator
import ModuleManager

/// Checks whether the host can work, without starting a module.
struct Doctor: Sendable {
  let app: CommandLineApp
  let folder: URL
  let environment: [String: String]
  let isTerminal: Bool

  var diagnosis: Diagnosis {
    Diagnosis(checks: [
      .init(name: "composition", findings: composition),
      .init(name: "requirements", findings: requirements),
      .init(name: "events", findings: events),
      .init(name: "inputs", findings: inputs),
      .init(name: "commands", findings: commands),
      .init(name: "contributions", findings: contributions),
      .init(name: "configuration", findings: configuration),
      .init(name: "data folder", findings: dataFolder),
      .init(name: "terminal", findings: terminal),
    ])
  }

  private var manifests: [Manifest] { app.modules.map { $0.manifest } }

  /// Conflicts that the module manager reports, such as cycles.
  private var composition: [String] {
    let mediator = Mediator()
    return errorDescription {
      _ = try ModuleManager(app.modules, mediator: mediator) { _ in
        ModuleContext(mediator: mediator, folder: folder)
      }
    }
  }

  /// Requirements whose module is missing or disabled.
  private var requirements: [String] {
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

  /// Events that a module follows but none publishes.
  private var events: [String] {
    let published = manifests.flatMap { $0.publishes }
    return manifests.flatMap { manifest in
      manifest.follows.filter { event in !published.contains { $0 == event } }.map {
        "'\(manifest.name)' follows \($0), which no module publishes; "
          + "declare it under 'publishes' of its owner, or stop following it"
      }
    }
  }

  /// Actions whose input has no schema, so that they cannot be called by name.
  private var inputs: [String] {
    manifests.flatMap { $0.answers }.compactMap { action in
      do {
        _ = try action.inputSchema
        return nil
      } catch {
        return "the input of '\(action.path)' has no schema: \(error)"
      }
    }
  }

  /// Commands whose action no module answers.
  private var commands: [String] {
    let answered = Set(manifests.flatMap { $0.answers }.map(\.id))
    return app.modules.flatMap { module in
      module.contributions(of: Command.self).compactMap { command in
        guard let action = command.action, !answered.contains(action.id) else { return nil }
        return "the command '\(command.name)' of \(module.manifest.name) calls '\(action.path)', "
          + "which no module answers; declare it under 'answers' of its module"
      }
    }
  }

  /// Commands, global options and settings that hide each other.
  private var contributions: [String] {
    let commands = app.modules.flatMap { module in
      module.contributions(of: Command.self).map { (owner: module.manifest.name, command: $0) }
    }
    let options = app.modules.flatMap { module in
      module.contributions(of: GlobalOption.self).map {
        (owner: module.manifest.name, name: $0.argument.name)
      }
    }
    let own = AppCommands.ownGlobals.map(\.name) + [Argument.help.name]
    let variables = Dictionary(grouping: ConfigurationKey.all(of: app.modules), by: \.variable)
    return commands.filter { AppCommands.isReserved($0.command) }.map { owner, command in
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
      }
  }

  private func duplicates(of kind: String, _ all: [(owner: String, name: String)]) -> [String] {
    Dictionary(grouping: all, by: \.name).filter { $0.value.count > 1 }
      .sorted { $0.key < $1.key }.map { name, entries in
        "the \(kind) '\(name)' is contributed by "
          + entries.map(\.owner).joined(separator: " and ") + "; rename all but one"
      }
  }

  private var configuration: [String] {
    errorDescription {
      _ = try Configuration(of: app, folder: folder, environment: environment)
    }
  }

  /// Files and folders that this user cannot read and write.
  private var dataFolder: [String] {
    let remedy = "set \(app.variable("HOME")) to a folder that can be written"
    let existing = sequence(first: folder) { $0.deletingLastPathComponent() }
      .first { FileManager.default.fileExists(atPath: $0.path) || $0.path == "/" }
    guard let existing else { return ["the folder '\(folder.path)' cannot be created; \(remedy)"] }
    guard (try? existing.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else {
      return ["'\(existing.path)' is a file; \(remedy)"]
    }
    let probe = existing.appending(path: ".doctor-\(UUID())")
    guard (try? Data().write(to: probe)) != nil else {
      return ["'\(existing.path)' cannot be written; \(remedy), or give yourself the permission"]
    }
    try? FileManager.default.removeItem(at: probe)
    guard existing == folder else { return [] }
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    return paths.map { folder.appending(path: $0).path }.filter { access($0, R_OK | W_OK) != 0 }
      .map { "'\($0)' cannot be read and written; run 'chmod -R u+rw \"\(folder.path)\"'" }
  }

  /// Settings of the terminal that keep text from being drawn correctly.
  private var terminal: [String] {
    guard isTerminal else { return [] }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let isUTF8 = locale.map { $0.uppercased().contains("UTF") } ?? true
    let type = environment["TERM", default: ""]
    return
      (isUTF8
      ? [] : ["the locale '\(locale ?? "")' is not UTF-8; set LANG to one, such as C.UTF-8"])
      + (["", "dumb"].contains(type)
        ? ["TERM is '\(type)', so nothing can be drawn; set it, for example to xterm-256color"]
        : [])
  }

  private func errorDescription(of body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return ["\(error)"]
    }
  }
}

/// The result of `Host.doctor`.
struct Diagnosis: Codable, Sendable {
  /// One area that the doctor checked.
  struct Check: Codable, Sendable {
    let name: String
    /// The problems, each with its remedy; empty when there are none.
    var findings: [String] = []
    /// What does not keep the host from working, each with its remedy.
    var warnings: [String] = []
  }

  let checks: [Check]

  var isHealthy: Bool { checks.allSatisfy(\.findings.isEmpty) }

  /// Returns the diagnosis with a check for each module that has warnings, by its name.
  func with(warnings: [String: [String]]) -> Diagnosis {
    let checks = warnings.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
    return Diagnosis(checks: self.checks + checks.map { Check(name: $0.key, warnings: $0.value) })
  }

  static func text(_ diagnosis: Diagnosis, on page: Page) -> String {
    let lines = diagnosis.checks.flatMap { check in
      let problems = check.findings.map { ("✗", $0) } + check.warnings.map { ("!", $0) }
      guard !problems.isEmpty else { return ["✓ \(check.name)"] }
      return problems.flatMap { mark, problem in
        let lines = "\(mark) \(check.name): \(problem.printable)".wrapped(to: page.columns - 2)
        return lines.prefix(1) + lines.dropFirst().map { "  \($0)" }
      }
    }
    return lines.joined(separator: "\n")
  }
}
