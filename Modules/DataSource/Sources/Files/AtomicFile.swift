import Foundation
import Mediator

/// A file that is replaced as a whole: readers see either the old or the new content.
struct AtomicFile {
  /// A temporary file older than this belongs to a process that was killed.
  private static let longestWrite: TimeInterval = 3600

  let url: URL

  /// Writes `parts` one after the other, and returns when they are on the disk.
  /// - Throws: `POSIXError`, or Foundation's error when the folder cannot be created. The old
  ///   content is then unchanged.
  func write(_ parts: [Bytes]) throws {
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    removeAbandonedFiles(in: folder)
    let temporary = folder.appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)").path
    do {
      let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL)
      for part in parts { try file.write(part) }
      try file.synchronize()
      guard rename(temporary, url.path) == 0 else { throw POSIXError.last }
    } catch {
      unlink(temporary)
      throw error
    }
    // Makes the rename durable. Some file systems do not support this, so a failure is ignored.
    try? OpenFile(folder.path, O_RDONLY).synchronize()
  }

  private func removeAbandonedFiles(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(".\(url.lastPathComponent).") {
      let path = folder.appending(path: name).path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard let date = attributes?[.modificationDate] as? Date,
        -date.timeIntervalSinceNow > Self.longestWrite
      else { continue }
      unlink(path)
    }
  }
}

/// Distinguishes a file from another file that replaces it at the same path.
struct FileIdentity: Equatable, Sendable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the identity of the file at `path`; nil when no file exists there.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = modified.tv_sec
    nanoseconds = modified.tv_nsec
  }
}
