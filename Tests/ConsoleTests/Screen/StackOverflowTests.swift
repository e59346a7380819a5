import Foundation
import Mediator
import TestSupport
import Testing

@testable import Console

struct StackOverflowTests {
  @Test func `an overflow of the stack restores the terminal`() async throws {
    let terminal = try PseudoTerminal(columns: 20)
    let name = String(cString: try #require(ttyname(terminal.descriptor)))
    let before = terminal.settings
    await #expect(processExitsWith: .signal(SIGSEGV)) { [name = name as String] in
      let descriptor = open(name, O_RDWR | O_NOCTTY)
      let output = Terminal(descriptor: descriptor, environment: ["TERM": "xterm"])
      let screen = try #require(Screen(input: descriptor, output: output))
      try #require(screen.begin(mouse: .on))
      for _ in 0..<2 { Screen.prepareForStackOverflow() }
      _ = Self.depth(from: 0)
    }
    let after = terminal.settings
    #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
    #expect(try terminal.written().hasSuffix(Screen.leave))
  }

  /// Calls itself until the stack is full.
  private static func depth(from count: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
      bytes[0] = UInt8(truncatingIfNeeded: count)
      return count == .max ? 0 : depth(from: count + 1) + Int(bytes[0])
    }
  }
}
