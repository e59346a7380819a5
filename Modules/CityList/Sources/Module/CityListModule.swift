import CityListInterface
import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
public import ModuleManager
import NetworkInterface

/// The module that lists, installs, updates and removes cities.
public struct CityListModule: Module {
  public static let manifest = Manifest(
    CityList.self, summary: "Lists, downloads, updates and removes cities",
    requires: [DataSource.self, Network.self],
    answers: [
      CityList.cities, CityList.outdatedSince, CityList.updates, CityList.add, CityList.download,
      CityList.update, CityList.stop, CityList.remove,
    ],
    publishes: [CityProgressed.self], follows: [ImportProgressed.self])

  public static let contributions = Contributions(
    commands, settings, scenes, widgets, credits, warnings)

  /// The command `cities` and all `city` commands.
  static let commands: [Command] = [
    .cities, .listCities, .downloadCity, .updateCities, .addCity, .checkCity, .useCity,
    .removeCity,
  ]

  /// The setting `city-list.catalogue-url`.
  static let settings = [
    Setting(
      "catalogue-url",
      "the address of a JSON list of cities, which replace those of the program with the same id "
        + "(default: none)",
      default: "", accepts: .address)
  ]

  private struct CityListSettings: Decodable {
    let catalogueUrl: String?
  }

  private let manager: CityManager

  /// Creates the module; it reads nothing before the first call.
  /// - Throws: `DecodingError` when a setting has a value of the wrong type.
  public init(context: ModuleContext) throws {
    let url = try context.configuration.decode(CityListSettings.self).catalogueUrl ?? ""
    manager = CityManager(
      mediator: context.mediator,
      catalogue: Catalogue(
        context.dataFolder,
        remote: url.isEmpty ? nil : RemoteCatalogue(url: url, context: context)))
  }

  /// Removes secrets from what an earlier version stored.
  public func start() { manager.catalogue.removeSecrets() }

  public func register(with registrar: Registrar) {
    registrar.answer(CityList.cities) { [manager] in try await manager.cities($0) }
    registrar.answer(CityList.outdatedSince) { [manager] _ in
      manager.catalogue.remote?.outdatedSince
    }
    registrar.answer(CityList.updates) { [manager] _ in try await manager.updates() }
    registrar.answer(CityList.add) { [manager] in try await manager.add($0) }
    registrar.answer(CityList.download) { [manager] in try await manager.download($0.city) }
    registrar.answer(CityList.update) { [manager] in try await manager.update($0.city) }
    registrar.answer(CityList.stop) { [manager] in try await manager.jobs.stop($0.city) }
    registrar.answer(CityList.remove) { [manager] in try await manager.remove($0) }
    registrar.follow(ImportProgressed.self) { [manager] in manager.jobs.report($0) }
  }
}

extension CityListModule {
  /// Credits the feeds of the installed cities: a downloaded feed to its publisher in the
  /// catalogue, a feed from a file to the agency that it names.
  static let credits = [
    CreditSource { mediator in
      let cities = try await mediator.perform(DataSource.cities).filter { !$0.isBuiltIn }
      let sources = try await downloadedSources(through: mediator)
      return cities.map { Credit($0, from: sources[$0.id]) }
    }
  ]

  /// The catalogue's entries of the cities that were downloaded; empty if no module answers
  /// `Network`.
  private static func downloadedSources(
    through mediator: Mediator
  ) async throws -> [CityID: CitySource] {
    do {
      // This includes cities of which a newer feed is being downloaded.
      let addresses = Set(
        try await mediator.perform(Network.downloads).map(\.url.shownAddress))
      let sources = try await mediator.perform(CityList.cities, CitySearch()).compactMap(\.source)
      return Dictionary(
        sources.filter { addresses.contains($0.feed) }.map { ($0.id, $0) }
      ) { first, _ in first }
    } catch is MediatorError {
      return [:]
    }
  }
}

extension CityListModule {
  /// Warns about cities whose timetables have ended.
  static let warnings = [
    WarningSource { mediator in
      let cities = try await mediator.perform(DataSource.cities)
      guard cities.contains(where: { $0.expiryNote != nil }) else { return [] }
      let listed = try await mediator.perform(CityList.cities, CitySearch())
      let addresses = Set(listed.filter { $0.source != nil }.map(\.id))
      return cities.compactMap { city in
        city.expiryNote.map { note in
          let remedy = CityView.remedy(
            city, hasAddress: addresses.contains(city.id), app: mediator.scheme)
          return "\(city.name): \(note); \(remedy)"
        }
      }
    }
  ]
}

extension Credit {
  fileprivate init(_ city: City, from source: CitySource?) {
    let agency = city.agency.isEmpty ? "an unnamed agency" : city.agency
    self.init(
      work: "\(city.name): timetable", author: source?.publisher ?? agency,
      licence: source?.licence, source: source?.feed)
  }
}
