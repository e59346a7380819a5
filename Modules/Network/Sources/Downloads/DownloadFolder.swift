import Foundation
import Mediator
import ModuleManager
import NetworkInterface

/// The folder of one download: the bytes received so far, the metadata, and a lock that lets one
/// process at a time write.
struct DownloadFolder: Sendable {
  let url: URL

  /// Refers to the folder of an address. Its name is a digest, so no text from the network becomes
  /// a path.
  init(of address: String, in root: URL) {
    url = root.appending(path: SHA256.name(of: address), directoryHint: .isDirectory)
  }

  /// Refers to an existing folder.
  init(at url: URL) {
    self.url = url
  }

  /// The path of the received bytes.
  var part: String { url.appending(path: "part").path }
  private var metadataFile: URL { url.appending(path: "notes.json") }
  private var lockFile: String { url.appending(path: "lock").path }

  /// The number of bytes received.
  var received: Int {
    var status = stat()
    return stat(part, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The stored metadata; nil when it is missing or damaged.
  var metadata: DownloadMetadata? {
    (try? Data(contentsOf: metadataFile)).flatMap {
      try? JSONDecoder().decode(DownloadMetadata.self, from: $0)
    }
  }

  /// Stores the metadata.
  /// - Throws: `NetworkError.storage`.
  func write(_ metadata: DownloadMetadata) throws(NetworkError) {
    do {
      try JSONEncoder().encode(metadata).write(to: metadataFile, options: .atomic)
    } catch {
      throw storageError(error)
    }
  }

  /// Creates the folder and locks it.
  /// - Parameter shown: The address as messages show it, without secrets.
  /// - Throws: `NetworkError.busy` when the folder is already locked, `.storage` when it cannot be
  ///   created.
  func lock(for shown: String) throws(NetworkError) -> FileLock {
    do {
      try FileManager.default.createPrivateFolder(at: url)
      if let lock = try FileLock(creating: lockFile) { return lock }
    } catch {
      throw storageError(error)
    }
    throw .busy(shown)
  }

  /// Opens the file of received bytes to append to it, or to write it from its beginning.
  /// - Throws: `NetworkError.storage`.
  func openPart(truncating: Bool) throws(NetworkError) -> CInt {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    let descriptor = open(part, truncating ? flags | O_TRUNC : flags, 0o644)
    guard descriptor >= 0 else { throw storageError(POSIXError.last) }
    return descriptor
  }

  /// Deletes the received bytes; the next attempt starts from the beginning.
  func removePart() { unlink(part) }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }

  /// The state of the download; nil when there is no metadata.
  var record: DownloadRecord? {
    guard let metadata else { return nil }
    return DownloadRecord(
      url: metadata.url, received: received, total: metadata.total,
      isActive: FileLock.isHeld(at: lockFile), isConsumed: metadata.isConsumed,
      failure: metadata.failure)
  }

  func storageError(_ error: any Error) -> NetworkError {
    .storage(url.path, reason: error.systemReason)
  }
}

extension FileManager {
  /// Creates a folder that only the current user can open: stored addresses may contain passwords.
  func createPrivateFolder(at url: URL) throws {
    try createDirectory(at: url, withIntermediateDirectories: true)
    // An earlier version created it for all users.
    chmod(url.path, 0o700)
  }
}

/// What the server said about a file, and the result of the last attempt to download it.
struct DownloadMetadata: Codable, Equatable {
  let url: String
  var etag: String?
  var lastModified: String?
  var total: Int?
  var failure: String?
  var isConsumed = false

  init(url: String) {
    self.url = url
  }

  /// Creates the metadata of a file from the head of the response that contains it.
  init(url: String, _ response: HTTPResponse) {
    self.url = url
    // A compressed body has another length than the file, and cannot be resumed.
    let coding = response.header("Content-Encoding") ?? "identity"
    guard coding.lowercased() == "identity" else { return }
    etag = response.header("ETag")
    lastModified = response.header("Last-Modified")
    total = response.length
  }

  /// The value of `If-Range`, with which the server resumes only the same version of the file.
  ///
  /// Source: RFC 9110, section 13.1.5, which excludes weak entity tags.
  var ifRange: String? {
    if let etag { return etag.hasPrefix("W/") ? nil : etag }
    return lastModified
  }

  /// The header field with which the server sends the file only if it has another version.
  var ifChanged: [String: String]? {
    if let etag { return ["If-None-Match": etag] }
    return lastModified.map { ["If-Modified-Since": $0] }
  }
}
