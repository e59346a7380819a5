package import Foundation
import Mediator
import Platform

/// A folder in which a plug-in is fetched. It is removed with the value or, if the process is killed
/// before, by the next change of the plug-ins.
package final class FetchFolder: Sendable {
  private static let lockName = "lock"

  /// Where the folder is.
  package let url: URL
  private let lock: FileLock?

  /// Creates the folder while the plug-ins are locked.
  fileprivate init(in parent: URL) throws {
    url = parent.appending(path: "\(UUID())", directoryHint: .isDirectory)
    try DataFolder(url).create()
    lock = try FileLock(creating: url.appending(path: Self.lockName).path)
  }

  deinit { PluginFolder.removeFolder(url.path) }

  /// Whether a process fetches a plug-in into a folder.
  static func isInUse(_ url: URL) -> Bool {
    FileLock.isHeld(at: url.appending(path: lockName).path)
  }
}

extension PluginFolder {
  /// Creates a folder in which a plug-in is fetched.
  /// - Throws: `PluginFileError.unusable`.
  package func makeFetchFolder() throws(PluginFileError) -> FetchFolder {
    try locked { () throws(PluginFileError) in
      let parent = try emptyTemporaryFolder()
      do { return try FetchFolder(in: parent) } catch {
        throw .unusable(parent.path, reason: error.systemReason)
      }
    }
  }
}
