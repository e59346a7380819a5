import Foundation
import Mediator
import Platform
import TestSupport
import Testing

@testable import Console

struct ProgressTests {
  private let screen: PseudoTerminal
  private let clock = Clock()

  init() throws {
    screen = try PseudoTerminal(columns: 20)
  }

  @Test func `a line is drawn at most ten times per second and removed at the end`() throws {
    let line = line(environment: ["TERM": "xterm"])
    for hundredth in 0..<100 {
      line.reporter.show("importing", Double(hundredth) / 100)
      clock.advance(by: .milliseconds(10))
    }
    line.clear()
    line.clear()
    let lines = stride(from: 0, to: 100, by: 10).map {
      "\r\($0 < 10 ? "  " : " ")\($0) %  importing\u{1B}[K"
    }
    #expect(try screen.written() == lines.joined() + "\r\u{1B}[K")
  }

  @Test(
    arguments: [
      (0.5, " 50 %"), (-1, "  0 %"), (7, "100 %"), (1, "100 %"), (nil, "    …"),
      (.nan, "    …"), (.infinity, "    …"),
    ] as [(Double?, String)])
  func `a known fraction is shown in per cent`(fraction: Double?, percent: String) throws {
    line(environment: ["TERM": "xterm"]).reporter.show("x", fraction)
    #expect(try screen.written() == "\r\(percent)  x\u{1B}[K")
  }

  @Test func `a long text is cut, and control characters are removed`() throws {
    let line = line(environment: ["TERM": "xterm"])
    line.reporter.show("importing\u{1B}[2J \(String(repeating: "西", count: 40))", 0.25)
    #expect(try screen.written() == "\r 25 %  importing …\u{1B}[K")
  }

  @Test(arguments: [[:], ["TERM": "dumb"]] as [Environment])
  func `an output that cannot redraw a line shows no progress`(environment: Environment) throws {
    let line = line(environment: environment)
    line.reporter.show("importing", 0.5)
    line.clear()
    #expect(try screen.written().isEmpty)
  }

  @Test func `while a question waits, no line is drawn over it`() async throws {
    let terminal = Terminal(descriptor: screen.descriptor, environment: ["TERM": "xterm"])
    let line = line(environment: ["TERM": "xterm"])
    await ProgressLine.withoutLines(on: terminal) { line.reporter.show("type y", 0.5) }
    #expect(try screen.written().isEmpty)
    line.reporter.show("importing", 0.5)
    #expect(try screen.written().contains("importing"))
  }

  private func line(environment: Environment) -> ProgressLine {
    let terminal = Terminal(descriptor: screen.descriptor, environment: environment)
    return ProgressLine(on: terminal) { [clock] in clock.now }
  }
}

private final class Clock: Sendable {
  private let time = Lock(ContinuousClock.now)

  var now: ContinuousClock.Instant { time.withLock { $0 } }

  func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }
}
