package import Foundation

/// Real feeds and expected answers, which lie beside the checkout where there are any; a user's clone
/// has none.
package enum SharedData {
  package static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "shared/data")

  package static let isThere = FileManager.default.fileExists(atPath: folder.path)

  package static func path(_ name: String) -> String { folder.appending(path: name).path }
}
