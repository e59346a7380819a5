import Mediator

/// The answer could not be written.
struct OutputFailed: ModuleError {
  let reason: String
  var kind: FailureKind { .failed }
  var description: String { "cannot write the answer: \(reason); check where it goes" }
}
