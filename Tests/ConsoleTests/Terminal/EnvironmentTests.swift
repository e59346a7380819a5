import Foundation
import Testing

@testable import Console

struct EnvironmentTests {
  @Test func `the process environment has the variables of the process`() throws {
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    #expect(Environment.process["PATH"] == path)
    #expect(Environment.process.all["PATH"] == path)
    #expect(Environment.process["METRO_UNSET"] == nil)
  }

  @Test func `an environment with given variables has no others`() {
    #expect(Environment(["TERM": "xterm"])["TERM"] == "xterm")
    #expect(Environment(["TERM": "xterm"])["PATH"] == nil)
    let literal: Environment = ["TERM": "dumb", "TERM": "xterm"]
    #expect(literal.all == ["TERM": "xterm"])
  }
}
