import Console
import Foundation
import Mediator
import ModuleManager
import Scenes

extension CommandLineHost {
  /// Runs a command in a session, prints its result and stops the modules that it started.
  func run(_ command: Command, _ parsed: ParsedCommandLine) async throws -> ExitCode {
    let mediator = Mediator(scheme: Self.name)
    let line = ProgressLine(on: errors)
    let invocation = Invocation(
      parameters: parsed.parameters, mediator: mediator, progress: line.reporter,
      arguments: command.arguments, now: now)
    // The doctor must also work when the modules do not fit together, so it runs without a session.
    guard command.words != Command.doctor.words else {
      try mediator.answer(Host.doctor) { _ in doctor.diagnosis }
      return print(try await command.run(invocation), parsed)
    }
    let session = try Session(self, configuration, mediator)
    let trace = parsed.has(Self.trace) ? Trace(of: mediator) : nil
    let result = await session.run(command, invocation)
    line.clear()
    let code =
      switch result {
      case .success(let result): print(result, parsed)
      case .failure(let error): report(error)
      }
    await session.end()
    if let trace {
      errors.write(trace.text(command.words.joined(separator: " "), on: errors.page) + "\n")
    }
    return code
  }

  /// Runs the browser in a session until the person leaves it, and stops the modules that it
  /// started.
  func browse(on screen: Screen) async throws -> ExitCode {
    let mediator = Mediator(scheme: Self.name)
    let session = try Session(self, configuration, mediator)
    let scenes = modules.compactMap { $0 as? any SceneModule.Type }.flatMap { $0.scenes }
      .sorted { $0.title < $1.title }
    let command = Command("browse", "Browse the scenes of the modules", examples: []) { _ in
      guard screen.begin() else { throw HostError.terminalUnavailable }
      await Browser(scenes, mediator: mediator, size: screen.size, colors: screen.page.colors)
        .run(on: screen)
      try Task.checkCancellation()
      return try CommandResult(Empty()) { _, _ in "" }
    }
    let result = await session.run(
      command,
      Invocation(parameters: [:], mediator: mediator, progress: ProgressReporter { _, _ in }))
    screen.end()
    await session.end()
    switch result {
    case .success: return .answered
    case .failure(let error): return report(error)
    }
  }

  /// Answers the actions of the host that do not need the module manager.
  func answerActions(on mediator: Mediator) throws {
    try mediator.answer(Host.about) { [modules, folder] _ in
      About(
        name: Self.name, version: Release.latest.version, summary: Self.summary, licence: "MIT",
        parts: ["Swift", "SQLite", "zlib"], modules: modules.map { $0.manifest.name },
        folder: folder.path)
    }
    try mediator.answer(Host.versions) { _ in Release.all }
    try mediator.answer(Host.completions) { query in
      CompletionScript(shell: query.shell, script: query.shell.script(for: Self.name))
    }
    let credited = modules.compactMap { $0 as? any CreditedModule.Type }
    try mediator.answer(Host.credits) { [weak mediator] _ in
      guard let mediator else { return [] }
      var credits: [Credit] = []
      for module in credited { credits += try await module.credits(through: mediator) }
      return credits
    }
  }

  private var configuration: Configuration {
    get throws {
      try Configuration(of: modules, folder: folder, environment: environment.all)
    }
  }

  private var doctor: Doctor {
    Doctor(
      modules: modules, folder: folder, environment: environment.all, isTerminal: output.isTerminal)
  }
}
