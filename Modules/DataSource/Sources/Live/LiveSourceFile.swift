import DataSourceInterface
import Foundation
import Platform

/// The files with the sources of cities, one for each city that has some. They may contain secrets,
/// so only the person can read them.
struct LiveSourceFile: Sendable {
  private let folder: DataFolder
  private let folderPath: String

  init(in folder: DataFolder) {
    self.folder = folder
    folderPath = folder.url.appending(path: "live").path
  }

  /// Whether a city has sources, which is quick to tell.
  func exists(for city: CityID) -> Bool { FileIdentity(path: "\(folderPath)/\(city).json") != nil }

  /// - Throws: `DataSourceError.storage`.
  func sources(of city: CityID) throws -> [LiveSource] {
    guard exists(for: city) else { return [] }
    do {
      return try JSONDecoder().decode([LiveSource].self, from: folder.content(of: path(of: city)))
    } catch is DecodingError {
      throw DataSourceError.storage(
        "\(folderPath)/\(city).json", reason: "it is damaged; set the sources again")
    } catch {
      throw DataSourceError(using: folder.url, error)
    }
  }

  /// Replaces the sources of a city; none remove its file.
  /// - Throws: `DataSourceError.storage`.
  func store(_ sources: [LiveSource], for city: CityID) throws {
    do {
      if sources.isEmpty {
        guard exists(for: city) else { return }
        try folder.remove(path(of: city))
      } else {
        try folder.write(JSONEncoder().encode(sources), to: path(of: city))
      }
    } catch {
      throw DataSourceError(using: folder.url, error)
    }
  }

  private func path(of city: CityID) -> String { "live/\(city).json" }
}
