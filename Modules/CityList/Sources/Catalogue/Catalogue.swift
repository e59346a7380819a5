import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import Platform

/// The cities with a known feed address: the bundled ones, the downloaded ones of an address, those
/// that the address lists now, and the added ones. Later ones take precedence.
struct Catalogue: Sendable {
  /// The entries that are part of the program.
  private static let bundled: [CitySource] = {
    let entries = try? JSONDecoder().decode(
      [CitySource].self, from: Data(PackageResources.cities_json))
    return entries ?? []
  }()

  /// The entries that the user added.
  let added: EntryFolder
  /// The entries of the address whose cities were downloaded, for updates after the address or its
  /// list has changed.
  private let downloaded: EntryFolder
  /// The entries of an address; nil if none is configured.
  let remote: RemoteCatalogue?

  /// - Parameter folder: The folder of the module.
  init(_ folder: DataFolder, remote: RemoteCatalogue? = nil) {
    added = EntryFolder(folder, path: "catalogue")
    downloaded = EntryFolder(folder, path: "catalogue/downloaded")
    self.remote = remote
  }

  /// Removes secrets from the addresses that an earlier version stored.
  func removeSecrets() {
    for folder in [added, downloaded] { folder.removeSecrets() }
    remote?.removeSecrets()
  }

  /// All entries, by id.
  var entries: [CityID: CitySource] {
    let remoteEntries = (remote?.entries ?? []).filter { $0.id != .builtIn }
    let all = Self.bundled + downloaded.entries + remoteEntries + added.entries
    return Dictionary(all.map { ($0.id, $0) }) { $1 }
  }

  /// The entry of a city. If there is none, the address is read again.
  /// - Throws: `CityListError.unknownCity`, `.unreadableCatalogue` when the address cannot be read,
  ///   and `CancellationError`.
  func entry(of city: CityID) async throws -> CitySource {
    if let entry = entries[city] { return entry }
    do {
      try await remote?.refresh()
    } catch let error where !(error is CancellationError) {
      throw CityListError.unreadableCatalogue(city, reason: "\(error)")
    }
    let entries = entries
    if let entry = entries[city] { return entry }
    // A person may type the name that the lists show.
    let named = entries.values.first { $0.name.flatMap(CityID.init(typed:)) == city }?.id
    let nearest =
      named?.description
      ?? entries.keys.map(\.description).nearest(to: city.description).first
    throw CityListError.unknownCity(city, nearest: nearest)
  }

  /// Whether an entry of the city is stored on disk.
  func isStored(_ city: CityID) -> Bool { added[city] != nil || downloaded[city] != nil }

  /// Stores the entry of a downloaded city if it comes from the address.
  func didDownload(_ entry: CitySource) {
    guard remote?.entries.contains(entry) == true else { return }
    // The city is installed already. If the entry cannot be stored, that of the address is used.
    try? downloaded.store(entry)
  }

  /// Removes the entries of a city from the disk.
  /// - Throws: `CityListError.storage`.
  func remove(_ city: CityID) throws(CityListError) {
    try added.remove(city)
    try downloaded.remove(city)
  }
}
