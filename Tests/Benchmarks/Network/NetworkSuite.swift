import Foundation
import Mediator
import ModuleManager
import Network
import NetworkInterface
import Synchronization

/// Compares a large download and many small reads from nginx with curl, and measures a slow body.
enum NetworkSuite: Suite {
  static let name = "network"

  static func figures(_ options: Options) async throws -> [Figure] {
    let curl = Program(executable: URL(filePath: "/usr/bin/curl"))
    guard FileManager.default.isExecutableFile(atPath: curl.executable.path),
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
    var figures = try await large(server, mediator, curl, folder)
    for width in [6, 16, 64] {
      figures += try await small(server, mediator, curl, folder, width: width)
    }
    figures.append(try await slow(mediator))
    await manager.stop()
    return withExtendedLifetime(server) { figures }
  }

  private static func large(
    _ server: NginxServer, _ mediator: Mediator, _ curl: Program, _ folder: URL
  ) async throws -> [Figure] {
    let reference = DownloadReference(url: "\(server.url)/large")
    let copy = folder.appending(path: "copy").path
    let download = curl.with("-s", "-o", copy, reference.url)
    let peak = Atomic<Int>(0)
    let request = DownloadRequest(
      url: reference.url, onProgress: { _ in peak.max(residentBytes, ordering: .relaxed) })
    var start = residentBytes
    var times: [(own: Program.Times, curl: Program.Times)] = []
    for round in 0..<7 {
      let own = try await measure { _ = try await mediator.perform(Network.download, request) }
      _ = try await mediator.perform(Network.discard, reference)
      let other = try download.run()
      try FileManager.default.removeItem(atPath: copy)
      // The first round is a warm-up: it allocates what every transfer needs.
      if round == 0 {
        start = residentBytes
        peak.store(start, ordering: .relaxed)
      } else {
        times.append((own, other))
      }
    }
    let size = Double(NginxServer.megabytes)
    let speed = Comparison(times.map { (size / $0.own.wall, size / $0.curl.wall) })
    let growth = Double(peak.load(ordering: .relaxed) - start) / 1_048_576
    return [
      Figure("a large download, against curl", speed, "MB/s", ratio: .atLeast(0.9)),
      Figure("the same, CPU", .milliseconds(times, \.processor), "ms", ratio: nil),
      // At most 16 MB.
      Figure(
        "memory above the start, against the size of that",
        Comparison(value: growth, baseline: size), "MB", ratio: .atMost(16 / size)),
    ]
  }

  private static func small(
    _ server: NginxServer, _ mediator: Mediator, _ curl: Program, _ folder: URL, width: Int
  ) async throws -> [Figure] {
    let urls = (0..<1000).map { "\(server.url)/small?\($0)" }
    let list = folder.appending(path: "urls")
    let text = urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"\n" }.joined()
    try Data(text.utf8).write(to: list)
    let reads = curl.with("-s", "--parallel", "--parallel-max", "\(width)", "-K", list.path)
    var times: [(own: Program.Times, curl: Program.Times)] = []
    for _ in 0..<25 {
      let own = try await measure { try await fetch(urls, width: width, mediator) }
      times.append((own, try reads.run()))
    }
    let title = "1,000 reads of 2 KB, \(width) at a time"
    return [
      Figure(title, .quickest(times), "ms", ratio: .atMost(1.5)),
      Figure("\(title), CPU", .milliseconds(times, \.processor), "ms", ratio: nil),
    ]
  }

  private static func fetch(_ urls: [String], width: Int, _ mediator: Mediator) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, url) in urls.enumerated() {
        if index >= width { try await group.next() }
        group.addTask { _ = try await mediator.perform(Network.fetch, FetchRequest(url: url)) }
      }
      try await group.waitForAll()
    }
  }

  /// Measures the processor time of a body that arrives byte by byte.
  private static func slow(_ mediator: Mediator) async throws -> Figure {
    let server = try DripServer()
    defer { server.close() }
    let times = try await measure {
      _ = try await mediator.perform(Network.fetch, FetchRequest(url: server.url))
    }
    let seconds = Int(DripServer.duration / .seconds(1))
    var comparison = Comparison(
      value: times.processor * 1e3, baseline: Reference.milliseconds())
    comparison.unit = .references
    return Figure("a body that drips for \(seconds) s, CPU", comparison, "ms", ratio: .atMost(50))
  }

  /// Measures work in this process.
  private static func measure(_ work: () async throws -> Void) async rethrows -> Program.Times {
    let before = Program.processorSeconds(of: .own)
    let start = ContinuousClock.now
    try await work()
    return Program.Times(
      wall: start.duration(to: .now) / .seconds(1),
      processor: Program.processorSeconds(of: .own) - before)
  }
}

extension Comparison {
  /// Compares one of the times of this process with that of curl.
  fileprivate static func milliseconds(
    _ times: [(own: Program.Times, curl: Program.Times)],
    _ time: (Program.Times) -> Double
  ) -> Comparison {
    Comparison(times.map { (time($0.own) * 1e3, time($0.curl) * 1e3) })
  }

  /// Compares the shortest durations: other processes make some rounds longer, none shorter.
  fileprivate static func quickest(
    _ times: [(own: Program.Times, curl: Program.Times)]
  ) -> Comparison {
    var comparison = Comparison.milliseconds(times, \.wall)
    comparison.value = (times.map(\.own.wall).min() ?? .nan) * 1e3
    comparison.baseline = (times.map(\.curl.wall).min() ?? .nan) * 1e3
    comparison.ratio = comparison.value / comparison.baseline
    return comparison
  }
}

private var residentBytes: Int { Program.residentBytes(ofProcess: "self") }
