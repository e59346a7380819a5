import TestSupport
import Testing

@testable import Map

@Suite struct SpreadTests {
  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `the order stays, and so do the ends`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let values = (0..<40).map { _ in Double.random(in: -100...100, using: &random) }.sorted()
    let spread = Spread(values)
    let places = values.map { spread($0) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
    #expect(abs(places[0] - values[0]) < 1e-9)
    #expect(abs(places[39] - values[39]) < 1e-9)
  }

  @Test func `a crowd gets more room`() {
    let crowd = (0..<50).map { 10 + Double($0) / 50 }
    let spread = Spread(crowd + [0, 100])
    #expect(spread(11) - spread(10) > 2)
  }

  @Test func `a single place stays`() {
    #expect(Spread([3, 3])(3) == 3)
    #expect(Spread([])(3) == 3)
  }
}
