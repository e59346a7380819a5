import Mediator

/// How a command line ended, for the shell.
enum ExitCode: Int32 {
  /// Answered; "no journey" is an answer.
  case answered = 0
  /// Understood, and could not be done.
  case failed = 1
  /// The command line is malformed.
  case badCommandLine = 2
  /// A named thing does not exist, or the name fits several.
  case notFound = 3
  /// Interrupted: 128 and the number of SIGINT.
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
