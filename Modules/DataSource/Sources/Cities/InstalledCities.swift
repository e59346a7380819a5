import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleManager
import Platform

/// Answers the actions on cities and stations, and publishes the events about cities.
struct InstalledCities: Sendable {
  let live: LiveTimetables
  private let repository: CityRepository
  private let currentCityFile: CurrentCityFile
  private let mediator: Mediator
  private let now: @Sendable () -> Date
  /// The city that was the current one when it was removed.
  private let removedCurrent = Lock<CityID?>(nil)
  /// The sources of the city that was removed last.
  private let removedSources = Lock<[LiveSource]>([])

  init(_ context: ModuleContext, limits: FeedLimits) {
    mediator = context.mediator
    now = context.now
    let folder = context.dataFolder
    currentCityFile = CurrentCityFile(in: folder)
    live = LiveTimetables(LiveSourceFile(in: folder), through: mediator, now: now)
    repository = CityRepository(folder: folder, limits: limits) { [mediator] city, fraction in
      mediator.publish(ImportProgressed(city: city, fraction: fraction))
    }
    reportUnreadableCity(context.log)
  }

  /// Returns a city ready for use; the current one when `id` is nil.
  func compiled(_ id: CityID?) async throws -> CompiledCity {
    try await repository.city(id ?? current)
  }

  /// Returns the one station that a text means.
  func station(_ query: StationQuery) async throws -> Station {
    let city = try await compiled(query.city)
    return try await city.station(station(query.name, in: city))
  }

  /// Returns the stations that match a text, the best match first.
  func stations(_ search: StationSearch) async throws -> [Station] {
    if let limit = search.limit, limit < 1 { throw DataSourceError.limitOutOfRange(limit) }
    let city = try await compiled(search.city)
    return try StationFinder(city).stations(search.text ?? "", limit: search.limit)
      .map(city.station)
  }

  /// Returns the timetable of a city with the stations and places that texts mean.
  func endpoints(_ query: EndpointsQuery) async throws -> Endpoints {
    let city = try await compiled(query.city)
    let finder = StationFinder(city)
    return Endpoints(
      city: description(of: city), timetable: city.timetable,
      results: query.texts.map { text in
        Result { () throws(DataSourceError) in try finder.endpoint(text) }
      })
  }

  /// Returns the details of the one station that a text means.
  func details(_ query: StationDetailsQuery) async throws -> StationDetails {
    let city = try await compiled(query.city)
    let now = LocalDateTime(now(), in: city.timetable.timeZone)
    let date = query.date?.date(at: now)
    // After midnight, the next first trains are those of the coming morning.
    return try await city.details(
      ofStation: station(query.name, in: city), on: date ?? now.nightDate,
      firstTrainsOn: date ?? now.date)
  }

  /// Returns the one station that a text means.
  /// - Throws: `DataSourceError`; `.stationElsewhere` if another city has a station of that name.
  private func station(_ text: String, in city: CompiledCity) async throws -> Int {
    do {
      return try StationFinder(city).station(text)
    } catch {
      guard case .unknownStation = error else { throw error }
      throw await stationElsewhere(text, missingIn: city.timetable) ?? error
    }
  }

  /// Returns the error that names the other city with a station of this name; nil if none has one.
  private func stationElsewhere(
    _ text: String, missingIn timetable: Timetable
  ) async -> DataSourceError? {
    for id in repository.ids where id != timetable.city && !text.hasPrefix("id:") {
      guard let other = try? await compiled(id),
        let found = try? StationFinder(other).namedStation(text), found.isExactName
      else { continue }
      return .stationElsewhere(
        text, city: timetable.name,
        name: other.timetable.stopReference(ofStation: found.station).name, id,
        otherCity: other.timetable.name)
    }
    return nil
  }

  /// Returns the organizations behind the feed of a city.
  func credits(_ id: CityID?) async throws -> [Credit] { try await compiled(id).credits }

  /// Validates a feed.
  func check(_ feed: FeedCheck) async throws -> FeedReport {
    try await repository.check(feed.file, now: now())
  }

  /// Returns where the knowledge about now comes from in a city.
  func liveSources(of id: CityID?) throws -> [LiveSource] {
    try live.sources.sources(of: id ?? current)
  }

  /// Replaces the sources of an installed city.
  func setLiveSources(_ request: LiveSources) async throws {
    _ = try await compiled(request.city)
    let sources = try request.sources.map { try $0.validated }
      .reduce(into: [LiveSource]()) { distinct, source in
        if !distinct.contains(source) { distinct.append(source) }
      }
    try live.sources.store(sources, for: request.city)
    mediator.publish(TimetablePatched(city: request.city))
  }

  /// Returns the description of a city; of the current one when `id` is nil.
  func city(_ id: CityID?) async throws -> City { description(of: try await compiled(id)) }

  private func description(of city: CompiledCity) -> City {
    city.city(isCurrent: city.timetable.city == current, now: now())
  }

  /// The ids of all cities: the built-in one first, then the installed ones by id.
  var ids: [CityID] { repository.ids }

  /// Returns every city, including those whose files are damaged.
  func all() async -> [City] {
    var cities: [City] = []
    for id in repository.ids {
      cities.append((try? await city(id)) ?? .unreadable(id, isCurrent: id == current))
    }
    return cities
  }

  /// Installs a feed and publishes `CityInstalled`.
  func install(_ request: InstallRequest) async throws -> City {
    let name = request.name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    try await repository.install(
      request.city, from: request.file, name: name.isEmpty ? request.city.title : name)
    mediator.publish(CityInstalled(city: request.city))
    return try await city(request.city)
  }

  /// Makes a city the current one, and publishes `CityChanged` if another was current.
  func use(_ id: CityID) async throws -> City {
    let previous = current
    _ = try await compiled(id)
    let content = currentCityFile.content
    let isStored = content == .city(id) || content == .nothing && id == .builtIn
    if !isStored { try currentCityFile.store(id) }
    if previous != id { mediator.publish(CityChanged(city: id)) }
    return try await city(id)
  }

  /// Removes a city and publishes `CityRemoved`. If it was the current one, the built-in city
  /// becomes current.
  func remove(_ id: CityID) async throws -> City {
    // A city that cannot be opened can still be removed.
    let city = try? await city(id)
    // Another city may have become the current one while this one was opened.
    let wasCurrent = current == id
    try repository.remove(id)
    removedSources.withLock { $0 = (try? live.sources.sources(of: id)) ?? [] }
    try? live.sources.store([], for: id)
    live.removePatches(of: id)
    removedCurrent.withLock { $0 = wasCurrent ? id : nil }
    if wasCurrent { try? currentCityFile.store(.builtIn) }
    mediator.publish(CityRemoved(city: id))
    if wasCurrent { mediator.publish(CityChanged(city: .builtIn)) }
    return city ?? .unreadable(id, isCurrent: wasCurrent)
  }

  /// The city that `restore` installs; nil if there is none.
  var restorable: CityID? { repository.restorable }

  /// Installs the city that was removed last again, and publishes `CityInstalled`. It becomes the
  /// current one if it was that before, and no other has been chosen since.
  func restore() async throws -> City {
    let id = try repository.restore()
    // Without them, the city has its timetable.
    try? live.sources.store(removedSources.withLock(\.self), for: id)
    mediator.publish(CityInstalled(city: id))
    let wasCurrent = removedCurrent.withLock { $0 == id } && current == .builtIn
    return wasCurrent ? try await use(id) : try await city(id)
  }

  /// Releases all opened cities but the current one.
  func releaseOtherCities() { repository.releaseCities(except: current) }

  /// The city for queries that name none: the stored one if it is installed, or the built-in one.
  var current: CityID {
    guard let id = currentCityFile.content.city, repository.contains(id) else { return .builtIn }
    return id
  }

  /// Logs why the current city cannot be read. The file is replaced, so it is reported once, unless
  /// it cannot be written either.
  private func reportUnreadableCity(_ log: Log) {
    let content = currentCityFile.content
    if let id = content.city, repository.contains(id) { return }
    guard let problem = content.problem else { return }
    log.error(
      "cannot read which city is current (\(problem)), so '\(CityID.builtIn)' is used; "
        + "run '\(mediator.scheme) city use \(CityID.builtIn)'")
    try? currentCityFile.store(.builtIn)
  }
}

extension CompiledCity {
  /// Returns the description of the city.
  func city(isCurrent: Bool, now: Date) -> City {
    let days = days
    return City(
      id: timetable.city, name: timetable.name, agency: timetable.agency,
      timeZone: timetable.timeZone, firstDate: days.lowerBound, lastDate: days.upperBound,
      stations: timetable.stations.count, lines: timetable.routes.count,
      isBuiltIn: timetable.city == .builtIn, isCurrent: isCurrent,
      isExpired: days.upperBound < LocalDateTime(now, in: timetable.timeZone).date,
      hasService: timetable.hasRunningTrip, hasOtherClocks: information.hasOtherClocks,
      dropped: importCounts.dropped,
      repaired: importCounts.repaired)
  }
}

extension City {
  /// The description of a city whose files are damaged.
  fileprivate static func unreadable(_ id: CityID, isCurrent: Bool) -> City {
    let noDay = CalendarDate(day: 0)
    return City(
      id: id, name: id.title, agency: "", timeZone: "UTC", firstDate: noDay, lastDate: noDay,
      stations: 0, lines: 0, isBuiltIn: false, isCurrent: isCurrent)
  }
}
