import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Signals to the built host.
@Suite(.serialized, .enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(15)))
struct HostSignalsTests {
  private let folder = TemporaryFolder()
  private var home: URL { folder.url }
  private let server: SilentServer

  init() throws { server = try SilentServer() }

  /// Starts a command that waits for a download that never answers.
  private func startWaitingHost(_ environment: [String: String] = [:]) throws -> HostProcess {
    try HostProcess(
      "city", "add", "test", "https://127.0.0.1:\(server.port)/feed.zip", home: home,
      environment: environment)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func `the first signal stops the started modules in reverse order`(number: Int32, code: Int32)
    async throws
  {
    let host = try startWaitingHost()
    let start = await host.errors(upTo: "city-list: started")
    host.signal(number)
    let end = await host.end()
    #expect(start.last?.contains("started") == true)
    #expect(end.code == code)
    #expect(end.modules(loggedAs: "stopped").first == "city-list")
    #expect(end.modules(loggedAs: "stopped").count == 3)
    #expect(end.errors.contains("metro: interrupted"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/stat")))
  func `SIGTSTP puts the host into the background, and SIGCONT brings it back`() async throws {
    let host = try startWaitingHost()
    _ = await host.errors(upTo: "city-list: started")
    host.signal(SIGTSTP)
    #expect(await host.errors(upTo: "background").last?.contains("in the background") == true)
    try await wait { host.isSuspended }
    host.signal(SIGCONT)
    #expect(await host.errors(upTo: "foreground").last?.contains("in the foreground") == true)
    host.signal(SIGINT)
    #expect(await host.end().modules(loggedAs: "stopped").count == 3)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/stat")))
  func `a SIGCONT soon after SIGTSTP leaves no process suspended`() async throws {
    var random = SplitMix64(seed: 20)
    // The time limits of the network end a host that waits long.
    for _ in 0..<(TestOptions.isThorough ? 20 : 1) {
      let host = try startWaitingHost()
      _ = await host.errors(upTo: "city-list: started")
      for turn in 0..<20 {
        let pause = turn.isMultiple(of: 2) ? 0 : useconds_t.random(in: 0..<2000, using: &random)
        await blocking {
          host.signal(SIGTSTP)
          usleep(pause)
          host.signal(SIGCONT)
        }
        // A suspended process never writes it.
        let end = await host.errors(upTo: "in the foreground").last
        #expect(end?.contains("in the foreground") == true, "turn \(turn), after \(pause) µs")
      }
      host.signal(SIGINT)
      #expect(await host.end().code == 130)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func `a signal before the modules start ends the process with an exit code`() async throws {
    for turn in 0..<(TestOptions.isThorough ? 100 : 5) {
      // The host has a handler for SIGTERM, bit 14 of the mask, long before it starts a module.
      let end = try await HostProcess(
        shell: """
          '\(HostProcess.binary.path)' board Trindade --watch > /dev/null & id=$!
          for try in $(seq 1000); do
            grep -q '^SigCgt:.*[4567cdef]...$' /proc/$id/status && break
          done
          kill -TERM $id; wait $id
          """, home: home
      ).end()
      #expect(end.code == 143 && end.errors.allSatisfy { $0 == "metro: interrupted" }, "\(turn)")
    }
  }

  @Test func `signals at random moments leave no module running and no file damaged`() async throws
  {
    for turn in 0..<(TestOptions.isThorough ? 40 : 10) {
      var random = SplitMix64(seed: turn)
      let host =
        turn.isMultiple(of: 2)
        ? try startWaitingHost()
        : try HostProcess("bookmarks", "add", "\(turn)", "Trindade", "Aliados", home: home)
      let pause = useconds_t.random(in: 0..<100_000, using: &random)
      await blocking { _ = usleep(pause) }
      host.signal([SIGINT, SIGTERM].randomElement(using: &random) ?? SIGINT)
      let end = await host.end()
      let stopped = end.modules(loggedAs: "stopped")
      #expect(Set(stopped) == Set(end.modules(loggedAs: "started")), "turn \(turn): \(end.errors)")
      // Independent modules start concurrently, so they may stop in any order.
      #expect(isInStopOrder(stopped), "turn \(turn): \(end.errors)")
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

  /// Whether no module stops before the modules that require it.
  private func isInStopOrder(_ stopped: [String]) -> Bool {
    let pairs = [
      ("journeys", "routing"), ("routing", "data-source"), ("city-list", "network"),
      ("city-list", "data-source"),
    ]
    return pairs.allSatisfy { dependent, required in
      guard let first = stopped.firstIndex(of: dependent) else { return true }
      return !stopped.contains(required) || stopped[first...].contains(required)
    }
  }

  @Test(.blocking) func `further signals do not delay the end of a host that cannot stop`() throws {
    let configuration = #"{"deadlines": {"stop": 0.5}}"#
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try Data(configuration.utf8).write(to: home.appending(path: "config.json"))
    // It blocks, because nobody reads its output, which is longer than a terminal stores.
    let host = try BrowserProcess(
      "route", "Aeroporto", "Santo Ovídio", "--date", "2026-11-20", "--depart", "03:00",
      "--until", "27:00", "--json", home: home)
    #expect(host.output(upTo: "Aeroporto").contains("Aeroporto"))
    host.signal(SIGTERM)
    #expect(host.wait(whileSending: SIGWINCH) == .exited(143))
  }

  @Test func `a second SIGINT ends the process at once`() async throws {
    let host = try startWaitingHost(["METRO_DEADLINES_STOP": "100"])
    _ = await host.errors(upTo: "city-list: started")
    for _ in 0..<2 { host.signal(SIGINT) }
    #expect(await host.end().code == 130)
  }

  @Test func `SIGQUIT ends the process at once`() async throws {
    let host = try startWaitingHost(["METRO_DEADLINES_STOP": "100"])
    _ = await host.errors(upTo: "city-list: started")
    host.signal(SIGQUIT)
    #expect(await host.end().code == 131)
  }
}
