import Console
import Foundation

/// The process: composes the host from the modules, lets it answer one command line, and ends with
/// its exit code.
@main
struct Metro {
  static func main() async {
    Terminal.ignoreClosedPipes()
    let environment = ProcessInfo.processInfo.environment
    let signals = HostSignals()
    let host = CommandLineHost(
      modules: AppModules.all, folder: DataFolder.url(environment: environment),
      output: .output(environment: environment), errors: .errors(environment: environment),
      environment: environment, signals: signals)
    let code = await host.answer(Array(CommandLine.arguments.dropFirst()))
    exit(signals.received.map { 128 + $0 } ?? code.rawValue)
  }
}
