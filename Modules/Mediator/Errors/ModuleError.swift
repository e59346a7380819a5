/// An error of a module: a sentence for people and a kind for programs.
///
/// The sentence is in lower case without a full stop: the culprit in single quotes, what was
/// expected, and after a semicolon the remedy.
public protocol ModuleError: Error, Equatable, CustomStringConvertible {
  /// What kind of failure it is.
  var kind: FailureKind { get }
}
