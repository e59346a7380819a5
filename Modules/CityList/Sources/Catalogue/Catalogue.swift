import CityListInterface
import DataSourceInterface
import Foundation
import Mediator

/// The cities with a known feed address: the bundled ones, those of an address, and the added ones.
/// Later ones take precedence. Each added city is stored in a file of its own.
struct Catalogue: Sendable {
  /// The entries that are part of the program.
  private static let bundled: [CitySource] = {
    let entries = try? JSONDecoder().decode(
      [CitySource].self, from: Data(PackageResources.cities_json))
    return entries ?? []
  }()

  let folder: URL
  /// The entries of an address; nil if none is configured.
  var remote: RemoteCatalogue?

  /// All entries, by id.
  var entries: [CityID: CitySource] {
    let remoteEntries = (remote?.entries ?? []).filter { $0.id != .builtIn }
    return Dictionary((Self.bundled + remoteEntries + added).map { ($0.id, $0) }) { $1 }
  }

  /// The entry of a city.
  /// - Throws: `CityListError.unknownCity`.
  func entry(of city: CityID) throws(CityListError) -> CitySource {
    let entries = entries
    if let entry = entries[city] { return entry }
    let nearest = entries.keys.map(\.description).nearest(to: city.description).first
    throw .unknownCity(city, nearest: nearest)
  }

  /// The added entry of a city; nil if there is none.
  func added(_ city: CityID) -> CitySource? {
    guard let content = try? Data(contentsOf: file(of: city)),
      let entry = try? JSONDecoder().decode(CitySource.self, from: content), entry.id == city
    else { return nil }
    return entry
  }

  /// Stores an added entry and replaces an earlier one.
  /// - Throws: `CityListError.storage`.
  func store(_ entry: CitySource) throws(CityListError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try JSONEncoder().encode(entry).write(to: file(of: entry.id), options: .atomic)
    } catch {
      throw .storage(folder.path, reason: error.systemReason)
    }
  }

  /// Removes the added entry of a city.
  func remove(_ city: CityID) {
    try? FileManager.default.removeItem(at: file(of: city))
  }

  private var added: [CitySource] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }
      .compactMap { CityID(String($0.dropLast(".json".count))) }.compactMap(added)
  }

  private func file(of city: CityID) -> URL { folder.appending(path: "\(city).json") }
}
