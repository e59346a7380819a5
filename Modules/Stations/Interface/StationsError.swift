public import Mediator

/// Why there is no departure board.
public enum StationsError: ModuleError {
  /// A board without stations was asked for, and no station of the city is bookmarked.
  case noBookmarkedStations(city: String)
  /// No station lies within 20 km of a place; `metres` is the distance to the nearest one, nil if
  /// no station of the city has a coordinate.
  case noStationNear(String, city: String, metres: Int?)

  public var kind: FailureKind { .notFound }

  public var description: String {
    switch self {
    case .noBookmarkedStations(let city):
      "no station of \(city) is bookmarked; name stations, as in 'metro board Trindade', or add "
        + "bookmarks with 'metro bookmarks add'"
    case .noStationNear(let place, let city, nil):
      "'\(place)' is not near a station; the timetable of \(city) gives no positions"
    case .noStationNear(let place, let city, let metres?):
      "'\(place)' is \(metres / 1000) km from the nearest station of \(city); "
        + "expected a place within 20 km"
    }
  }
}
