import Foundation

/// Types at the host on a terminal, and notes how long each answer takes.
final class Typist {
  /// An answer is whole when nothing more comes for so long.
  private static let quiet: Int32 = 150  // milliseconds

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
    _ = answer(patience: 5000)
  }

  /// Types key by key, each when the one before is answered.
  func type(_ keys: [String]) {
    for key in keys {
      let bytes = Array(key.utf8)
      let began = ContinuousClock.now
      _ = write(screen, bytes, bytes.count)
      if let end = answer(patience: 2000) { times.append((end - began) / .milliseconds(1)) }
    }
  }

  /// The milliseconds noted so far, which are forgotten.
  @discardableResult
  func reset() -> [Double] {
    defer { times = [] }
    return times
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
    close(screen)
  }

  /// When the last byte of an answer came; nil where none begins within so many milliseconds.
  private func answer(patience: Int32) -> ContinuousClock.Instant? {
    var last: ContinuousClock.Instant?
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      var end = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
      guard poll(&end, 1, last == nil ? patience : Self.quiet) == 1 else { return last }
      guard read(screen, &bytes, bytes.count) > 0 else { return last }
      last = .now
    }
  }
}
