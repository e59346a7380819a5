public import Mediator

/// Why a query for a price is invalid.
public enum FaresError: ModuleError {
  /// No rider category of the city matches the text.
  case unknownRider(String, city: String, riders: [String])
  /// There are no rides, or more than `RidesQuery.limit`.
  case rideCountOutOfRange(Int)
  /// A ride is on a line, or at a stop, with an id that the timetable lacks.
  case unknownID(String, city: String)

  public var kind: FailureKind {
    switch self {
    case .unknownRider, .unknownID: .notFound
    case .rideCountOutOfRange: .badInput
    }
  }

  public var description: String {
    switch self {
    case .unknownRider(let text, let city, let riders) where riders.isEmpty:
      "no rider category '\(text)' in \(city); its fares are for everybody, remove '--rider'"
    case .unknownRider(let text, let city, let riders):
      "no rider category '\(text)' in \(city); the categories are "
        + riders.map { "'\($0)'" }.joined(separator: ", ")
    case .rideCountOutOfRange(let count):
      "'\(count)' is not a number of rides; expected 1 to \(RidesQuery.limit)"
    case .unknownID(let id, let city):
      "no line or stop has the id '\(id)' in \(city); take rides from an answer of 'metro route'"
    }
  }
}
