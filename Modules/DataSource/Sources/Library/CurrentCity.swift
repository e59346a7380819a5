import DataSourceInterface
import Foundation

/// Which city is meant when none is named, kept in a small file.
struct CurrentCity {
  let url: URL

  /// The city that was chosen; nil when none was.
  var id: CityID? {
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    return CityID(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Chooses a city.
  /// - Throws: `DataSourceError.storage` when the file cannot be written.
  func choose(_ id: CityID) throws {
    do {
      try AtomicFile(url: url).write([Buffer("\(id)\n".utf8).bytes])
    } catch {
      throw DataSourceError(using: url.deletingLastPathComponent(), error)
    }
  }
}
