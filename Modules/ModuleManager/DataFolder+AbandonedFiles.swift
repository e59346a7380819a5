package import Foundation

/// The temporary files of writers that were killed.
extension DataFolder {
  /// The files in `temporary` that no writer has locked, and those that earlier versions left beside
  /// the files that they replaced.
  package var abandonedFiles: [URL] { temporaryFiles + earlierTemporaryFiles }

  /// Removes the files in `temporary` that no writer has locked.
  package func removeAbandonedFiles() {
    // Most modules have none: this takes one system call, `contentsOfDirectory` 30 µs.
    guard access(temporary.path, F_OK) == 0 else { return }
    for file in temporaryFiles { FileLock.removeUnlessHeld(at: file.path) }
  }

  /// Removes the files that writers of earlier versions left beside the files that they replaced.
  package func removeAbandonedFilesOfEarlierVersions() {
    for file in earlierTemporaryFiles { FileLock.removeUnlessHeld(at: file.path) }
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
    return names.map { temporary.appending(path: $0) }.filter { !FileLock.isHeld(at: $0.path) }
  }

  /// Earlier versions did not lock their temporary files. Writing one takes less than a minute.
  private var earlierTemporaryFiles: [URL] {
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
  /// of an earlier version, such as `.name.` and a UUID.
  private static func isTemporaryName(_ name: String) -> Bool {
    name.hasPrefix(".dat.nosync")
      || name.hasPrefix(".") && UUID(uuidString: String(name.suffix(36))) != nil
  }
}
