public import Mediator

/// Why a question for journeys cannot be answered.
public enum RoutingError: ModuleError {
  /// The change time is negative or longer than a day.
  case changeTimeOutOfRange(Int)
  /// Two parts of the question exclude each other.
  case contradiction(String, String)
  /// No line is called so; the nearest names are offered.
  case unknownLine(String, city: String, nearest: [String])

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .changeTimeOutOfRange, .contradiction: .badInput
    case .unknownLine: .notFound
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .changeTimeOutOfRange(let seconds):
      "'\(seconds)' is no change time; expected 0 to 86400 seconds"
    case .contradiction(let one, let other):
      "'\(one)' does not go together with '\(other)'; leave one of them out"
    case .unknownLine(let name, let city, let nearest) where nearest.isEmpty:
      "no line '\(name)' in \(city); 'metro stations' shows the lines of each station"
    case .unknownLine(let name, let city, let nearest):
      "no line '\(name)' in \(city); did you mean "
        + nearest.map { "'\($0)'" }.joined(separator: " or ") + "?"
    }
  }
}
