import Foundation
import Mediator
import ModuleManager
import Network
import NetworkInterface
import Synchronization

/// Compares a large download and many small reads from nginx with curl.
enum NetworkSuite: Suite {
  static let name = "network"

  static func figures(_ options: Options) async throws -> [Figure] {
    let curl = URL(filePath: "/usr/bin/curl")
    guard FileManager.default.isExecutableFile(atPath: curl.path),
      let server = try await NginxServer()
    else {
      let message = "network: skipped; install nginx and curl to measure it\n"
      FileHandle.standardError.write(Data(message.utf8))
      return []
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "network-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let mediator = Mediator()
    let manager = try ModuleManager([NetworkModule.self], mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: folder.appending(path: "network"))
    }
    try await manager.open()
    let session = DiscardingSession()
    defer { withExtendedLifetime((server, manager)) { session.close() } }
    return try await large(server, mediator, session, curl, folder)
      + (try await small(server, mediator, session, curl, folder))
  }

  private static func large(
    _ server: NginxServer, _ mediator: Mediator, _ session: DiscardingSession, _ curl: URL,
    _ folder: URL
  ) async throws -> [Figure] {
    let reference = DownloadReference(url: "\(server.url)/large")
    let copy = folder.appending(path: "copy").path
    let peak = Atomic<Int>(0)
    func download() async throws {
      let request = DownloadRequest(
        url: reference.url, onProgress: { _ in peak.max(residentBytes, ordering: .relaxed) })
      _ = try await mediator.perform(Network.download, request)
    }
    var start = residentBytes
    var times: [(module: Double, session: Double, curl: Double)] = []
    for round in 0..<7 {
      let moduleTime = try await time(download)
      _ = try await mediator.perform(Network.discard, reference)
      let sessionTime = try await time { try await session.fetch(reference.url) }
      let curlTime = try await time { try run(curl, "-s", "-o", copy, reference.url) }
      try FileManager.default.removeItem(atPath: copy)
      // The first round is a warm-up: it allocates what every transfer needs.
      if round == 0 {
        start = residentBytes
        peak.store(start, ordering: .relaxed)
      } else {
        times.append((moduleTime, sessionTime, curlTime))
      }
    }
    let size = Double(NginxServer.megabytes)
    let againstCurl = Comparison(
      value: size / times.map(\.module).median, baseline: size / times.map(\.curl).median,
      ratio: times.map { $0.curl / $0.module }.median)
    let againstSession = Comparison(
      value: againstCurl.value, baseline: size / times.map(\.session).median,
      ratio: times.map { $0.session / $0.module }.median)
    let growth = Double(peak.load(ordering: .relaxed) - start) / 1_048_576
    return [
      Figure("a large download, against curl", againstCurl, "MB/s", ratio: .atLeast(0.7)),
      Figure("the same, against a session that drops it", againstSession, "MB/s", ratio: nil),
      Figure("memory above the start of that", growth, "MB", bar: .atMost(40)),
    ]
  }

  private static func small(
    _ server: NginxServer, _ mediator: Mediator, _ session: DiscardingSession, _ curl: URL,
    _ folder: URL
  ) async throws -> [Figure] {
    let urls = (0..<1000).map { "\(server.url)/small?\($0)" }
    let list = folder.appending(path: "urls")
    let text = urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"\n" }.joined()
    try Data(text.utf8).write(to: list)
    var times: [(module: Double, session: Double, curl: Double)] = []
    for _ in 0..<9 {
      let moduleTime = try await time {
        try await fetch(urls, width: 16) {
          _ = try await mediator.perform(Network.fetch, FetchRequest(url: $0))
        }
      }
      let sessionTime = try await time {
        try await fetch(urls, width: 16) { try await session.fetch($0) }
      }
      let curlTime = try await time {
        try run(curl, "-s", "--parallel", "--parallel-max", "16", "-K", list.path)
      }
      times.append((moduleTime, sessionTime, curlTime))
    }
    let againstCurl = Comparison(
      value: times.map(\.module).median * 1e3, baseline: times.map(\.curl).median * 1e3,
      ratio: times.map { $0.module / $0.curl }.median)
    let againstSession = Comparison(
      value: againstCurl.value, baseline: times.map(\.session).median * 1e3,
      ratio: times.map { $0.module / $0.session }.median)
    return [
      Figure(
        "1,000 small reads, 16 at a time, against curl", againstCurl, "ms", ratio: .atMost(1.5)),
      Figure(
        "the same, against a session that drops them", againstSession, "ms", ratio: .atMost(1.25)),
    ]
  }

  private static func fetch(
    _ urls: [String], width: Int, _ work: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, url) in urls.enumerated() {
        if index >= width { try await group.next() }
        group.addTask { try await work(url) }
      }
      try await group.waitForAll()
    }
  }

  /// The duration of `work` in seconds.
  private static func time(_ work: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await work()
    return start.duration(to: .now) / .seconds(1)
  }

  private static func run(_ program: URL, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  }
}

/// The resident memory of the process in bytes; 0 where `/proc` does not exist.
private var residentBytes: Int {
  let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
