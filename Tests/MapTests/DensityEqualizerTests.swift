import TestSupport
import Testing

@testable import Map

@Suite struct DensityEqualizerTests {
  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `the order and the ends do not change`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let values = (0..<40).map { _ in Double.random(in: -100...100, using: &random) }.sorted()
    let equalizer = DensityEqualizer(values)
    let mapped = values.map { equalizer.map($0) }
    #expect(zip(mapped, mapped.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
    #expect(abs(mapped[0] - values[0]) < 1e-9)
    #expect(abs(mapped[39] - values[39]) < 1e-9)
  }

  @Test func `a dense part gets more space`() {
    let dense = (0..<50).map { 10 + Double($0) / 50 }
    let equalizer = DensityEqualizer(dense + [0, 100])
    #expect(equalizer.map(11) - equalizer.map(10) > 2)
  }

  @Test func `a single value does not change`() {
    #expect(DensityEqualizer([3, 3]).map(3) == 3)
    #expect(DensityEqualizer([]).map(3) == 3)
  }

  @Test(arguments: [1e-20, 1e-300])
  func `values that hardly differ do not change, nor do values far from them`(width: Double) {
    let equalizer = DensityEqualizer([0, width])
    #expect(equalizer.map(width) == width)
    #expect(equalizer.map(20_000) == 20_000)
    #expect(equalizer.map(-20_000) == -20_000)
  }
}
