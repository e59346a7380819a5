public import Mediator

/// Why a trip cannot be planned.
public enum TripsError: ModuleError {
  /// There is no journey at that time.
  case noJourney(String, reason: String)
  /// The journey has departed already.
  case departed(String, day: String)
  /// The request to change the trip with this id changes nothing.
  case nothingToChange(Int)
  /// The number of days is negative.
  case badDays(Int)

  public var kind: FailureKind {
    switch self {
    case .badDays, .departed, .nothingToChange: .badInput
    case .noJourney: .failed
    }
  }

  public var description: String {
    switch self {
    case .noJourney(let title, let reason):
      "no journey '\(title)': \(reason); choose another time"
    case .departed(let title, let day):
      "the trip '\(title)' departed \(day); choose a later time or another day"
    case .nothingToChange(let id):
      "trip '\(id)' would not change; give another from, to, date, depart, arrive or name"
    case .badDays(let days): "'\(days)' is not a number of days; expected 0 or more"
    }
  }
}
