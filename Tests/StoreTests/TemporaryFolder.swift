import Foundation

/// A folder for one test, gone with the last reference to it.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "interchange-\(UUID().uuidString)"
  )

  deinit { try? FileManager.default.removeItem(at: url) }
}
