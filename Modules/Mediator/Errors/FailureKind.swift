/// What kind of failure an error is: all that a front door needs to tell another program, as an exit
/// code or a status.
public enum FailureKind: String, Codable, Sendable {
  /// The question itself cannot be read.
  case badInput
  /// A named thing does not exist, or the name fits several.
  case notFound
  /// The question was understood and could not be answered.
  case failed
}
