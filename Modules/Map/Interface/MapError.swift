public import Mediator

/// Why nothing can be drawn.
public enum MapError: ModuleError {
  /// No line is called so; the nearest names are offered.
  case unknownLine(String, city: String, nearest: [String])
  /// Several lines are called so; each is named by its id.
  case ambiguousLine(String, city: String, ids: [String])
  /// One end of a journey is named and the other is not.
  case missingEnd(String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .unknownLine, .ambiguousLine: .notFound
    case .missingEnd: .badInput
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .unknownLine(let name, let city, let nearest) where nearest.isEmpty:
      "no line '\(name)' in \(city); 'metro stations' shows the lines of each station"
    case .unknownLine(let name, let city, let nearest):
      "no line '\(name)' in \(city); did you mean "
        + nearest.map { "'\($0)'" }.joined(separator: " or ") + "?"
    case .ambiguousLine(let name, let city, let ids):
      "'\(name)' names several lines in \(city); choose one of the ids "
        + ids.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
        + (ids.count > 8 ? " and \(ids.count - 8) more" : "")
    case .missingEnd(let station):
      "'\(station)' is one end of a journey only; name the other as well"
    }
  }
}
