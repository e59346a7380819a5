import Foundation
import Testing

@testable import Console

/// A terminal that nobody sees: what is written to one end is read from the other.
final class PseudoTerminal {
  let descriptor: Int32
  private let screen: Int32

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
    close(screen)
  }

  /// Everything written so far.
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
