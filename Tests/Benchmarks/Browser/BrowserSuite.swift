import DataSourceInterface
import Foundation

/// The browser of the built host, measured from each key to the end of its output.
enum BrowserSuite: Suite {
  static let name = "browser"

  static func figures(_ options: Options) async throws -> [Figure] {
    guard let host = Program.metro(options)?.executable else { return [] }
    let city = try await RoutingFixture(options)
    let driver = try TerminalDriver(host, home: city.folder)
    defer { driver.end() }
    let names = RandomQuery.queries(2, for: city.timetable, seed: options.seed).map {
      city.timetable.stopReference(ofStation: $0.from).name
    }
    // Opens Journey and the search for its first station.
    driver.type("/Journey".map(String.init) + ["\r", "\r"])
    driver.takeTimes()
    driver.type((0..<20).map { $0 < 10 ? "\u{1B}[B" : "\u{1B}[A" })
    let moves = driver.takeTimes()
    var letters: [Double] = []
    for name in names {
      driver.type(name.map(String.init))
      letters += driver.takeTimes()
      driver.type(["\r"])
    }
    let opened = driver.takeTimes()
    driver.type(["f"] + Array(repeating: "\u{1B}[C", count: 60) + ["l", "\u{1B}[C"])
    let slides = driver.takeTimes()
    try await city.close()
    return [
      ("a row further", moves), ("a letter of a search", letters), ("a station chosen", opened),
      ("a journey later", slides),
    ].flatMap { name, times in
      [
        Figure("\(name), half of the keys", times.median, "ms", bar: .atMost(50)),
        Figure("\(name), the slowest key", times.max() ?? .nan, "ms", bar: .atMost(50)),
      ]
    }
  }
}

/// Types keys into the host on a pseudo-terminal, and measures how long each answer takes.
private final class TerminalDriver {
  /// The output for a key is complete when no more arrives for this long.
  private static let quietMilliseconds: Int32 = 150

  private let process = Process()
  private let screen: Int32
  private var times: [Double] = []

  init(_ host: URL, home: URL) throws {
    var size = winsize(ws_row: 50, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (screen: Int32, terminal: Int32) = (-1, -1)
    guard openpty(&ends.screen, &ends.terminal, nil, nil, &size) == 0 else {
      throw POSIXError(.ENXIO)
    }
    screen = ends.screen
    let terminal = FileHandle(fileDescriptor: ends.terminal, closeOnDealloc: true)
    process.executableURL = host
    process.arguments = []
    process.environment = ["METRO_HOME": home.path, "TERM": "xterm-256color"]
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    _ = readOutput(timeoutMilliseconds: 5000)
  }

  /// Types each key after the output for the one before is complete.
  func type(_ keys: [String]) {
    for key in keys {
      let bytes = Array(key.utf8)
      let start = ContinuousClock.now
      _ = write(screen, bytes, bytes.count)
      if let end = readOutput(timeoutMilliseconds: 2000) {
        times.append((end - start) / .milliseconds(1))
      }
    }
  }

  /// Returns and clears the milliseconds measured so far.
  @discardableResult
  func takeTimes() -> [Double] {
    defer { times = [] }
    return times
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
    close(screen)
  }

  /// Returns when the last byte of the output arrived; nil when no output starts before the
  /// timeout.
  private func readOutput(timeoutMilliseconds: Int32) -> ContinuousClock.Instant? {
    var last: ContinuousClock.Instant?
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      var end = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
      let timeout = last == nil ? timeoutMilliseconds : Self.quietMilliseconds
      guard poll(&end, 1, timeout) == 1 else { return last }
      guard read(screen, &bytes, bytes.count) > 0 else { return last }
      last = .now
    }
  }
}
