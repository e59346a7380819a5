import Foundation
import Testing

@testable import Console

struct EnvironmentTests {
  @Test func `the process's own variables are those that it was begun with`() throws {
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    #expect(Environment.process["PATH"] == path)
    #expect(Environment.process.all["PATH"] == path)
    #expect(Environment.process["METRO_NOBODY_SETS_THIS"] == nil)
  }

  @Test func `variables that are given hide those of the process`() {
    #expect(Environment(["TERM": "xterm"])["TERM"] == "xterm")
    #expect(Environment(["TERM": "xterm"])["PATH"] == nil)
    let literal: Environment = ["TERM": "dumb", "TERM": "xterm"]
    #expect(literal.all == ["TERM": "xterm"])
  }
}
