import Foundation
import ModuleManager
import NetworkInterface
import Platform

/// Downloads each file into a folder of its own. Several processes may share the folders: a lock
/// lets one process at a time run a download, and another process can resume it later.
struct DownloadManager: Sendable {
  /// The maximum number of simultaneous downloads from one host; others wait.
  static let downloadsPerHost = 3

  let transport: Transport
  /// The folder of the module.
  let folder: DataFolder
  let limits: NetworkLimits
  let retryPolicy: RetryPolicy
  let now: @Sendable () -> Date
  let log: Log
  private let semaphore = KeyedSemaphore(limit: downloadsPerHost)

  /// All downloads on disk, by address.
  var records: [DownloadRecord] {
    DownloadFolder.all(in: folder).compactMap(\.record).sorted { $0.url < $1.url }
  }

  /// Removes the folders without metadata, which remain of processes that were killed, and the
  /// secrets that an earlier version stored.
  func cleanUp() {
    for folder in DownloadFolder.all(in: folder) {
      guard let metadata = folder.metadata else {
        folder.removeUnlessLocked()
        continue
      }
      if metadata.url.hasSecrets { folder.removeSecrets() }
    }
  }

  func download(_ request: DownloadRequest) async throws -> DownloadOutcome {
    let address = try Address(request.url, allowsPlainHTTP: request.allowsPlainHTTP)
    return try await semaphore.run(address.hostAndPort) {
      let folder = DownloadFolder(of: request.url, in: folder)
      let lock = try folder.lock(for: address.shown)
      defer { withExtendedLifetime(lock) {} }
      do {
        let outcome = try await retriedAttempt(request, of: address, in: folder)
        log.info("downloaded \(address.shown): \(outcome)")
        return outcome
      } catch is CancellationError {
        // Without metadata the download cannot be resumed.
        if folder.metadata == nil { folder.remove() }
        folder.removeUnusablePart()
        throw CancellationError()
      } catch let error as NetworkError {
        log.info("download of \(address.shown) failed: \(error)")
        var metadata = folder.metadata ?? DownloadMetadata(url: request.url)
        metadata.failure = "\(error)"
        try? folder.write(metadata)
        folder.removeUnusablePart()
        throw error
      }
    }
  }

  /// Whether the server has another file than the one that was consumed; nil when nothing was
  /// consumed or the server does not say.
  func hasChanged(_ reference: DownloadReference) async throws -> Bool? {
    let address = try Address(reference.url, allowsPlainHTTP: reference.allowsPlainHTTP)
    let folder = DownloadFolder(of: reference.url, in: folder)
    guard let metadata = folder.metadata, metadata.isConsumed, let condition = metadata.ifChanged
    else { return nil }
    let headers = condition.merging([HTTPRequest.codings: "identity"]) { $1 }
    let request = try HTTPRequest(
      address, .head, headers: headers, idle: limits.idle, total: limits.total)
    let response = try await transport.exchange(request) { _ in
      Sink(begin: { _ in }, take: { _ in })
    }
    switch response.status {
    case 304: return false
    case 200..<300:
      let current = DownloadMetadata(url: reference.url, response)
      return current.ifChanged.map { $0 != condition }
    case 405, 501: return nil
    default: throw NetworkError.status(response.status, address.shown)
    }
  }

  /// Deletes the file, and marks its metadata as consumed.
  func consume(_ reference: DownloadReference) throws {
    let folder = DownloadFolder(of: reference.url, in: folder)
    guard folder.metadata != nil else { return }
    let lock = try folder.lock(for: reference.shown)
    defer { withExtendedLifetime(lock) {} }
    guard var metadata = folder.metadata else { return }
    metadata.isConsumed = true
    metadata.failure = nil
    try folder.write(metadata, durability: .synchronized)
    folder.removePart()
  }

  /// Deletes the file and its metadata.
  func discard(_ reference: DownloadReference) throws {
    let folder = DownloadFolder(of: reference.url, in: folder)
    guard FileManager.default.fileExists(atPath: folder.url.path) else { return }
    let lock = try folder.lock(for: reference.shown)
    defer { withExtendedLifetime(lock) {} }
    folder.remove()
  }

  /// Repeats an attempt that failed. After a wrong part, it makes one attempt from the beginning:
  /// the server would send the same bytes again and again.
  private func retriedAttempt(
    _ request: DownloadRequest, of address: Address, in folder: DownloadFolder
  ) async throws -> DownloadOutcome {
    var hasReceivedWrongPart = false
    return try await retryPolicy.run(progress: { folder.received }) {
      do {
        return try await attempt(request, of: address, in: folder)
      } catch let error as RetryableError {
        guard !hasReceivedWrongPart else { throw error.reason }
        if case .wrongPart = error.reason { hasReceivedWrongPart = true }
        throw error
      }
    }
  }

  private func attempt(
    _ request: DownloadRequest, of address: Address, in folder: DownloadFolder
  ) async throws -> DownloadOutcome {
    let metadata = folder.metadata ?? DownloadMetadata(url: request.url)
    let received = metadata.isConsumed ? 0 : folder.received
    let isComplete = received > 0 && received == metadata.total
    var headers = [HTTPRequest.codings: "identity"]
    if isComplete || metadata.isConsumed && request.acceptsUnchanged {
      headers.merge(metadata.ifChanged ?? [:]) { $1 }
    } else if received > 0, let validator = metadata.ifRange {
      headers["Range"] = "bytes=\(received)-"
      headers["If-Range"] = validator
    }
    let httpRequest = try HTTPRequest(
      address, headers: headers, idle: request.timeout ?? limits.idle, total: nil)
    let writer = ResumableWriter(
      request, limit: request.limit ?? limits.downloadBytes, in: folder, metadata: metadata,
      shown: address.shown)
    do {
      defer { writer.close() }
      let response = try await transport.exchange(httpRequest) { _ in writer.sink }
      if let error = RetryableError(response, now: now()) { throw error }
      switch response.status {
      case 200..<300: try writer.finish()
      case 304 where metadata.isConsumed: return .unchanged
      case 304 where isComplete: break
      case 416 where received > 0:
        folder.removePart()
        throw NetworkError.wrongPart(address.shown)
      default: throw NetworkError.status(response.status, address.shown)
      }
    } catch NetworkError.tooLarge(let url, let limit, _) {
      folder.removePart()
      throw NetworkError.tooLarge(
        url, limit: limit, setting: request.limit == nil ? "download-megabytes" : nil)
    } catch let error as NetworkError where error.isResumable(after: folder.received - received) {
      throw RetryableError(error.countingFile(in: folder))
    }
    return .file(folder.part)
  }
}

extension DownloadReference {
  /// The address as messages name it.
  fileprivate var shown: String { url.shownAddress }
}

extension NetworkError {
  /// The error with the bytes of the whole file instead of those of one transfer.
  fileprivate func countingFile(in folder: DownloadFolder) -> NetworkError {
    guard case .tooShort(let url, _, _) = self, let total = folder.metadata?.total else {
      return self
    }
    return .tooShort(url, received: folder.received, expected: total)
  }

  /// Whether another attempt may continue the download after one that added a number of bytes.
  /// After a time limit without any, the caller has waited long enough.
  fileprivate func isResumable(after bytes: Int) -> Bool {
    switch self {
    case .timedOut(_, .idle, _), .tooSlow: bytes > 0
    case .wrongPart: true
    case .incomplete, .tooShort, .badURL, .badHeader, .badPathValue, .plainHTTP, .badRedirect,
      .insecureRedirect, .foreignRedirect, .tooManyRedirects, .missingLibrary, .outOfResources,
      .proxy, .offline, .unknownHost, .refused, .unreachable, .tls, .badCertificates, .timedOut,
      .status, .retryLater, .tooLarge, .headersTooLarge, .headLineTooLong, .notHTTP, .notDecodable,
      .busy, .unreadableFile, .storage:
      isTransient
    }
  }
}
