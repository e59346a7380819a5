import Foundation
import TestSupport
import Testing

@testable import metro

/// Signals to the real host.
@Suite(.serialized, .enabled(if: HostProcess.isThere), .timeLimit(.minutes(15)))
struct SignalTests {
  private let folder = TemporaryFolder()
  private var home: URL { folder.url }
  private let server: SilentServer

  init() throws { server = try SilentServer() }

  /// A command that waits for an answer from the web.
  private func waiting(_ environment: [String: String] = [:]) throws -> HostProcess {
    try HostProcess(
      "city", "add", "test", "https://127.0.0.1:\(server.port)/feed.zip", home: home,
      environment: environment)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `the first signal stops what has started, in reverse`(number: Int32, code: Int32)
    async throws
  {
    let host = try waiting()
    let start = await host.errors(upTo: "city-list: started")
    host.signal(number)
    let end = await host.end()
    #expect(start.last?.contains("started") == true)
    #expect(end.code == code)
    #expect(end.modules(that: "stopped").first == "city-list")
    #expect(end.modules(that: "stopped").count == 3)
    #expect(end.errors.contains("metro: interrupted"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/stat")))
  func `a suspended host goes to the background before, and comes back`() async throws {
    let host = try waiting()
    _ = await host.errors(upTo: "city-list: started")
    host.signal(SIGTSTP)
    #expect(await host.errors(upTo: "background").last?.contains("in the background") == true)
    while !host.isSuspended { await Task.yield() }
    host.signal(SIGCONT)
    #expect(await host.errors(upTo: "foreground").last?.contains("in the foreground") == true)
    host.signal(SIGINT)
    #expect(await host.end().modules(that: "stopped").count == 3)
  }

  @Test func `signals at random moments leave no module started and no file torn`() async throws {
    for turn in 0..<(Thorough.isOn ? 40 : 10) {
      var random = SplitMix64(seed: turn)
      let host =
        turn.isMultiple(of: 2)
        ? try waiting()
        : try HostProcess("bookmarks", "add", "\(turn)", "Trindade", "Aliados", home: home)
      let pause = useconds_t.random(in: 0..<100_000, using: &random)
      await blocking { _ = usleep(pause) }
      host.signal([SIGINT, SIGTERM].randomElement(using: &random) ?? SIGINT)
      let end = await host.end()
      let stopped = end.modules(that: "stopped")
      #expect(Set(stopped) == Set(end.modules(that: "started")), "turn \(turn): \(end.errors)")
      // Independent modules start side by side, and so may stop either way round.
      #expect(isOrdered(stopped), "turn \(turn): \(end.errors)")
      #expect([0, 130, 143].contains(end.code), "turn \(turn): \(end)")
    }
    for line in [["bookmarks", "--json"], ["history"], ["city", "list"], ["doctor"]] {
      let check = try await HostProcess(line: line, home: home).end()
      #expect(check.code == 0, "\(line): \(check)")
    }
    let paths = FileManager.default.subpaths(atPath: home.path) ?? []
    let allowed = ["bookmarks", "city-list", "data-source", "doctor", "network"]
    #expect(paths.allSatisfy { path in allowed.contains { path.hasPrefix($0) } }, "\(paths)")
    #expect(!paths.contains { $0.contains("/.") }, "\(paths)")
    #expect(!paths.contains { $0.hasSuffix("test.json") || $0.hasSuffix("lock") }, "\(paths)")
  }

  /// Whether nobody stops before those who require it.
  private func isOrdered(_ stopped: [String]) -> Bool {
    let pairs = [
      ("bookmarks", "routing"), ("routing", "data-source"), ("city-list", "network"),
      ("city-list", "data-source"),
    ]
    return pairs.allSatisfy { dependent, required in
      guard let first = stopped.firstIndex(of: dependent) else { return true }
      return !stopped.contains(required) || stopped[first...].contains(required)
    }
  }

  @Test func `a second SIGINT ends the process at once`() async throws {
    let host = try waiting(["METRO_DEADLINES_STOP": "100"])
    _ = await host.errors(upTo: "city-list: started")
    for _ in 0..<2 { host.signal(SIGINT) }
    #expect(await host.end().code == 130)
  }
}
