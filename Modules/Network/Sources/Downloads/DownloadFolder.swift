import Foundation
import Mediator
import NetworkInterface

/// What is on disk of one download: the part, the notes, and the lock of whoever is at it.
struct DownloadFolder: Sendable {
  let url: URL

  /// Named by the address's digest: what the network says never becomes a path.
  init(of address: String, in root: URL) {
    url = root.appending(path: SHA256.name(of: address), directoryHint: .isDirectory)
  }

  /// A folder that is there.
  init(at url: URL) {
    self.url = url
  }

  var part: String { url.appending(path: "part").path }
  private var notesFile: URL { url.appending(path: "notes.json") }
  private var lockFile: String { url.appending(path: "lock").path }

  /// How many bytes of the file are there.
  var received: Int {
    var status = stat()
    return stat(part, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Nil when there are none that can be read.
  var notes: DownloadNotes? {
    (try? Data(contentsOf: notesFile)).flatMap {
      try? JSONDecoder().decode(DownloadNotes.self, from: $0)
    }
  }

  /// - Throws: `NetworkError.storage`.
  func write(_ notes: DownloadNotes) throws(NetworkError) {
    do {
      try JSONEncoder().encode(notes).write(to: notesFile, options: .atomic)
    } catch {
      throw unusable(error)
    }
  }

  /// Makes the folder its caller's own.
  /// - Throws: `NetworkError.busy` when another is at it, `.storage` when it cannot be made.
  func hold(for shown: String) throws(NetworkError) -> FileLock {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      if let lock = try FileLock(path: lockFile) { return lock }
    } catch {
      throw unusable(error)
    }
    throw .busy(shown)
  }

  /// The part, opened to be written from its end on, or from its beginning.
  /// - Throws: `NetworkError.storage`.
  func openPart(anew: Bool) throws(NetworkError) -> CInt {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    let descriptor = open(part, anew ? flags | O_TRUNC : flags, 0o644)
    guard descriptor >= 0 else { throw unusable(POSIXError.last) }
    return descriptor
  }

  /// Empties the part, so that the next attempt begins at the beginning.
  func dropPart() { unlink(part) }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  /// What the disk tells; nil when there are no notes.
  var record: DownloadRecord? {
    guard let notes else { return nil }
    return DownloadRecord(
      url: notes.url, received: received, total: notes.total,
      isActive: FileLock.isHeld(path: lockFile), isConsumed: notes.isConsumed,
      failure: notes.failure)
  }

  func unusable(_ error: any Error) -> NetworkError { .storage(url.path, reason: error.reason) }
}
