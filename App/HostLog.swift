import Console
import Mediator
import ModuleManager

/// Where logs go: one line for each message on the standard error output; where that is the terminal
/// of a screen, when the screen has been left.
struct HostLog: Sendable {
  let configuration: Configuration
  let terminal: Terminal
  let screen: Screen?

  /// The log of a module; of the host where it is nil.
  func log(of manifest: Manifest?) -> Log {
    Log(level: configuration.logLevel(of: manifest)) { level, message in
      let label = terminal.page.paint("\(level) \(manifest?.interface.target ?? "host"):", .dim)
      let write = { @Sendable in _ = terminal.write("\(label) \(message.printable)\n") }
      if terminal.isTerminal, let screen { screen.whenLeft(write) } else { write() }
    }
  }

  /// Tells what has become of a module.
  func tell(_ notice: ModuleNotice) {
    switch notice {
    case .started(let manifest, let reason, let took):
      log(of: manifest).info("started in \(took.milliseconds) ms (\(reason))")
    case .stopped(let manifest): log(of: manifest).info("stopped")
    case .failed(let manifest, let reason): log(of: manifest).warning("failed: \(reason)")
    case .hookFailed(let manifest, let hook, let reason):
      log(of: manifest).error("failed in \(hook): \(reason)")
    }
  }
}

extension Duration {
  /// In milliseconds, with one digit after the point.
  var milliseconds: String {
    let tenths = Int((self / .milliseconds(1) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
