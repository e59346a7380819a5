import CityListInterface
import DataSourceInterface
import Foundation
import Mediator

/// Catalogue entries on disk, each in a file of its own. Only the user can read the files, because
/// an address may contain a password.
struct EntryFolder: Sendable {
  let url: URL

  /// The entry of a city; nil if there is none.
  subscript(_ city: CityID) -> CitySource? {
    guard let content = try? Data(contentsOf: file(of: city)),
      let entry = try? JSONDecoder().decode(CitySource.self, from: content), entry.id == city
    else { return nil }
    return entry
  }

  /// All entries.
  var entries: [CitySource] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }
      .compactMap { CityID(String($0.dropLast(".json".count))) }.compactMap { self[$0] }
  }

  /// Stores an entry and replaces an earlier one.
  /// - Throws: `CityListError.storage`.
  func store(_ entry: CitySource) throws(CityListError) {
    do {
      try JSONEncoder().encode(entry).writePrivately(to: file(of: entry.id))
    } catch {
      throw .storage(url.path, reason: error.systemReason)
    }
  }

  /// Removes the entry of a city.
  func remove(_ city: CityID) {
    try? FileManager.default.removeItem(at: file(of: city))
  }

  private func file(of city: CityID) -> URL { url.appending(path: "\(city).json") }
}

extension Data {
  /// Replaces a file by one that only the user can read, and creates its folder.
  func writePrivately(to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try write(to: file, options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }
}
