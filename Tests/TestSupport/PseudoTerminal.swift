package import Foundation

/// A pseudoterminal: the test reads what the code under test writes, and types keys.
package final class PseudoTerminal {
  /// The descriptor that the code under test uses as its terminal.
  package let descriptor: Int32
  private var screen: Int32

  package init(columns: UInt16) throws {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var screen: Int32 = -1
    var descriptor: Int32 = -1
    guard openpty(&screen, &descriptor, nil, nil, &size) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    // A child process that inherits it would hold the terminal open.
    for end in [screen, descriptor] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.screen = screen
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if screen >= 0 { close(screen) }
  }

  /// Sends bytes as typed keys.
  package func type(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a text as typed keys.
  package func type(_ text: String) { type(Array(text.utf8)) }

  /// Changes the size of the terminal.
  package func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the terminal, as a lost connection does.
  package func hangUp() {
    close(screen)
    screen = -1
  }

  /// The settings of the terminal.
  package var settings: termios {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return settings
  }

  /// The bytes that can be read now; for a test whose code writes at the same time, which
  /// `written` does not allow.
  package var available: [UInt8] {
    var end = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
    guard poll(&end, 1, 0) == 1, end.revents & Int16(POLLIN) != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(screen, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Everything that was written since the last call.
  package func written() throws -> String {
    let end = "\u{04}"
    _ = write(descriptor, end, 1)
    var text = ""
    while !text.hasSuffix(end) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(screen, &bytes, bytes.count)
      guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return String(text.dropLast())
  }
}
