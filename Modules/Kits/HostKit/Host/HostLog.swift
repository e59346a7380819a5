import Console
import Documents
import Mediator
import ModuleManager

/// Creates the logs of the modules, which write one line per message to the standard error output.
///
/// While the browser uses the terminal, the lines are delayed until the browser ends.
struct HostLog: Sendable {
  let configuration: Configuration
  let terminal: Terminal
  let screen: Screen?

  /// Returns the log of a module, or of the host for nil.
  func log(of manifest: Manifest?) -> Log {
    Log(level: configuration.logLevel(of: manifest)) { level, message in
      let label = terminal.page.paint("\(level) \(manifest?.target ?? "host"):", .faint)
      let write = { @Sendable in
        _ = terminal.write("\(label) \(message.printableError.withoutAddressSecrets)\n")
      }
      if terminal.isTerminal, let screen { screen.afterEnd(write) } else { write() }
    }
  }

  /// Logs a lifecycle event of a module.
  func record(_ event: LifecycleEvent) {
    switch event {
    case .started(let manifest, let reason, let took):
      log(of: manifest).info("started in \(took.milliseconds) ms (\(reason))")
    case .stopped(let manifest): log(of: manifest).info("stopped")
    case .failed(let manifest, let reason): log(of: manifest).warning("failed: \(reason)")
    case .hookFailed(let manifest, let hook, let reason):
      log(of: manifest).error("failed in \(hook): \(reason)")
    case .eventMissed(let manifest, let event, let reason):
      log(of: manifest).error("could not follow \(event): \(reason)")
    }
  }
}

extension Duration {
  /// The duration in milliseconds, with one digit after the point.
  var milliseconds: String {
    let tenths = Int((self / .milliseconds(1) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
