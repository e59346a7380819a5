import Foundation

/// The milliseconds of the answer to a key, and those of the reference computation after it.
typealias KeyTime = (value: Double, baseline: Double)

/// Types keys into the host on a pseudo-terminal, and measures the processor time of each answer.
final class TerminalDriver {
  /// The output for a key is complete when no more arrives for this long.
  private static let quietMilliseconds: Int32 = 150

  private let process = Process()
  private let screen: Int32
  private var times: [KeyTime] = []

  init(_ host: URL, home: URL, columns: UInt16 = 120, rows: UInt16 = 50) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var ends: (screen: Int32, terminal: Int32) = (-1, -1)
    guard openpty(&ends.screen, &ends.terminal, nil, nil, &size) == 0 else {
      throw POSIXError(.ENXIO)
    }
    screen = ends.screen
    let terminal = FileHandle(fileDescriptor: ends.terminal, closeOnDealloc: true)
    process.executableURL = host
    process.arguments = []
    // News and other servers are not asked.
    process.environment = [
      "METRO_HOME": home.path, "TERM": "xterm-256color", "https_proxy": "http://127.0.0.1:9",
    ]
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    readOutput(timeoutMilliseconds: 5000)
    // What the host does in the background after its start is no answer to a key.
    _ = bytesWritten(in: .seconds(1))
  }

  /// Types each key after the output for the one before is complete.
  func type(_ keys: [String]) {
    for key in keys {
      let bytes = Array(key.utf8)
      let start = processorTime
      _ = write(screen, bytes, bytes.count)
      guard readOutput(timeoutMilliseconds: 2000) > 0 else { continue }
      let time = processorTime - start
      times.append((time, Reference.milliseconds(of: 3)))
    }
  }

  /// Returns and clears what was measured so far.
  @discardableResult
  func takeTimes() -> [KeyTime] {
    defer { times = [] }
    return times
  }

  /// Returns how many bytes the host writes while nobody presses a key.
  func bytesWritten(in duration: Duration) -> Int {
    let end = ContinuousClock.now + duration
    var count = 0
    while ContinuousClock.now < end {
      let rest = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      count += readOutput(timeoutMilliseconds: Int32(rest.rounded(.up)))
    }
    return count
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
    close(screen)
  }

  /// The processor time of the host so far, in milliseconds.
  private var processorTime: Double {
    Program.processorMilliseconds(ofProcess: process.processIdentifier)
  }

  /// Returns the number of bytes of the output; 0 when none starts before the timeout.
  @discardableResult
  private func readOutput(timeoutMilliseconds: Int32) -> Int {
    var total = 0
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      var end = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
      let timeout = total == 0 ? timeoutMilliseconds : Self.quietMilliseconds
      guard poll(&end, 1, timeout) == 1 else { return total }
      let count = read(screen, &bytes, bytes.count)
      guard count > 0 else { return total }
      total += count
    }
  }
}
