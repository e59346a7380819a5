import Console
import Foundation

/// The process: creates the host, runs one command line and exits with its exit code.
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
    let code = await host.run(Array(CommandLine.arguments.dropFirst()))
    let isInterrupted = code == .interrupted
    exit(isInterrupted ? 128 + (signals.stopSignal ?? SIGINT) : code.rawValue)
  }
}
