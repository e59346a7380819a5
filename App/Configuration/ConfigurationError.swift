import Mediator

/// Why the configuration cannot be used.
enum ConfigurationError: ModuleError {
  /// Nothing can be set by the name, which is written as it was found.
  case unknownKey(String, nearest: String?, place: String)
  /// A value does not fit its key.
  case badValue(String, key: String, expected: String, place: String)
  /// The file cannot be read.
  case unreadable(String, reason: String)

  var kind: FailureKind { .badInput }

  var description: String {
    switch self {
    case .unknownKey(let key, let nearest, let place):
      "no setting '\(key)', found in \(place)" + nearest.suggestion(or: "take it away")
    case .badValue(let value, let key, let expected, let place):
      "bad value '\(value)' for '\(key)' in \(place); expected \(expected)"
    case .unreadable(let path, let reason):
      "cannot read the configuration '\(path)': \(reason); mend it or take it away"
    }
  }
}
