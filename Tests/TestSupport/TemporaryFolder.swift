package import Foundation

/// A folder that nobody else has, not made yet, which goes with this object.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory
    .appending(path: "interchange-\(UUID())", directoryHint: .isDirectory)

  package init() {}

  deinit { try? FileManager.default.removeItem(at: url) }
}
