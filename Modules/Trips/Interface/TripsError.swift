public import Mediator

/// Why a trip cannot be planned, found or changed. Errors of the database are `StoreError`s.
public enum TripsError: ModuleError {
  /// There is no journey at that time.
  case noJourney(String, reason: String)
  /// No trip has this id.
  case unknownTrip(Int)
  /// There is no change that can be undone.
  case nothingToUndo
  /// The number of days is negative.
  case badDays(Int)

  public var kind: FailureKind {
    switch self {
    case .unknownTrip: .notFound
    case .badDays: .badInput
    case .noJourney, .nothingToUndo: .failed
    }
  }

  public var description: String {
    switch self {
    case .noJourney(let title, let reason):
      "no journey '\(title)': \(reason); choose another time"
    case .unknownTrip(let id): "no trip '\(id)'; the command 'trips' lists the trips"
    case .nothingToUndo: "nothing to undo; only the last 50 changes can be undone"
    case .badDays(let days): "'\(days)' is not a number of days; expected 0 or more"
    }
  }
}
