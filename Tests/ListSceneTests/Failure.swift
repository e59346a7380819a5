import Mediator

/// Why a test's source does not answer.
enum Failure: ModuleError {
  case closed(String)

  var kind: FailureKind { .notFound }
  var description: String {
    switch self {
    case .closed(let name): "'\(name)' is closed; come again"
    }
  }
}
