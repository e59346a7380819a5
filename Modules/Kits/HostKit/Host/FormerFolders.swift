import Foundation
import ModuleManager
import Platform

/// The data folders that renamed modules had under their former targets.
struct FormerFolders {
  private let manifests: [Manifest]
  /// The data folder of the app.
  private let url: URL

  /// - Parameter url: The data folder of the app.
  init(_ app: CommandLineApp, in url: URL) {
    manifests = app.modules.map { $0.manifest }
    self.url = url
  }

  /// Renames the former folder of each module that has no folder. A folder is renamed at once, and
  /// as long as nobody else has locked it.
  /// - Parameters:
  ///   - log: Returns the log of a module, which says why a folder cannot be renamed.
  ///   - didRename: Receives the name before, and the new one.
  /// - Returns: The folders that could not be renamed, by the module's target: the module continues
  ///   to use them.
  func rename(
    log: (Manifest) -> Log, didRename: (_ former: String, _ target: String) -> Void
  ) -> [String: URL] {
    var remaining: [String: URL] = [:]
    for manifest in manifests where !manifest.formerly.isEmpty {
      let folder = url.appending(path: manifest.target)
      guard !Self.exists(folder), let former = formerFolders(of: manifest).first else { continue }
      do {
        try FileLock.withLock(onFolder: former) {
          // This fails if the module has got a folder meanwhile that is not empty.
          guard Foundation.rename(former.path, folder.path) == 0 else { throw POSIXError.last }
        }
        DataFolder.synchronizeEntries(of: url)
        didRename(former.lastPathComponent, manifest.target)
      } catch {
        // Another process has renamed it.
        guard !Self.exists(folder) else { continue }
        remaining[manifest.target] = former
        log(manifest).error(
          "'\(former.path)' cannot be renamed to '\(manifest.target)': \(error.systemReason); "
            + "it is used as it is")
      }
    }
    return remaining
  }

  /// The former folders that their modules do not use, because they have another one.
  var warnings: [String] {
    manifests.filter { !$0.formerly.isEmpty }.flatMap { manifest in
      let folder = url.appending(path: manifest.target)
      let unused = Self.exists(folder) ? formerFolders(of: manifest) : []
      return unused.map {
        "'\($0.path)' is not used, because '\(manifest.name)' has '\(folder.path)'; remove the one "
          + "that you do not need"
      }
    }
  }

  private func formerFolders(of manifest: Manifest) -> [URL] {
    manifests.formerTargets(of: manifest).map { url.appending(path: $0) }
      .filter { stat(at: $0.path)?.kind == S_IFDIR }
  }

  private static func exists(_ folder: URL) -> Bool { stat(ofLinkAt: folder.path) != nil }
}
