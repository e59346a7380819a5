public import Mediator

/// Why a query for a price is invalid.
public enum FaresError: ModuleError {
  /// No rider category of the city matches the text.
  case unknownRider(String, city: String, riders: [String])
  /// No fare medium of the city matches the text.
  case unknownMedium(String, city: String, media: [String])
  /// There are no rides, or more than `RidesQuery.limit`.
  case rideCountOutOfRange(Int)
  /// A ride is on a line, or at a stop, with an id that the timetable lacks.
  case unknownID(String, city: String)
  /// The city has no fare with this id; `nearest` is a similar id.
  case unknownFare(String, city: String, nearest: String?)
  /// The fare has a price for each of these rider categories, and none for everybody.
  case riderNeeded(String, riders: [String])
  /// The fare has a price for each of these fare media.
  case mediumNeeded(String, media: [String])
  /// The fare is a part of the price of a change, which is not sold alone.
  case notSold(String)

  public var kind: FailureKind {
    switch self {
    case .unknownRider, .unknownMedium, .unknownID, .unknownFare: .notFound
    case .rideCountOutOfRange, .riderNeeded, .mediumNeeded, .notSold: .badInput
    }
  }

  public var description: String {
    switch self {
    case .unknownRider(let text, let city, let riders) where riders.isEmpty:
      "no rider category '\(text)' in \(city), whose fares are for everybody; leave out 'rider'"
    case .unknownRider(let text, let city, let riders):
      "no rider category '\(text)' in \(city); the categories are \(riders.quoted)"
    case .unknownMedium(let text, let city, let media) where media.isEmpty:
      "no fare medium '\(text)' in \(city), whose fares do not depend on it; leave out 'medium'"
    case .unknownMedium(let text, let city, let media):
      "no fare medium '\(text)' in \(city); the media are \(media.quoted)"
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
        + riders.quoted
    case .mediumNeeded(let id, let media):
      "the fare '\(id)' has a price for each fare medium; choose one with 'medium': \(media.quoted)"
    case .notSold(let id):
      "the fare '\(id)' is for changes only, so it is no ticket; 'tickets' lists the fares"
    }
  }
}

extension [String] {
  fileprivate var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}
