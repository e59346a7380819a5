public import Mediator

/// Why a trip cannot be planned.
public enum TripsError: ModuleError {
  /// There is no journey at that time.
  case noJourney(String, reason: String)
  /// The trip would start and end at the station or place with this name.
  case sameEnds(String)
  /// The journey has departed already.
  case departed(String, day: String)
  /// The request to change the trip with this id changes nothing.
  case nothingToChange(Int)
  /// The trip with this id and title is done already.
  case alreadyDone(Int, String)
  /// The name is too long; `beginning` has its first characters.
  case longName(_ beginning: String, bytes: Int)
  /// The number of days is negative.
  case badDays(Int)

  /// The maximum size of a name, in bytes of UTF-8.
  package static let maximumNameSize = 1000

  public var kind: FailureKind {
    switch self {
    case .badDays, .departed, .longName, .nothingToChange, .sameEnds: .badInput
    case .alreadyDone, .noJourney: .failed
    }
  }

  public var description: String {
    switch self {
    case .noJourney(let title, let reason):
      "no journey '\(title)': \(reason); choose another time"
    case .sameEnds(let name):
      "'\(name)' is both the start and the destination of the trip; choose another destination"
    case .departed(let title, let day):
      "the trip '\(title)' departed \(day); choose a later time or another day"
    case .nothingToChange(let id):
      "trip '\(id)' would not change; give another from, to, date, depart, arrive or name"
    case .alreadyDone(let id, let title):
      "trip '\(id)', '\(title)', is done already; 'trips' lists all trips"
    case .longName(let beginning, let bytes):
      "the name '\(beginning)…' of the trip has \(bytes) bytes, expected at most "
        + "\(Self.maximumNameSize); choose a shorter name"
    case .badDays(let days): "'\(days)' is not a number of days; expected 0 or more"
    }
  }
}
