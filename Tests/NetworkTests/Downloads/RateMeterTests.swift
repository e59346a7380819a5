import Testing

@testable import Network

struct RateMeterTests {
  @Test func `a count is told ten times a second, with the bytes of each`() {
    let start = ContinuousClock.now
    var meter = RateMeter()
    let told = (0..<100).filter { meter.isDue($0 * 10, at: start + .milliseconds($0 * 10)) }
    #expect(told == Array(stride(from: 0, to: 100, by: 10)))
    #expect(abs((meter.rate ?? 0) - 1000) < 1e-6)
  }
}
