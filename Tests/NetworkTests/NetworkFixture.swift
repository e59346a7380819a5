import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface

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
    folder existing: URL? = nil, cacheLimit: Int = 1 << 20, attempts: Int = 3,
    limits: NetworkLimits = NetworkLimits()
  ) {
    folder = existing ?? temporaryFolder.url
    let (pauses, time, messages) = (pauses, time, messages)
    transport = Transport(limits: limits, userAgent: "test/1")
    let retryPolicy = RetryPolicy(
      attempts: attempts, sleep: { pauses.record($0) }, jitter: { 1 })
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

/// A file system of a few kilobytes in memory, unmounted with this object; needs Linux and root.
final class SmallDisk: Sendable {
  let url: URL
  private let folder = TemporaryFolder()

  /// Nil where this machine does not allow it.
  init?(bytes: Int) throws {
    url = folder.url
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    #if os(Linux)
      guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(bytes)") == 0 else { return nil }
    #else
      return nil
    #endif
  }

  deinit {
    #if os(Linux)
      umount2(url.path, Int32(MNT_DETACH))
    #endif
  }
}
