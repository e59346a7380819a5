public import Mediator

/// Why a question for journeys cannot be answered.
public enum RoutingError: ModuleError {
  /// The change time is negative or longer than a day.
  case changeTimeOutOfRange(Int)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .changeTimeOutOfRange: .badInput
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .changeTimeOutOfRange(let seconds):
      "'\(seconds)' is no change time; expected 0 to 86400 seconds"
    }
  }
}
