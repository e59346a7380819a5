package import Foundation

/// Real feeds and expected answers, which lie beside the checkout where there are any; a user's clone
/// has none.
package enum SharedData {
  /// The checkout that the tests were built from.
  package static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static let folder = checkout.deletingLastPathComponent().appending(path: "shared/data")

  package static let isThere = FileManager.default.fileExists(atPath: folder.path)

  package static func path(_ name: String) -> String { folder.appending(path: name).path }
}
