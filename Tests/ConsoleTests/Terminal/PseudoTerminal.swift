import Foundation
import Testing

@testable import Console

/// A pseudoterminal: the test reads what the code under test writes, and types keys.
final class PseudoTerminal {
  let descriptor: Int32
  private var screen: Int32

  init(columns: UInt16) throws {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var screen: Int32 = -1
    var descriptor: Int32 = -1
    try #require(openpty(&screen, &descriptor, nil, nil, &size) == 0)
    self.screen = screen
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if screen >= 0 { close(screen) }
  }

  /// Sends bytes as typed keys.
  func type(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a text as typed keys.
  func type(_ text: String) { type(Array(text.utf8)) }

  /// Changes the size of the terminal.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the terminal, as a lost connection does.
  func hangUp() {
    close(screen)
    screen = -1
  }

  /// The settings of the terminal.
  var settings: termios {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return settings
  }

  /// Everything that was written since the last call.
  func written() throws -> String {
    let end = "\u{04}"
    Terminal(descriptor: descriptor, environment: [:]).write(end)
    var text = ""
    while !text.hasSuffix(end) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(screen, &bytes, bytes.count)
      try #require(count > 0)
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return String(text.dropLast())
  }
}
