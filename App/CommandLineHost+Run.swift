import Console
import Foundation
import Mediator
import ModuleManager

extension CommandLineHost {
  /// Runs a command among the modules, and stops every module that it started.
  func run(_ command: Command, _ parsed: ParsedCommand) async throws -> ExitCode {
    let mediator = Mediator()
    let line = ProgressLine(on: errors)
    let invocation = Invocation(
      parameters: parsed.parameters, mediator: mediator, progress: line.progress,
      arguments: command.arguments, now: now)
    // A doctor is called when the modules do not fit together, too.
    guard command.words != Command.doctor.words else {
      try mediator.answer(Host.doctor) { _ in doctor.diagnosis }
      return show(try await command.run(invocation), parsed)
    }
    let configuration = try Configuration(of: modules, folder: folder, environment: environment.all)
    let session = try Session(self, configuration, mediator)
    let trace = parsed.has(Self.trace) ? Trace(of: mediator) : nil
    let result = await session.answer(command, invocation)
    line.clear()
    let code: ExitCode
    switch result {
    case .success(let answer): code = show(answer, parsed)
    case .failure(let error): code = report(error)
    }
    await session.end()
    if let trace {
      errors.write(trace.text(command.words.joined(separator: " "), on: errors.page) + "\n")
    }
    return code
  }

  private var doctor: Doctor {
    Doctor(
      modules: modules, folder: folder, environment: environment.all, isTerminal: output.isTerminal)
  }

  func show(_ answer: Answer, _ parsed: ParsedCommand) -> ExitCode {
    let isJSON = parsed.has(Self.json)
    let code = show(
      isJSON ? String(decoding: answer.json, as: UTF8.self) : answer.text(output.page))
    return code == .answered ? answer.failure.map { ExitCode($0) } ?? code : code
  }
}
