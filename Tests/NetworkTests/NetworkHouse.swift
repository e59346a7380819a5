import Foundation
import Mediator
import ModuleManager
import NetworkInterface
import TestSupport

@testable import Network

/// The parts of the module, with a folder of their own, where no pause takes time.
final class NetworkHouse: Sendable {
  let pauses = Recorder<Duration>()
  let messages = Recorder<String>()
  /// Seconds since 1970.
  let time = Lock(0.0)
  let web: Web
  let downloads: Downloads
  let folder: URL
  private let ownFolder = TemporaryFolder()

  init(folder existing: URL? = nil, cacheLimit: Int = 1 << 20, attempts: Int = 3) {
    folder = existing ?? ownFolder.url
    let (transport, pauses, time, messages) = (Transport(), pauses, time, messages)
    let patience = Patience(
      attempts: attempts, sleep: { pauses.record($0) }, jitter: { 1 })
    let now = { @Sendable in Date(timeIntervalSince1970: time.withLock { $0 }) }
    let log = Log(level: .debug) { messages.record($1) }
    web = Web(
      transport: transport,
      cache: ResponseCache(folder: folder.appending(path: "answers"), limit: cacheLimit),
      patience: patience, now: now, log: log)
    downloads = Downloads(
      transport: transport, folder: folder.appending(path: "downloads"), patience: patience,
      now: now, log: log
    )
  }

  /// What is left on disk, as paths below the folder.
  var files: [String] {
    FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  }
}
