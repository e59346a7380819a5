public import Mediator

/// Why a network or a line cannot be drawn.
public enum MapError: ModuleError {
  /// Several lines have this name.
  case ambiguousLine(String, city: String, ids: [String])
  /// Only one end of the journey is given.
  case missingEnd(String)

  public var kind: FailureKind {
    switch self {
    case .ambiguousLine: .notFound
    case .missingEnd: .badInput
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
        + "name both, as in 'metro map --route <from> <to>'"
    }
  }
}
