public import Mediator

/// Why there is no departure board.
public enum StationsError: ModuleError {
  /// A board without stations was asked for, and no station of the city is bookmarked.
  case noBookmarkedStations(city: String)

  public var kind: FailureKind { .notFound }

  public var description: String {
    switch self {
    case .noBookmarkedStations(let city):
      "no station or place of \(city) is bookmarked; name stations, or bookmark some "
        + "in 'bookmarks'"
    }
  }
}
