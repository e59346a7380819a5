import CityListInterface
import DataSourceInterface
import Foundation
import NetworkInterface
import Platform

/// Catalogue entries on disk, each in a file of its own.
struct EntryFolder: Sendable {
  /// The folder of the module.
  let folder: DataFolder
  /// The path of the entries in it.
  let path: String
  private let secrets: SecretAddresses

  init(_ folder: DataFolder, path: String) {
    self.folder = folder
    self.path = path
    secrets = SecretAddresses(folder: folder)
  }

  /// The entry of a city; nil if there is none, or if the secrets of its address are not known.
  subscript(_ city: CityID) -> CitySource? { entry(of: city, secrets.known) }

  /// All entries whose addresses are known.
  var entries: [CitySource] {
    let addresses = secrets.known
    return cities.compactMap { entry(of: $0, addresses) }
  }

  /// Removes secrets from the addresses that an earlier version stored.
  func removeSecrets() {
    for entry in cities.compactMap(storedEntry) where entry.feed.hasSecrets { try? store(entry) }
  }

  private var cities: [CityID] {
    let url = folder.url.appending(path: path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }
      .compactMap { CityID(String($0.dropLast(".json".count))) }
  }

  /// Stores an entry and replaces an earlier one.
  /// - Throws: `CityListError.storage`.
  func store(_ entry: CitySource) throws(CityListError) {
    do {
      let address = entry.feed.hasSecrets ? entry.feed : nil
      try secrets.update { $0[name(of: entry.id)] = address }
      let content = try JSONEncoder().encode(entry.with(feed: entry.feed.addressID))
      try folder.write(content, to: "\(name(of: entry.id)).json")
    } catch {
      throw storageError(error)
    }
  }

  /// Removes the entry of a city, if there is one.
  /// - Throws: `CityListError.storage`.
  func remove(_ city: CityID) throws(CityListError) {
    do {
      do { try folder.remove("\(name(of: city)).json") } catch POSIXError.ENOENT {}
      try secrets.update { $0[name(of: city)] = nil }
    } catch {
      throw storageError(error)
    }
  }

  private func entry(of city: CityID, _ addresses: [String: String]) -> CitySource? {
    storedEntry(of: city).flatMap { entry in
      addresses.address(of: name(of: city), id: entry.feed).map { entry.with(feed: $0) }
    }
  }

  private func storedEntry(of city: CityID) -> CitySource? {
    guard let content = try? folder.content(of: "\(name(of: city)).json"),
      let entry = try? JSONDecoder().decode(CitySource.self, from: content), entry.id == city
    else { return nil }
    return entry
  }

  private func storageError(_ error: any Error) -> CityListError {
    .storage(folder.url.appending(path: path).path, reason: error.systemReason)
  }

  private func name(of city: CityID) -> String { "\(path)/\(city)" }
}

extension CitySource {
  /// The entry with another address.
  func with(feed: String) -> CitySource {
    CitySource(
      id: id, name: name, country: country, languages: languages, publisher: publisher,
      feed: feed, licence: licence, allowsPlainHTTP: allowsPlainHTTP, realtime: realtime)
  }
}
