/// An error of a module: a sentence for people and a kind for programs.
///
/// The sentence is in lower case without a full stop: the culprit in single quotes, what was
/// expected, and after a semicolon the remedy.
public protocol ModuleError: Error, Equatable, CustomStringConvertible {
  /// The kind of the failure.
  var kind: FailureKind { get }
}

/// The kinds of failures that other programs can tell apart, for example by exit codes.
public enum FailureKind: String, Codable, Sendable {
  /// The input is malformed.
  case badInput
  /// Something named in the input does not exist, or the name is ambiguous.
  case notFound
  /// The input was understood, but the work failed.
  case failed
}
