import Console
import DataSourceInterface
import Documents
import Mediator
public import ModuleManager

/// Imports GTFS feeds, stores cities and finds their stations.
public struct DataSourceModule: Module {
  public static let manifest = Manifest(
    DataSource.self, summary: "Imports GTFS feeds, stores cities and finds their stations",
    answers: [
      DataSource.install, DataSource.remove, DataSource.use, DataSource.cities,
      DataSource.installed, DataSource.city, DataSource.station, DataSource.stations,
      DataSource.stationDetails, DataSource.lines, DataSource.check, DataSource.timetable,
      DataSource.endpoints, DataSource.restore, DataSource.restorable, DataSource.current,
      DataSource.feedCredits, DataSource.liveTimetable, DataSource.knownTimetable,
      DataSource.patch, DataSource.liveSources, DataSource.setLiveSources,
    ],
    publishes: [
      ImportProgressed.self, CityInstalled.self, CityRemoved.self, CityChanged.self,
      LiveTimetableRequested.self, TimetablePatched.self,
    ])

  public static let contributions = Contributions(settings, globalOptions, credits, warnings)

  /// `feed-megabytes` and `feed-ratio`.
  static let settings = [
    Setting(
      "feed-megabytes", "the largest unpacked size of a feed, in megabytes",
      default: "\(FeedLimits().unpackedBytes >> 20)", accepts: .number(0...65535)),
    Setting(
      "feed-ratio", "the largest ratio of unpacked to packed size of a feed",
      default: "\(FeedLimits().ratio)", accepts: .number(0...65535)),
  ]

  /// `--city`.
  static let globalOptions = [GlobalOption(.option("city", .city))]

  private struct Settings: Decodable {
    let feedMegabytes: UInt16?
    let feedRatio: UInt16?
  }

  private let cities: InstalledCities

  /// Creates the module, which stores its files in the folder of the context.
  /// - Throws: `DecodingError` when a setting is not a whole number up to 65,535.
  public init(context: ModuleContext) throws {
    let settings = try context.configuration.decode(Settings.self)
    var limits = FeedLimits()
    if let megabytes = settings.feedMegabytes { limits.unpackedBytes = Int(megabytes) << 20 }
    if let ratio = settings.feedRatio { limits.ratio = Int(ratio) }
    cities = InstalledCities(context, limits: limits)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(DataSource.install) { [cities] in try await cities.install($0) }
    registrar.answer(DataSource.remove) { [cities] in try await cities.remove($0.city) }
    registrar.answer(DataSource.restore) { [cities] _ in try await cities.restore() }
    registrar.answer(DataSource.restorable) { [cities] _ in cities.restorable }
    registrar.answer(DataSource.use) { [cities] in try await cities.use($0.city) }
    registrar.answer(DataSource.cities) { [cities] _ in await cities.all() }
    registrar.answer(DataSource.current) { [cities] _ in cities.current }
    registrar.answer(DataSource.installed) { [cities] _ in cities.ids }
    registrar.answer(DataSource.city) { [cities] in try await cities.city($0.city) }
    registrar.answer(DataSource.station) { [cities] in try await cities.station($0) }
    registrar.answer(DataSource.stations) { [cities] in try await cities.stations($0) }
    registrar.answer(DataSource.stationDetails) { [cities] in try await cities.details($0) }
    registrar.answer(DataSource.lines) { [cities] in
      try await cities.compiled($0.city).lines
    }
    registrar.answer(DataSource.check) { [cities] in try await cities.check($0) }
    registrar.answer(DataSource.timetable) { [cities] in
      try await cities.compiled($0).timetable
    }
    registrar.answer(DataSource.liveTimetable) { [cities] in
      await cities.live.timetable(try await cities.compiled($0).timetable)
    }
    registrar.answer(DataSource.knownTimetable) { [cities] in
      cities.live.knownTimetable(try await cities.compiled($0).timetable)
    }
    registrar.answer(DataSource.patch) { [cities] in
      cities.live.apply($0)
      return Empty()
    }
    registrar.answer(DataSource.liveSources) { [cities] in try cities.liveSources(of: $0) }
    registrar.answer(DataSource.setLiveSources) { [cities] in
      try await cities.setLiveSources($0)
      return Empty()
    }
    registrar.answer(DataSource.feedCredits) { [cities] in try await cities.credits($0) }
    registrar.answer(DataSource.endpoints) { [cities] in try await cities.endpoints($0) }
  }
}

extension DataSourceModule: BackgroundHandler, MemoryWarningHandler {
  /// Releases the opened cities that are not current.
  public func didEnterBackground() { cities.releaseOtherCities() }

  /// Releases the same as in the background.
  public func didReceiveMemoryWarning() { didEnterBackground() }
}

extension DataSourceModule {
  /// The credit of the built-in timetable, and the organizations that the installed feeds name.
  static let credits = [
    CreditSource { mediator in
      try await mediator.perform(DataSource.cities).filter(\.isBuiltIn).map { city in
        Credit(
          work: "\(city.name): timetable", author: "the Interchange authors, from public facts",
          licence: "MIT", source: "https://www.metrodoporto.pt")
      }
    },
    CreditSource { mediator in
      var credits: [Credit] = []
      for city in try await mediator.perform(DataSource.installed) {
        do {
          credits += try await mediator.perform(DataSource.feedCredits, city)
        } catch is DataSourceError {
          // A warning tells that the city cannot be opened.
        }
      }
      return credits
    },
  ]
}

extension DataSourceModule {
  /// Warns about cities whose files cannot be opened.
  static let warnings = [
    WarningSource { mediator in
      var warnings: [String] = []
      for city in try await mediator.perform(DataSource.installed) {
        do {
          _ = try await mediator.perform(DataSource.city, CityQuery(city: city))
        } catch {
          warnings.append("\(error)")
        }
      }
      return warnings
    }
  ]
}
