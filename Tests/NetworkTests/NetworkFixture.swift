import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import TestSupport

@testable import Network

/// The parts of the module, with a temporary folder, a manual clock and retries that do not wait.
final class NetworkFixture: Sendable {
  /// The pauses before retries.
  let pauses = Recorder<Duration>()
  /// The messages of the log.
  let messages = Recorder<String>()
  /// The current time, in seconds since 1970.
  let time = Lock(0.0)
  let transport: Transport
  let fetcher: HTTPFetcher
  let downloads: DownloadManager
  let folder: URL
  private let temporaryFolder = TemporaryFolder()

  /// - Parameter existing: The folder of another fixture; a temporary one unless given.
  init(
    folder existing: URL? = nil, cacheLimit: Int = 1 << 20, attempts: Int? = nil,
    limits: NetworkLimits = NetworkLimits()
  ) {
    folder = existing ?? temporaryFolder.url
    let (pauses, time, messages) = (pauses, time, messages)
    transport = Transport(limits: limits, userAgent: "test/1")
    var retryPolicy = RetryPolicy(sleep: { pauses.record($0) }, jitter: { 1 })
    if let attempts { retryPolicy.maximumFailures = attempts }
    let now = { @Sendable in Date(timeIntervalSince1970: time.withLock { $0 }) }
    let log = Log(level: .debug) { messages.record($1) }
    fetcher = HTTPFetcher(
      transport: transport,
      cache: ResponseCache(folder: DataFolder(folder), limit: cacheLimit),
      limits: limits, retryPolicy: retryPolicy, now: now, log: log)
    downloads = DownloadManager(
      transport: transport, folder: DataFolder(folder), limits: limits,
      retryPolicy: retryPolicy, now: now, log: log)
  }

  /// The paths of all stored files, relative to the folder.
  var files: [String] {
    FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  }
}

extension NetworkFixture {
  func fetch(
    _ url: String, limit: Int = 1000, timeout: Duration = .seconds(30)
  ) async throws -> FetchResponse {
    try await fetcher.fetch(FetchRequest(url: url, limit: limit, timeout: timeout))
  }

  /// Returns the bytes of the file; nil if the server says that it is unchanged.
  func download(
    _ url: String, limit: Int = 1000, timeout: Duration = .seconds(30),
    acceptsUnchanged: Bool = false
  ) async throws -> [UInt8]? {
    let request = DownloadRequest(
      url: url, limit: limit, timeout: timeout, acceptsUnchanged: acceptsUnchanged)
    switch try await downloads.download(request) {
    case .file(let path): return try Array(Data(contentsOf: URL(filePath: path)))
    case .unchanged: return nil
    }
  }

  /// Starts a download, and returns it when its response has begun.
  func startDownload(_ url: String) async -> Task<DownloadOutcome, any Error> {
    let (progress, continuation) = AsyncStream<Int>.makeStream()
    let request = DownloadRequest(url: url, onProgress: { continuation.yield($0.received) })
    let download = Task { try await downloads.download(request) }
    _ = await progress.contains(0)
    return download
  }
}

extension HTTPServer.Step {
  /// Sends the head of a response whose body ends with the connection.
  static func head(_ status: String, length: Int?, _ fields: String = "ETag: \"1\"") -> Self {
    let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
    return .send("HTTP/1.1 \(status)\r\n\(length)\(fields)\r\nConnection: close\r\n\r\n")
  }
}

extension [HTTPServer.Step] {
  /// Sends a file of 100 bytes, or its first bytes, and closes the connection.
  static func file(
    _ count: Int = 100, of length: Int? = 100, _ fields: String = "ETag: \"1\""
  ) -> Self {
    [.head("200 OK", length: length, fields), .fill(count, from: 0)]
  }

  /// Sends the bytes of a file of 100 bytes from an offset on, or some of them.
  static func part(from first: Int, count: Int? = nil) -> Self {
    let fields = "ETag: \"1\"\r\nContent-Range: bytes \(first)-99/100"
    let head = HTTPServer.Step.head("206 Partial", length: 100 - first, fields)
    return [head, .fill(count ?? 100 - first, from: first)]
  }
}

/// A file system of a few kilobytes in memory, unmounted with this object; needs Linux and root.
final class SmallDisk: Sendable {
  /// Whether this process may mount file systems.
  static let isPermitted = (try? SmallDisk(bytes: 64 << 10)) != nil

  let url: URL
  private let folder = TemporaryFolder()

  init(bytes: Int) throws {
    url = folder.url
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    #if os(Linux)
      guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(bytes)") == 0 else {
        throw POSIXError.last
      }
    #else
      throw POSIXError(.ENOTSUP)
    #endif
  }

  deinit {
    #if os(Linux)
      umount2(url.path, Int32(MNT_DETACH))
    #endif
  }
}
