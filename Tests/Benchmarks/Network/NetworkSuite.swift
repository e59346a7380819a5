import Foundation
import Mediator
import ModuleManager
import Network
import NetworkInterface
import Synchronization

/// Downloads and many small reads from nginx, held against curl.
enum NetworkSuite: Suite {
  static let name = "network"

  static func figures(_ options: Options) async throws -> [Figure] {
    let curl = URL(filePath: "/usr/bin/curl")
    guard FileManager.default.isExecutableFile(atPath: curl.path),
      let server = try await NginxServer()
    else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "network-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let mediator = Mediator()
    let manager = try ModuleManager([NetworkModule.self], mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: folder.appending(path: "network"))
    }
    try await manager.open()
    let bare = BareSession()
    defer { withExtendedLifetime((server, manager)) { bare.close() } }
    return try await large(server, mediator, bare, curl, folder)
      + (try await small(server, mediator, bare, curl, folder))
  }

  private static func large(
    _ server: NginxServer, _ mediator: Mediator, _ bare: BareSession, _ curl: URL, _ folder: URL
  ) async throws -> [Figure] {
    let reference = DownloadReference(url: "\(server.url)/large")
    let copy = folder.appending(path: "copy").path
    let most = Atomic<Int>(0)
    func download() async throws {
      let request = DownloadRequest(
        url: reference.url, report: { _ in most.max(residentBytes, ordering: .relaxed) })
      _ = try await mediator.perform(Network.download, request)
    }
    var start = residentBytes
    var times: [(ours: Double, bare: Double, curls: Double)] = []
    for round in 0..<7 {
      let ours = try await time(download)
      _ = try await mediator.perform(Network.discard, reference)
      let bares = try await time { try await bare.drop(reference.url) }
      let curls = try await time { try run(curl, "-s", "-o", copy, reference.url) }
      try FileManager.default.removeItem(atPath: copy)
      // The first round loads what any transfer needs.
      if round == 0 {
        start = residentBytes
        most.store(start, ordering: .relaxed)
      } else {
        times.append((ours, bares, curls))
      }
    }
    let size = Double(NginxServer.megabytes)
    let pair = Pair(
      value: size / times.map(\.ours).median, baseline: size / times.map(\.curls).median,
      ratio: times.map { $0.curls / $0.ours }.median)
    let floor = Pair(
      value: pair.value, baseline: size / times.map(\.bare).median,
      ratio: times.map { $0.bare / $0.ours }.median)
    let growth = Double(most.load(ordering: .relaxed) - start) / 1_048_576
    return [
      Figure("a large download, against curl", pair, "MB/s", ratio: .atLeast(0.7)),
      Figure("the same, against a session that drops it", floor, "MB/s", ratio: nil),
      Figure("memory above the start of that", growth, "MB", bar: .atMost(40)),
    ]
  }

  private static func small(
    _ server: NginxServer, _ mediator: Mediator, _ bare: BareSession, _ curl: URL, _ folder: URL
  ) async throws -> [Figure] {
    let urls = (0..<1000).map { "\(server.url)/small?\($0)" }
    let list = folder.appending(path: "urls")
    let text = urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"\n" }.joined()
    try Data(text.utf8).write(to: list)
    var times: [(ours: Double, bare: Double, curls: Double)] = []
    for _ in 0..<9 {
      let ours = try await time {
        try await ask(urls, width: 16) {
          _ = try await mediator.perform(Network.fetch, FetchRequest(url: $0))
        }
      }
      let bares = try await time { try await ask(urls, width: 16) { try await bare.drop($0) } }
      let curls = try await time {
        try run(curl, "-s", "--parallel", "--parallel-max", "16", "-K", list.path)
      }
      times.append((ours, bares, curls))
    }
    let pair = Pair(
      value: times.map(\.ours).median * 1e3, baseline: times.map(\.curls).median * 1e3,
      ratio: times.map { $0.ours / $0.curls }.median)
    let floor = Pair(
      value: pair.value, baseline: times.map(\.bare).median * 1e3,
      ratio: times.map { $0.ours / $0.bare }.median)
    return [
      Figure("1,000 small reads, 16 at a time, against curl", pair, "ms", ratio: .atMost(1.5)),
      Figure("the same, against a session that drops them", floor, "ms", ratio: .atMost(1.25)),
    ]
  }

  private static func ask(
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

  /// Seconds.
  private static func time(_ work: () async throws -> Void) async rethrows -> Double {
    let began = ContinuousClock.now
    try await work()
    return began.duration(to: .now) / .seconds(1)
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

/// How much memory the process has now; 0 where the system does not tell so.
private var residentBytes: Int {
  let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
