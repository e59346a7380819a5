import Foundation
import Mediator

/// An error of the host itself.
enum HostError: ModuleError, Equatable {
  /// The answer could not be written to the standard output.
  case outputFailed(reason: String)
  /// A number of lines is less than 1.
  case badLineCount(Int)
  /// The browser could not take over the terminal.
  case terminalUnavailable
  /// A module that the host requires has failed.
  case requiredModuleFailed(name: String, reason: String)
  /// A command has thrown an error without a text for people.
  case commandFailed(String, reason: String)
  /// A command has run, but a module that follows its events has failed.
  case incomplete(command: String, reason: String)
  /// No stored event has the id.
  case noSuchEvent(String, nearest: String?)
  /// A number is no port.
  case badPort(Int)
  /// No module has a scene with the title.
  case noSuchScene(String, nearest: String?)
  /// A page cannot show both.
  case sceneAndLink
  /// A text is no address of a proxy.
  case badProxy(String)
  /// The pages would be reached in the network without the proxy.
  case proxyInNetwork
  /// No module of the app answers for the target of a link.
  case noSuchTarget(String, app: String)
  /// The target of a link has no such action.
  case noSuchAction(String, target: String, app: String)
  /// A limit of the system is too low.
  case limitReached(SystemLimit)
  /// A module calls an action of a module that is a stub, and has no sample of an answer.
  case stubbed(
    String, input: String?, stub: String, action: String, caller: String?, isSlice: Bool)

  /// The answer could not be written; the code is the system's `errno`.
  static func outputFailed(code: Int32) -> HostError {
    .outputFailed(
      reason: code == EBADF
        ? "the standard output is closed" : String(cString: strerror(code)).lowercased())
  }

  var kind: FailureKind {
    switch self {
    case .badLineCount, .badPort, .sceneAndLink, .badProxy, .proxyInNetwork: .badInput
    case .noSuchEvent, .noSuchScene, .noSuchTarget, .noSuchAction: .notFound
    case .outputFailed, .commandFailed, .terminalUnavailable, .requiredModuleFailed, .incomplete,
      .limitReached,
      .stubbed:
      .failed
    }
  }

  var description: String {
    switch self {
    case .outputFailed(let reason):
      "cannot write the answer: \(reason); check where the output goes"
    case .terminalUnavailable:
      "cannot take over the terminal; give a command, such as 'help'"
    case .requiredModuleFailed(let name, let reason):
      "'\(name)' failed, and the host cannot run without it: \(reason)"
    case .commandFailed(let action, let reason):
      "'\(action)' failed: \(reason); '--trace' shows its values"
    case .incomplete(let command, let reason): "'\(command)' has run, but \(reason)"
    case .badLineCount(let count): "'\(count)' is not a number of lines; expected 1 or more"
    case .noSuchEvent(let id, let nearest):
      "no stored event '\(id)'"
        + nearest.suggestion(or: "see 'events' for those that are not handled")
    case .badPort(let port): "'\(port)' is not a port; expected 0 for a free one, or 1 to 65535"
    case .noSuchScene(let title, let nearest):
      "no scene '\(title)'" + nearest.suggestion(or: "see the menu for all scenes")
    case .sceneAndLink: "a link opens its own scene; give either a link or '--scene'"
    case .badProxy(let text):
      "'\(text)' is not the address of a proxy; expected https:// and a name, such as "
        + "https://example.org"
    case .proxyInNetwork:
      "with '--lan', others could come past the proxy; give either '--lan' or '--behind'"
    case .noSuchTarget(let target, let app):
      "no target '\(target)'; a link is '\(app)://<target>/<action>', and '\(app) modules' lists both"
    case .noSuchAction(let action, let target, let app):
      "no action '\(action)' in '\(target)'; '\(app) modules' lists its actions"
    case .limitReached(let limit): limit.sentence
    case .stubbed(let path, let input, let stub, let action, let caller, let isSlice):
      "'\(path)' has no answer\(input.map { " for '\($0)'" } ?? ""), because \(stub) is a stub here; "
        + "add 'SampleAnswer(\(stub).\(action)) { … }' to the contributions of "
        + (caller.map { "\($0)Module" } ?? "the module that calls it")
        + (isSlice ? ", or take the real module with 'WITH=\(stub)'" : "")
    }
  }
}

/// The exit code of the process.
public enum ExitCode: Int32, Sendable, CaseIterable {
  /// The command has answered; an empty list is an answer.
  case answered = 0
  /// The command was understood but failed.
  case failed = 1
  /// The command line is malformed.
  case badCommandLine = 2
  /// A named thing does not exist, or the name is ambiguous.
  case notFound = 3
  /// The command was interrupted: 128 plus the number of SIGINT.
  case interrupted = 130

  init(_ error: any Error) {
    self =
      switch error {
      case is CancellationError: .interrupted
      case let error as any ModuleError: ExitCode(error.kind)
      default: .failed
      }
  }

  init(_ failure: FailureKind) {
    self =
      switch failure {
      case .badInput: .badCommandLine
      case .notFound: .notFound
      case .failed: .failed
      }
  }
}
