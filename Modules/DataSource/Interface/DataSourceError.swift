public import Mediator

/// Why data could not be found, read or kept.
public enum DataSourceError: ModuleError {
  /// No city of that id is installed.
  case unknownCity(CityID, installed: [CityID])
  /// The built-in city can be neither removed nor replaced.
  case builtIn(CityID)
  /// No station fits; the nearest names are offered.
  case unknownStation(String, city: String, nearest: [String])
  /// Several stations fit; each is named with its id.
  case ambiguousStation(String, city: String, candidates: [Place])
  /// What stands behind `@` is no coordinate.
  case badCoordinate(String)
  /// There is no such file.
  case missingFile(String)
  /// The file is not a GTFS feed; the reason says what is wrong.
  case notAFeed(String, reason: String)
  /// The feed is one, and has no trip that ever runs, unlike the city that it is to replace.
  case losesJourneys(CityID)
  /// An installed city can neither be opened nor made anew from the feed kept with it.
  case damagedCity(CityID, reason: String)
  /// The data folder cannot be read or written.
  case storage(String, reason: String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .unknownCity, .unknownStation, .ambiguousStation, .missingFile: .notFound
    case .badCoordinate: .badInput
    case .builtIn, .notAFeed, .losesJourneys, .damagedCity, .storage: .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .unknownCity(let city, let installed):
      "no city '\(city)' is installed; installed are \(list(installed.map(\.description)))"
    case .builtIn(let city):
      "'\(city)' is built in and stays as it is; choose another id for your own feed"
    case .unknownStation(let text, let city, let nearest) where nearest.isEmpty:
      "no station '\(text)' in \(city); search for a part of its name"
    case .unknownStation(let text, let city, let nearest):
      "no station '\(text)' in \(city); did you mean \(nearest.map { "'\($0)'" }.choice)?"
    case .ambiguousStation(let text, let city, let candidates):
      "'\(text)' fits several stations in \(city); choose one of "
        + list(candidates.prefix(8).map { "\($0.name) (id:\($0.id))" })
        + (candidates.count > 8 ? " and \(candidates.count - 8) more" : "")
    case .badCoordinate(let text):
      "'\(text)' is no coordinate; write degrees north and east, as in '@41.15,-8.61'"
    case .missingFile(let path): "no file '\(path)'; check the path"
    case .notAFeed(let path, let reason): "'\(path)' is not a GTFS feed: \(reason)"
    case .losesJourneys(let city):
      "the new feed of '\(city)' has no trip that runs on any day, so the city stays as it is; "
        + "try a later feed, or remove the city first"
    case .damagedCity(let city, let reason):
      "the files of '\(city)' are damaged: \(reason); remove the city and add it again"
    case .storage(let path, let reason):
      "cannot keep data in '\(path)': \(reason); choose a data folder that can be written"
    }
  }
}

private func list(_ names: [String]) -> String {
  names.joined(separator: ", ")
}
