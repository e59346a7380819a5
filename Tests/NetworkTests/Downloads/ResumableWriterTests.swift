import Testing

@testable import Network

struct RateMeterTests {
  @Test func `the rate is measured at most ten times a second`() {
    let start = ContinuousClock.now
    var meter = RateMeter()
    let due = (0..<100).filter { meter.isDue($0 * 10, at: start + .milliseconds($0 * 10)) }
    #expect(due == Array(stride(from: 0, to: 100, by: 10)))
    #expect(abs((meter.rate ?? 0) - 1000) < 1e-6)
  }
}
