public import Mediator

/// Why a network or a line cannot be drawn.
public enum MapError: ModuleError {
  /// Several lines have this name.
  case ambiguousLine(String, city: String, ids: [String])
  /// Only one end of the journey is given.
  case missingEnd(String)
  /// A day or time of a journey is given, but no journey.
  case timeWithoutJourney(field: String)
  /// The network of a city, given by its name, has more stations or other parts than can be drawn
  /// legibly.
  case networkTooLarge(city: String, count: Int, of: String, limit: Int)

  public var kind: FailureKind {
    switch self {
    case .ambiguousLine: .notFound
    case .missingEnd, .timeWithoutJourney: .badInput
    case .networkTooLarge: .failed
    }
  }

  public var description: String {
    switch self {
    case .ambiguousLine(let name, let city, let ids):
      "'\(name)' is the name of several lines in \(city); choose one of these ids: "
        + ids.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
        + (ids.count > 8 ? " and \(ids.count - 8) more" : "")
    case .missingEnd(let station):
      "'\(station)' is only one end of the journey; "
        + "name the other end, too"
    case .timeWithoutJourney(let field):
      "'\(field)' is for a journey; give its start and its destination, too"
    case .networkTooLarge(let city, let count, let part, let limit):
      "'\(city)' has \(count) \(part); expected at most \(limit) for a map; "
        + "look up single lines or stations instead"
    }
  }
}
