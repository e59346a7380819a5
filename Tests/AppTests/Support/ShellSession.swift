import Foundation

@testable import HostKit
@testable import metro

/// A real shell on a pseudo-terminal, with the built host in its PATH.
final class ShellSession {
  private let process = Process()
  private let screen: Int32
  private var text = ""

  /// Whether the shell and `setsid` are installed.
  static func isAvailable(_ shell: String) -> Bool {
    ["/usr/bin/\(shell)", "/usr/bin/setsid"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  init(_ shell: String, home: URL) throws {
    let options = ["bash": ["--norc", "--noprofile"], "zsh": ["-f"], "fish": ["--no-config"]]
    var screen: Int32 = -1
    var terminal: Int32 = -1
    var size = winsize(ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&screen, &terminal, nil, nil, &size) == 0 else { throw POSIXError(.ENODEV) }
    // Another child process that inherits it would hold the terminal open.
    for end in [screen, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.screen = screen
    let end = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
    process.executableURL = URL(filePath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait", "/usr/bin/\(shell)"] + (options[shell] ?? []) + ["-i"]
    process.environment = [
      "METRO_HOME": home.path, "HOME": home.path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
      "TERM": "xterm", "PS1": "$ ",
      "PATH": "\(HostProcess.binary.deletingLastPathComponent().path):/usr/bin:/bin",
    ]
    process.standardInput = end
    process.standardOutput = end
    process.standardError = end
    try process.run()
  }

  /// Closes the terminal, which ends the shell.
  deinit {
    close(screen)
    process.waitUntilExit()
  }

  /// Types a text, which may contain control characters.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads until the output contains `expected`, or no output comes for some time, and returns it.
  func read(upTo expected: String, seconds: Int = 60) -> String {
    while !text.contains(expected) {
      var end = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
      guard poll(&end, 1, Int32(seconds * 1000)) == 1 else { break }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = Foundation.read(screen, &bytes, bytes.count)
      guard count > 0 else { break }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    defer { text = "" }
    return text
  }
}
