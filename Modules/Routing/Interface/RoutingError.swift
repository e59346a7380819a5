public import DataSourceInterface
public import Documents
public import Mediator

/// Why a search for journeys is invalid.
public enum RoutingError: ModuleError {
  /// The change time, in seconds, is negative or longer than a day.
  case changeTimeOutOfRange(Int)
  /// The longest walk between stations, in metres, is not one of `JourneySearch.walks`.
  case walkOutOfRange(Int)
  /// The longest walk between stations, in metres, adds too many changes on foot in this city.
  case tooManyWalks(Int)
  /// The trains of this city pass the station that journeys must pass, given by its name, too
  /// often.
  case tooManyPasses(String)
  /// The station that journeys must pass is given as a place.
  case viaIsPlace(String)
  /// Two options of the query, given by their names, exclude each other.
  case conflictingOptions(String, String)
  /// The end of the time span is not after its start, or after the end of the night.
  case badSpanEnd(TimeExpression, from: ServiceTime)

  public var kind: FailureKind { .badInput }

  public var description: String {
    switch self {
    case .changeTimeOutOfRange(let seconds):
      "'\(seconds)' is not a change time; expected 0 to 86400 seconds"
    case .walkOutOfRange(let metres):
      "'\(metres)' is not a walk between stations; expected 0 to 1000 metres"
    case .tooManyWalks(let metres):
      "a walk of '\(metres)' metres adds too many changes on foot in this city; choose a shorter one"
    case .tooManyPasses(let name):
      "the trains of this city pass '\(name)' too often to search for journeys via it; choose another "
        + "station on the way"
    case .viaIsPlace(let text): "'\(text)' is a place; expected a station on the way"
    case .conflictingOptions(let one, let other):
      "'\(one)' cannot be combined with '\(other)'; remove one of them"
    case .badSpanEnd(let end, let start):
      "'\(end)' does not end a span from \(start.clock); "
        + "expected a later time, at most \(LocalDateTime.endOfNight.clock)"
    }
  }
}
