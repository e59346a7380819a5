import Console
import Foundation

/// The process: composes the host from the modules, lets it answer one command line, and ends with
/// its exit code.
@main
struct Metro {
  static func main() async {
    Terminal.prepareProcess()
    let environment = Environment.process
    let signals = HostSignals()
    let output = Terminal.output(environment: environment)
    let host = CommandLineHost(
      modules: AppModules.all, folder: DataFolder.url(environment: environment),
      output: output, errors: .errors(environment: environment), environment: environment,
      screen: Screen(input: STDIN_FILENO, output: output), signals: signals)
    let code = await host.answer(Array(CommandLine.arguments.dropFirst()))
    let isInterrupted = code == .interrupted
    exit(isInterrupted ? 128 + (signals.received ?? SIGINT) : code.rawValue)
  }
}
