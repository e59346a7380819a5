public import Mediator

/// Why a query for a price is invalid.
public enum FaresError: ModuleError {
  /// No rider category of the city matches the text.
  case unknownRider(String, city: String, riders: [String])
  /// There are no rides, or more than `RidesQuery.limit`.
  case rideCountOutOfRange(Int)
  /// A ride is on a line, or at a stop, with an id that the timetable lacks.
  case unknownID(String, city: String)
  /// The city has no fare with this id; `nearest` is a similar id.
  case unknownFare(String, city: String, nearest: String?)
  /// The fare has a price for each of these rider categories, and none for everybody.
  case riderNeeded(String, riders: [String])

  public var kind: FailureKind {
    switch self {
    case .unknownRider, .unknownID, .unknownFare: .notFound
    case .rideCountOutOfRange, .riderNeeded: .badInput
    }
  }

  public var description: String {
    switch self {
    case .unknownRider(let text, let city, let riders) where riders.isEmpty:
      "no rider category '\(text)' in \(city), whose fares are for everybody; leave out 'rider'"
    case .unknownRider(let text, let city, let riders):
      "no rider category '\(text)' in \(city); the categories are "
        + riders.map { "'\($0)'" }.joined(separator: ", ")
    case .rideCountOutOfRange(let count):
      "'\(count)' is not a number of rides; expected 1 to \(RidesQuery.limit)"
    case .unknownID(let id, let city):
      "no line or stop has the id '\(id)' in \(city); take rides from an answer of 'route'"
    case .unknownFare(let id, let city, let nearest?):
      "no fare '\(id)' in \(city); did you mean '\(nearest)'?"
    case .unknownFare(let id, let city, nil):
      "no fare '\(id)' in \(city); 'tickets' lists the fares"
    case .riderNeeded(let id, let riders):
      "the fare '\(id)' has no price for everybody; choose one of the rider categories: "
        + riders.map { "'\($0)'" }.joined(separator: ", ")
    }
  }
}
