public import DataSourceInterface
public import Mediator

/// Why a question for journeys cannot be answered.
public enum RoutingError: ModuleError {
  /// The change time is negative or longer than a day.
  case changeTimeOutOfRange(Int)
  /// Two parts of the question, by their names, exclude each other.
  case contradiction(String, String)
  /// The span of time that is asked for ends before it begins.
  case spanEndsEarly(from: ServiceTime, until: ServiceTime)
  /// No line is called so; the nearest names are offered, or else all there are.
  case unknownLine(String, city: String, nearest: [String], all: [String])

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .changeTimeOutOfRange, .contradiction, .spanEndsEarly: .badInput
    case .unknownLine: .notFound
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .changeTimeOutOfRange(let seconds):
      "'\(seconds)' is no change time; expected 0 to 86400 seconds"
    case .contradiction(let one, let other):
      "'--\(one)' does not go together with '--\(other)'; leave one of them out"
    case .spanEndsEarly(let begin, let end):
      "'--until \(end.clock)' is before '\(begin.clock)', when the journeys begin; "
        + "expected a later time"
    case .unknownLine(let name, let city, let nearest, let all) where nearest.isEmpty:
      "no line '\(name)' in \(city); choose one of \(all.joined(separator: ", "))"
    case .unknownLine(let name, let city, let nearest, _):
      "no line '\(name)' in \(city); did you mean \(nearest.map { "'\($0)'" }.choice)?"
    }
  }
}
