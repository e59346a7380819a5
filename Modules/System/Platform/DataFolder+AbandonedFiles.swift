package import Foundation

/// The temporary files of writers that were killed.
extension DataFolder {
  /// The files in `temporary` that no writer has locked, and those that were left beside the files
  /// that they should have replaced. On a file system without locks, none in `temporary` is
  /// returned.
  package var abandonedFiles: [URL] {
    temporaryFiles.filter { !FileLock.mayBeHeld(at: $0.path) } + filesBesideTargets
  }

  /// Removes the files in `temporary` that no writer has locked.
  package func removeAbandonedFiles() {
    // Most modules have none: this takes one system call, `contentsOfDirectory` 30 µs.
    guard access(temporary.path, F_OK) == 0 else { return }
    for file in temporaryFiles { FileLock.removeUnlessHeld(at: file.path) }
  }

  /// Removes one of `abandonedFiles`, unless a writer has locked it.
  /// - Returns: Whether it no longer exists.
  @discardableResult
  package static func removeAbandonedFile(_ file: URL) -> Bool {
    FileLock.removeUnlessHeld(at: file.path)
    return access(file.path, F_OK) != 0
  }

  private var temporaryFiles: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary.path)) ?? []
    return names.map { temporary.appending(path: $0) }
      // Modules create no folders there.
      .filter { stat(ofLinkAt: $0.path)?.kind == S_IFREG }
  }

  /// Those of earlier versions are not locked. Writing one takes less than a minute.
  private var filesBesideTargets: [URL] {
    let paths = FileManager.default.enumerator(atPath: url.path)?.lazy.compactMap { $0 as? String }
    let limit = Date.now - 60
    return (paths.map(Array.init) ?? []).map { url.appending(path: $0) }.filter { file in
      guard Self.isTemporaryName(file.lastPathComponent),
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
        attributes[.type] as? FileAttributeType == .typeRegular,
        let date = attributes[.modificationDate] as? Date
      else { return false }
      return date < limit
    }
  }

  /// Whether a name is that of a temporary file of Foundation, such as `.dat.nosync1f2e.VgGmZs`, or
  /// of `replaceFile` and of earlier versions, such as `.name.` and a UUID.
  private static func isTemporaryName(_ name: String) -> Bool {
    name.hasPrefix(".dat.nosync")
      || name.hasPrefix(".") && UUID(uuidString: String(name.suffix(36))) != nil
  }
}
