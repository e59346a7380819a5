public import Documents
public import Mediator

/// Stores cities, knows which one is current, and finds the stations that a person means.
public enum DataSource: Interface {
  /// Installs a GTFS feed as a city, and replaces an installed city with the same id.
  public static let install = Action<InstallRequest, City>(DataSource.self, "install", .sets)
  /// Removes an installed city and all its files.
  public static let remove = Action<CityReference, City>(DataSource.self, "remove", .removes)
  /// Installs the city again that this process removed last, with all its files, as long as it is
  /// not installed. It is the current one again if it was, unless another has been chosen.
  public static let restore = Action<Empty, City>(native: DataSource.self, "restore")
  /// Returns the city that `restore` installs; nil if there is none.
  public static let restorable = Action<Empty, CityID?>(native: DataSource.self, "restorable")
  /// Makes a city the current one.
  public static let use = Action<CityReference, City>(DataSource.self, "use", .sets)
  /// Returns the id of the current city without opening its files.
  public static let current = Action<Empty, CityID>(native: DataSource.self, "current")
  /// Returns every city: the built-in one first, then the installed ones by id.
  public static let cities = Action<Empty, [City]>(DataSource.self, "cities", .reads)
  /// Returns the ids of the same cities without opening their files.
  public static let installed = Action<Empty, [CityID]>(native: DataSource.self, "installed")
  /// Returns one city; a query without a city means the current one.
  public static let city = Action<CityQuery, City>(
    DataSource.self, "city", .reads, .remote,
    summary: "Describe a city: its agency, time zone and timetable")
  /// Returns the one station that a text means.
  public static let station = Action<StationQuery, Station>(
    DataSource.self, "station", .reads, .remote, summary: "Find the one station that a text means")
  /// Returns the stations that match a text, the best match first.
  public static let stations = Action<StationSearch, [Station]>(
    DataSource.self, "stations", .reads, .remote,
    summary: "List the stations that match a text, the best match first")
  /// Returns everything known about one station, with its first and last departures on one day.
  public static let stationDetails = Action<StationDetailsQuery, StationDetails>(
    DataSource.self, "stationDetails", .reads, .remote,
    summary: "Describe a station: its lines, platforms, entrances, first and last departures")
  /// Returns the lines of a city by name, each with its stations in order.
  public static let lines = Action<CityQuery, [LineDetails]>(
    DataSource.self, "lines", .reads, .remote,
    summary: "List the lines of a city, each with its stations in order")
  /// Returns the organizations that made the feed of a city, or run what it describes; nil means
  /// the current city.
  public static let feedCredits = Action<CityID?, [Credit]>(native: DataSource.self, "feedCredits")
  /// Validates a GTFS feed without installing it.
  public static let check = Action<FeedCheck, FeedReport>(DataSource.self, "check", .reads)
  /// Returns the timetable of a city as its feed gives it; nil means the current city.
  public static let timetable = Action<CityID?, Timetable>(native: DataSource.self, "timetable")
  /// Returns the timetable of a city with what is known about now; nil means the current city.
  /// Stations, lines and stops have the same indexes as in `timetable`, other trips come after its
  /// own. The answer waits for sources for at most two seconds.
  public static let liveTimetable = Action<CityID?, Timetable>(
    native: DataSource.self, "liveTimetable")
  /// Returns the timetable of a city with what is known about now already, without asking anybody;
  /// nil means the current city.
  public static let knownTimetable = Action<CityID?, Timetable>(
    native: DataSource.self, "knownTimetable")
  /// Hands over what a source knows about now, in place of what it knew before.
  public static let patch = Action<TimetablePatch, Empty>(native: DataSource.self, "patch")
  /// Returns where the knowledge about now comes from in a city; nil means the current city.
  public static let liveSources = Action<CityID?, [LiveSource]>(
    native: DataSource.self, "liveSources")
  /// Replaces the sources of a city. Throws `DataSourceError.missingFile` for one that is neither an
  /// address nor a file.
  public static let setLiveSources = Action<LiveSources, Empty>(
    native: DataSource.self, "setLiveSources")
  /// Returns the timetable of a city with the stations and places that texts mean.
  public static let endpoints = Action<EndpointsQuery, Endpoints>(
    native: DataSource.self, "endpoints")
}

extension Suggestions {
  /// Suggests the names of stations.
  public static let stations = Suggestions.results(of: DataSource.stations) {
    $0.map(\.qualifiedName)
  }
  /// Suggests the ids of the built-in and the installed cities.
  public static let cities = Suggestions.results(of: DataSource.cities) {
    $0.map(\.id.description)
  }
  /// Suggests the names of lines; the long names if no short name begins with the entered text.
  public static let lines = Suggestions.names { given, mediator in
    let lines = try await mediator.perform(DataSource.lines, given.decode(CityQuery.self))
    let typed = (given.values["text"]?.last ?? "").folded
    return [lines.map(\.line.name), lines.compactMap(\.longName?.shown)]
      .map { $0.filter { $0.folded.hasPrefix(typed) } }.first { !$0.isEmpty } ?? []
  }
}

/// The fields that questions about a network have in common.
extension FieldDescription {
  /// The city of a question.
  public static let city = FieldDescription(
    "the city to use", default: "the current city", valueName: "id", suggestions: .cities)
  /// The day of a question.
  public static let date = FieldDescription(
    "the day, such as tomorrow, fri, next fri, 22 Nov, 22/11 (day/month) or 2026-11-22",
    default: "today", example: "tomorrow", valueName: "day")
  /// The earliest departure of a journey.
  public static let depart = FieldDescription(
    "the earliest departure, such as 8, 08:05, 8am, noon or +30",
    default: "now; on another day, 03:00",
    example: "08:05", valueName: "time")
  /// The latest arrival of a journey.
  public static let arrive = FieldDescription(
    "the latest arrival, instead of a departure", example: "09:00", valueName: "time")
  /// Whether a journey must be free of steps.
  public static let stepFree = FieldDescription.flag(
    "without stairs, escalators and trains that take no wheelchairs; says where that is unknown")
}
