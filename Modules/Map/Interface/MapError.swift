public import Mediator

/// Why a network or a line cannot be drawn.
public enum MapError: ModuleError {
  /// No line has this name or id; `nearest` are similar names.
  case unknownLine(String, city: String, nearest: [String])
  /// Several lines have this name.
  case ambiguousLine(String, city: String, ids: [String])
  /// Only one end of the journey is given.
  case missingEnd(String)

  public var kind: FailureKind {
    switch self {
    case .unknownLine, .ambiguousLine: .notFound
    case .missingEnd: .badInput
    }
  }

  public var description: String {
    switch self {
    case .unknownLine(let name, let city, let nearest) where nearest.isEmpty:
      "no line '\(name)' in \(city); run 'metro stations' for the lines of each station"
    case .unknownLine(let name, let city, let nearest):
      "no line '\(name)' in \(city); did you mean "
        + nearest.map { "'\($0)'" }.joinedByOr + "?"
    case .ambiguousLine(let name, let city, let ids):
      "'\(name)' is the name of several lines in \(city); choose one of these ids: "
        + ids.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
        + (ids.count > 8 ? " and \(ids.count - 8) more" : "")
    case .missingEnd(let station):
      "'\(station)' is only one end of the journey; "
        + "name both, as in 'metro map --route <from> <to>'"
    }
  }
}
