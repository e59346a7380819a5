public import Mediator

/// An error of the DataSource module.
public enum DataSourceError: ModuleError {
  /// No city with that id is installed.
  case unknownCity(CityID, installed: [CityID])
  /// The built-in city cannot be removed or replaced.
  case builtIn(CityID)
  /// This process has removed no city, or that city is installed again.
  case nothingRemoved
  /// No station matches the text; `nearest` are the most similar names.
  case unknownStation(String, city: String, nearest: [String])
  /// No station of the city matches the text, but another installed city has the station `name`.
  case stationElsewhere(String, city: String, name: String, CityID, otherCity: String)
  /// Several stations match the text; `candidates` are their qualified names.
  case ambiguousStation(String, city: String, candidates: [String])
  /// No line has the text as its id or one of its names. `nearest` are the most similar names,
  /// `all` every short name.
  case unknownLine(String, city: String, nearest: [String], all: [String])
  /// A search asks for fewer stations than one.
  case limitOutOfRange(Int)
  /// The text after `@` is not a coordinate.
  case badCoordinate(String)
  /// No station lies within 20 km of the coordinate. `metres` is the distance to the nearest one;
  /// nil if the feed gives no positions.
  case noStationNearby(String, city: String, metres: Int?)
  /// No file exists at the path.
  case missingFile(String)
  /// The file is not a GTFS feed.
  case notAFeed(String, reason: String)
  /// The new feed has no trip that runs on any day, but the installed city has one.
  case replacementWithoutTrips(CityID)
  /// The files of an installed city cannot be read, and the feed stored with them cannot be
  /// compiled again.
  case damagedCity(CityID, reason: String)
  /// The data folder cannot be read or written.
  case storage(String, reason: String)

  public var kind: FailureKind {
    switch self {
    case .unknownCity, .unknownStation, .stationElsewhere, .ambiguousStation, .unknownLine,
      .noStationNearby, .missingFile, .nothingRemoved:
      .notFound
    case .badCoordinate, .limitOutOfRange: .badInput
    case .builtIn, .notAFeed, .replacementWithoutTrips, .damagedCity, .storage: .failed
    }
  }

  public var description: String {
    switch self {
    case .unknownCity(let city, let installed):
      "no city '\(city)' is installed"
        + installed.map(\.description).nearest(to: "\(city)").first.suggestion(
          or: "installed cities: " + list(installed.map(\.description)) + "; 'cities' lists more")
    case .builtIn(let city):
      "'\(city)' is built in and cannot be changed or removed; a feed of your own needs another id"
    case .nothingRemoved:
      "no removed city can be restored; download the city, or add it from its feed"
    case .unknownStation(let text, let city, let nearest) where nearest.isEmpty:
      "no station '\(text)' in \(city); search 'stations' for a part of its name"
    case .unknownStation(let text, let city, let nearest):
      "no station '\(text)' in \(city); did you mean \(nearest.map { "'\($0)'" }.joinedByOr)?"
    case .stationElsewhere(let text, let city, let name, let other, let otherCity):
      "no station '\(text)' in \(city), but '\(name)' is in \(otherCity); choose the city '\(other)'"
    case .unknownLine(let text, let city, let nearest, let all) where nearest.isEmpty:
      "no line '\(text)' in \(city); the lines are " + list(all, limit: 40)
    case .unknownLine(let text, let city, let nearest, _):
      "no line '\(text)' in \(city); did you mean \(nearest.map { "'\($0)'" }.joinedByOr)?"
    case .limitOutOfRange(let limit):
      "'\(limit)' is not a number of stations; expected 1 or more"
    case .ambiguousStation(let text, let city, let candidates):
      "'\(text)' matches several stations in \(city); choose one of: "
        + list(candidates.map { "'\($0)'" }, limit: 8)
    case .badCoordinate(let text):
      "'\(text)' is not a coordinate; expected degrees north and east, such as '@41.15,-8.61'"
    case .noStationNearby(let text, let city, nil):
      "'\(text)' is not near a station; the timetable of \(city) gives no positions"
    case .noStationNearby(let text, let city, let metres?):
      "'\(text)' is \((metres + 999) / 1000) km from the nearest station of \(city); "
        + "expected a place within 20 km"
    case .missingFile(let path) where path.isAddress:
      "an address is not a file; download the feed, and give the path of its zip file"
    case .missingFile(let path): "no file '\(path)'; check the path"
    case .notAFeed(let path, let reason): "'\(path)' is not a GTFS feed: \(reason)"
    case .replacementWithoutTrips(let city):
      "the new feed of '\(city)' has no trip that ever runs, so the installed city was kept; "
        + "try a later feed, or remove the city first"
    case .damagedCity(let city, let reason):
      "the files of '\(city)' are damaged: \(reason); remove the city and add it again"
    case .storage(let path, let reason):
      "cannot store data in '\(path)': \(reason); choose a data folder that can be written"
    }
  }
}

/// The names separated by commas; the number of those beyond the limit.
private func list(_ names: [String], limit: Int = .max) -> String {
  names.prefix(limit).joined(separator: ", ")
    + (names.count > limit ? " and \(names.count - limit) more" : "")
}
