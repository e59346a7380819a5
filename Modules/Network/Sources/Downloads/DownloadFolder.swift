import Foundation
import NetworkInterface
import Platform

/// The folder of one download: the bytes received so far, the metadata, and a lock that lets one
/// process at a time write.
struct DownloadFolder: Sendable {
  private static let parent = "downloads"

  private let root: DataFolder
  private let path: String
  let url: URL

  /// Refers to the folder of an address. Its name is a digest, so no text from the network becomes
  /// a path.
  /// - Parameter root: The folder of the module.
  init(of address: String, in root: DataFolder) {
    self.init(named: SHA256.name(of: address), in: root)
  }

  private init(named name: String, in root: DataFolder) {
    self.root = root
    path = "\(Self.parent)/\(name)"
    url = root.url.appending(path: path, directoryHint: .isDirectory)
  }

  /// The folders that exist.
  static func all(in root: DataFolder) -> [DownloadFolder] {
    let parent = root.url.appending(path: parent)
    let names = try? FileManager.default.contentsOfDirectory(atPath: parent.path)
    return (names ?? []).map { DownloadFolder(named: $0, in: root) }
  }

  /// The path of the received bytes.
  var part: String { url.appending(path: "part").path }
  private var lockFile: String { url.appending(path: "lock").path }

  /// The number of bytes received.
  var received: Int { stat(at: part).map { Int($0.st_size) } ?? 0 }

  /// The stored metadata; nil when it is missing or damaged.
  var metadata: DownloadMetadata? {
    (try? root.content(of: "\(path)/notes.json")).flatMap {
      try? JSONDecoder().decode(DownloadMetadata.self, from: $0)
    }
  }

  /// Stores the metadata. A power cut can damage them, unless they are synchronized; they are then
  /// ignored, and the download starts again.
  /// - Throws: `NetworkError.storage`.
  func write(
    _ metadata: DownloadMetadata, durability: DataFolder.Durability = .deferred
  ) throws(NetworkError) {
    do {
      let content = try JSONEncoder().encode(metadata)
      try root.write(content, to: "\(path)/notes.json", durability: durability)
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
      for _ in 0..<20 {
        try DataFolder(url).create()
        do {
          if let lock = try FileLock(creating: lockFile) { return lock }
          break
        } catch let error as POSIXError where error.code == .ENOENT {
          // Another process has just removed the folder.
        }
      }
    } catch {
      throw storageError(error)
    }
    throw .busy(shown)
  }

  /// Opens the file of received bytes to append to it, or to write it from its beginning.
  /// - Throws: `NetworkError.storage`.
  func openPart(truncating: Bool) throws(NetworkError) -> CInt {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    let descriptor = open(part, truncating ? flags | O_TRUNC : flags, 0o600)
    guard descriptor >= 0 else { throw storageError(POSIXError.last) }
    // All users could read a file that an earlier version created.
    fchmod(descriptor, 0o600)
    return descriptor
  }

  /// Deletes the received bytes; the next attempt starts from the beginning.
  func removePart() { unlink(part) }

  /// Deletes the received bytes if no later attempt can use them: neither continue after them nor,
  /// when they are the whole file, learn that it has not changed.
  func removeUnusablePart() {
    let metadata = metadata
    let isWhole = metadata?.total == received && metadata?.ifChanged != nil
    if metadata?.ifRange == nil, !isWhole { removePart() }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  /// Removes the folder unless a process is downloading into it.
  func removeUnlessLocked() {
    guard !FileLock.isHeld(at: lockFile), let lock = try? FileLock(creating: lockFile) else {
      return
    }
    withExtendedLifetime(lock) { remove() }
  }

  /// The state of the download; nil when there is no metadata.
  var record: DownloadRecord? {
    guard let metadata else { return nil }
    return DownloadRecord(
      url: metadata.url.addressID, received: received, total: metadata.total,
      isActive: FileLock.isHeld(at: lockFile), isConsumed: metadata.isConsumed,
      failure: metadata.failure)
  }

  /// Replaces the metadata of an earlier version, which contain the whole address.
  func removeSecrets() {
    guard let lock = try? FileLock(creating: lockFile), var metadata else { return }
    metadata.url = metadata.url.addressID
    withExtendedLifetime(lock) { try? write(metadata) }
  }

  func storageError(_ error: any Error) -> NetworkError {
    .storage(url.path, reason: error.systemReason)
  }
}

/// What the server said about a file, and the result of the last attempt to download it.
struct DownloadMetadata: Codable, Equatable {
  /// The address without secrets: `DownloadReference.id`.
  var url: String
  var etag: String?
  var lastModified: String?
  var total: Int?
  var failure: String?
  var isConsumed = false

  /// - Parameter url: The whole address.
  init(url: String) {
    self.url = url.addressID
  }

  /// Creates the metadata of a file from the head of the response that contains it.
  init(url: String, _ response: HTTPResponse) {
    self.init(url: url)
    // A compressed file cannot be resumed.
    guard !response.isCompressed else { return }
    etag = HeaderField.entityTag(response.header("ETag"))
    lastModified = HeaderField.lastModified(response.header("Last-Modified"))
    total = response.length
  }

  /// Drops validators that a request cannot contain, which earlier versions stored.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    url = try fields.decode(String.self, forKey: .url)
    etag = HeaderField.entityTag(try fields.decodeIfPresent(String.self, forKey: .etag))
    lastModified = HeaderField.lastModified(
      try fields.decodeIfPresent(String.self, forKey: .lastModified))
    total = try fields.decodeIfPresent(Int.self, forKey: .total).flatMap { $0 < 0 ? nil : $0 }
    failure = try fields.decodeIfPresent(String.self, forKey: .failure)
    isConsumed = try fields.decode(Bool.self, forKey: .isConsumed)
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
