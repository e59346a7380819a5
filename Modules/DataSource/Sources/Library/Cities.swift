import DataSourceInterface
import Foundation
import Mediator
import ModuleManager

/// What the module answers about cities: the library, which of them is current, and the news.
struct Cities: Sendable {
  private let library: Library
  private let choice: CurrentCity
  private let mediator: Mediator
  private let now: @Sendable () -> Date

  init(_ context: ModuleContext, limits: Limits) {
    mediator = context.mediator
    now = context.now
    choice = CurrentCity(url: context.folder.appending(path: "current"))
    let folder = context.folder.appending(path: "cities")
    library = Library(folder: folder, limits: limits) { [mediator] city, part in
      mediator.publish(ImportProgressed(city: city, fraction: part))
    }
  }

  /// A city ready for use; the current one when `id` is nil.
  func compiled(_ id: CityID?) async throws -> CompiledCity {
    try await library.city(id ?? current)
  }

  /// The one station that a text means.
  func station(_ query: StationQuery) async throws -> Station {
    let city = try await compiled(query.city)
    return try city.station(StationFinder(city).station(query.name))
  }

  /// The stations that fit a text, the best first.
  func stations(_ search: StationSearch) async throws -> [Station] {
    let city = try await compiled(search.city)
    return try StationFinder(city).stations(search.text ?? "", limit: search.limit)
      .map(city.station)
  }

  /// All that is known of the one station that a text means.
  func details(_ query: StationDetailsQuery) async throws -> StationDetails {
    let city = try await compiled(query.city)
    let today = ServiceDate(now(), in: city.timetable.timeZone)
    return try city.details(
      ofStation: StationFinder(city).station(query.name), on: query.date ?? today)
  }

  /// What a feed is worth.
  func check(_ feed: FeedCheck) async throws -> FeedReport {
    try await library.check(feed.file, now: now())
  }

  /// What is to be known of a city; of the current one when `id` is nil.
  func city(_ id: CityID?) async throws -> City {
    let compiled = try await compiled(id)
    return compiled.city(isCurrent: compiled.timetable.city == current, now: now())
  }

  /// Every city that is there, also one whose file is damaged.
  func all() async -> [City] {
    var cities: [City] = []
    for id in library.ids {
      cities.append((try? await city(id)) ?? .unreadable(id, isCurrent: id == current))
    }
    return cities
  }

  /// Installs a feed, and announces it.
  func install(_ request: InstallRequest) async throws -> City {
    let name = request.name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    try await library.install(
      request.city, from: request.file, name: name.isEmpty ? request.city.title : name)
    mediator.publish(CityInstalled(city: request.city))
    return try await city(request.city)
  }

  /// Makes a city the current one, and announces it where another was.
  func use(_ id: CityID) async throws -> City {
    let before = current
    _ = try await compiled(id)
    if choice.id ?? .builtIn != id { try choice.choose(id) }
    if before != id { mediator.publish(CityChanged(city: id)) }
    return try await city(id)
  }

  /// Removes a city and announces it; where it was the current one, the built-in one is it now.
  func remove(_ id: CityID) async throws -> City {
    let wasCurrent = current == id
    // What cannot be opened can be removed all the same.
    let city = try? await city(id)
    try library.remove(id)
    if wasCurrent { try? choice.choose(.builtIn) }
    mediator.publish(CityRemoved(city: id))
    if wasCurrent { mediator.publish(CityChanged(city: .builtIn)) }
    return city ?? .unreadable(id, isCurrent: wasCurrent)
  }

  /// The city that is meant when none is named: the one chosen, or the built-in one where that is
  /// gone.
  private var current: CityID {
    choice.id.flatMap { library.contains($0) ? $0 : nil } ?? .builtIn
  }
}

extension City {
  /// All that is known of a city whose file is damaged.
  fileprivate static func unreadable(_ id: CityID, isCurrent: Bool) -> City {
    let noDay = ServiceDate(day: 0)
    return City(
      id: id, name: id.title, agency: "", timeZone: "UTC", firstDate: noDay, lastDate: noDay,
      stations: 0, lines: 0, isBuiltIn: false, isCurrent: isCurrent)
  }
}
