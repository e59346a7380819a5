import Foundation
import Mediator

/// A file that is replaced as a whole: whoever reads it finds the old content or the new.
struct AtomicFile {
  /// Drafts older than this belong to a process that was killed.
  private static let longestWrite: TimeInterval = 3600

  let url: URL

  /// Writes `pieces` one after the other, and returns when they are on the disk.
  /// - Throws: `POSIXError`, or Foundation's error when the folder cannot be created. The old
  ///   content is still there then.
  func write(_ pieces: [Bytes]) throws {
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    removeAbandonedDrafts(in: folder)
    let draft = folder.appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)").path
    do {
      let file = try OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL)
      for piece in pieces { try file.write(piece) }
      try file.synchronize()
      guard rename(draft, url.path) == 0 else { throw POSIXError.last }
    } catch {
      unlink(draft)
      throw error
    }
    // The new name is there in any case; not every file system can make sure of it.
    try? OpenFile(folder.path, O_RDONLY).synchronize()
  }

  private func removeAbandonedDrafts(in folder: URL) {
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
