import Console
import DataSourceInterface
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
    ],
    publishes: [
      ImportProgressed.self, CityInstalled.self, CityRemoved.self, CityChanged.self,
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
  static let globalOptions = [GlobalOption(.city)]

  private struct Settings: Decodable {
    let feedMegabytes: UInt16?
    let feedRatio: UInt16?
  }

  private let service: InstalledCities

  /// Creates the module, which stores its files in the folder of the context.
  /// - Throws: `DecodingError` when a setting is not a whole number up to 65,535.
  public init(context: ModuleContext) throws {
    let settings = try context.configuration.decode(Settings.self)
    var limits = FeedLimits()
    if let megabytes = settings.feedMegabytes { limits.unpackedBytes = Int(megabytes) << 20 }
    if let ratio = settings.feedRatio { limits.ratio = Int(ratio) }
    service = InstalledCities(context, limits: limits)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(DataSource.install) { [service] in try await service.install($0) }
    registrar.answer(DataSource.remove) { [service] in try await service.remove($0.city) }
    registrar.answer(DataSource.restore) { [service] _ in try await service.restore() }
    registrar.answer(DataSource.restorable) { [service] _ in service.restorable }
    registrar.answer(DataSource.use) { [service] in try await service.use($0.city) }
    registrar.answer(DataSource.cities) { [service] _ in await service.all() }
    registrar.answer(DataSource.current) { [service] _ in service.current }
    registrar.answer(DataSource.installed) { [service] _ in service.ids }
    registrar.answer(DataSource.city) { [service] in try await service.city($0.city) }
    registrar.answer(DataSource.station) { [service] in try await service.station($0) }
    registrar.answer(DataSource.stations) { [service] in try await service.stations($0) }
    registrar.answer(DataSource.stationDetails) { [service] in try await service.details($0) }
    registrar.answer(DataSource.lines) { [service] in
      try await service.compiled($0.city).lines
    }
    registrar.answer(DataSource.check) { [service] in try await service.check($0) }
    registrar.answer(DataSource.timetable) { [service] in
      try await service.compiled($0).timetable
    }
    registrar.answer(DataSource.endpoints) { [service] in try await service.endpoints($0) }
  }
}

extension DataSourceModule: BackgroundHandler, MemoryWarningHandler {
  /// Releases the opened cities that are not current.
  public func didEnterBackground() { service.releaseOtherCities() }

  /// Releases the same as in the background.
  public func didReceiveMemoryWarning() { didEnterBackground() }
}

extension DataSourceModule {
  /// The credit of the built-in timetable. People know the source of a feed that they install.
  static let credits = [
    CreditSource { mediator in
      try await mediator.perform(DataSource.cities).filter(\.isBuiltIn).map { city in
        Credit(
          work: "\(city.name): timetable", author: "the Interchange authors, from public facts",
          licence: "MIT", source: "https://www.metrodoporto.pt")
      }
    }
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
