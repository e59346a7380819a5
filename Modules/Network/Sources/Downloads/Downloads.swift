import Foundation
import Mediator
import ModuleManager
import NetworkInterface

/// Every download, a folder each. Several processes may share them: each download is one's at a
/// time, and what one leaves behind the next takes up.
struct Downloads: Sendable {
  /// How many run at a time; the others wait.
  static let limit = 3

  let transport: Transport
  let folder: URL
  let patience: Patience
  let now: @Sendable () -> Date
  let log: Log
  private let gate = Gate(limit: limit)

  /// What the disk tells of each.
  var records: [DownloadRecord] {
    let folders = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (folders ?? []).compactMap { DownloadFolder(at: $0).record }
      .sorted { $0.url < $1.url }
  }

  func download(_ request: DownloadRequest) async throws -> DownloadOutcome {
    let address = try Address(request.url, allowsPlainHTTP: request.allowsPlainHTTP)
    return try await gate.pass {
      let folder = DownloadFolder(of: request.url, in: folder)
      let lock = try folder.hold(for: address.shown)
      defer { withExtendedLifetime(lock) {} }
      do {
        let outcome = try await patience.run(progress: { folder.received }) {
          try await attempt(request, of: address, in: folder)
        }
        log.info("downloaded \(address.shown): \(outcome)")
        return outcome
      } catch is CancellationError {
        // Nothing came that could be gone on with.
        if folder.notes == nil { folder.remove() }
        throw CancellationError()
      } catch let error as NetworkError {
        log.info("download of \(address.shown) failed: \(error)")
        var notes = folder.notes ?? DownloadNotes(url: request.url)
        notes.failure = "\(error)"
        try? folder.write(notes)
        throw error
      }
    }
  }

  /// Whether the server has another file than the one that was consumed.
  func hasChanged(_ reference: DownloadReference) async throws -> Bool? {
    let address = try Address(reference.url, allowsPlainHTTP: reference.allowsPlainHTTP)
    let folder = DownloadFolder(of: reference.url, in: folder)
    guard let notes = folder.notes, notes.isConsumed, let condition = notes.ifChanged else {
      return nil
    }
    let headers = condition.merging(["Accept-Encoding": "identity"]) { $1 }
    let query = try Query(address, .head, headers: headers, timeout: .seconds(30))
    let reply = try await transport.exchange(query) { _ in Sink(begin: { _ in }, take: { _ in }) }
    switch reply.status {
    case 304: return false
    case 200..<300:
      let current = DownloadNotes(url: reference.url, reply.response)
      return current.ifChanged.map { $0 != condition }
    case 405, 501: return nil
    default: throw NetworkError.status(reply.status, address.shown)
    }
  }

  /// Frees the file, and keeps the notes.
  func consume(_ reference: DownloadReference) throws {
    let folder = DownloadFolder(of: reference.url, in: folder)
    guard var notes = folder.notes else { return }
    let lock = try folder.hold(for: reference.shown)
    defer { withExtendedLifetime(lock) {} }
    notes.isConsumed = true
    notes.failure = nil
    try folder.write(notes)
    folder.dropPart()
  }

  /// Frees everything.
  func discard(_ reference: DownloadReference) throws {
    let folder = DownloadFolder(of: reference.url, in: folder)
    guard FileManager.default.fileExists(atPath: folder.url.path) else { return }
    let lock = try folder.hold(for: reference.shown)
    defer { withExtendedLifetime(lock) {} }
    folder.remove()
  }

  private func attempt(
    _ request: DownloadRequest, of address: Address, in folder: DownloadFolder
  ) async throws -> DownloadOutcome {
    let notes = folder.notes ?? DownloadNotes(url: request.url)
    let received = notes.isConsumed ? 0 : folder.received
    let isWhole = received > 0 && received == notes.total
    var headers = ["Accept-Encoding": "identity"]
    if isWhole || notes.isConsumed && request.acceptsUnchanged {
      headers.merge(notes.ifChanged ?? [:]) { $1 }
    } else if received > 0, let validator = notes.ifRange {
      headers["Range"] = "bytes=\(received)-"
      headers["If-Range"] = validator
    }
    let query = try Query(address, headers: headers, timeout: request.timeout)
    let writer = PartWriter(request, in: folder, notes: notes, shown: address.shown)
    do {
      defer { writer.close() }
      let reply = try await transport.exchange(query) { _ in writer.sink }
      if let setback = Setback(reply, now: now()) { throw setback }
      switch reply.status {
      case 200..<300: try writer.finish()
      case 304 where notes.isConsumed: return .unchanged
      case 304 where isWhole: break
      case 416 where received > 0:
        folder.dropPart()
        throw NetworkError.wrongPart(address.shown)
      default: throw NetworkError.status(reply.status, address.shown)
      }
    } catch let error as NetworkError where error.mayPass {
      throw Setback(error.ofWhole(folder))
    }
    try check(request, address, folder)
    return .file(folder.part)
  }

  private func check(
    _ request: DownloadRequest, _ address: Address, _ folder: DownloadFolder
  ) throws {
    guard let expected = request.sha256 else { return }
    let found: String
    do { found = try SHA256.digest(ofFile: folder.part) } catch { throw folder.unusable(error) }
    guard found == expected.lowercased() else {
      folder.dropPart()
      throw NetworkError.wrongChecksum(address.shown)
    }
  }
}

extension DownloadReference {
  /// How messages name it.
  fileprivate var shown: String { (try? Address(url, allowsPlainHTTP: true))?.shown ?? url }
}

extension NetworkError {
  /// Counts the bytes of the file in place of those of one transfer.
  fileprivate func ofWhole(_ folder: DownloadFolder) -> NetworkError {
    guard case .tooShort(let url, _, _) = self, let total = folder.notes?.total else { return self }
    return .tooShort(url, received: folder.received, expected: total)
  }

  /// Whether going on from what is there may get further.
  fileprivate var mayPass: Bool {
    switch self {
    case .incomplete, .tooShort, .timedOut, .wrongPart: true
    case .badURL, .badHeader, .plainHTTP, .insecureRedirect, .tooManyRedirects, .offline,
      .unreachable, .tls, .status, .tooLarge, .wrongChecksum, .notDecodable, .busy, .storage:
      false
    }
  }
}
