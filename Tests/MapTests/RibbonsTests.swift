import Testing

@testable import Map

@Suite struct RibbonsTests {
  /// Two lines that share two tracks, the second of which is turned against the first.
  private let network = TrackNetwork(
    [line("1", 1, ["A", "B", "C"]), line("2", 2, ["C", "B", "A"])], [])
  private let points = [Point(0, 0), Point(100, 0), Point(100, 100)]

  @Test func `two ribbons on one track lie side by side`() {
    let ribbons = Ribbons(network, at: points)
    let (one, other) = (ribbons.ends(of: 0, on: 0).first, ribbons.ends(of: 1, on: 0).first)
    #expect(abs((one - other).length - 5.6) < 1e-9)
    #expect(((one + other) / 2 - points[0]).length < 1e-9)
  }

  @Test(arguments: [0, 1])
  func `a ribbon goes round a corner in one piece`(ribbon: Int) throws {
    let ribbons = Ribbons(network, at: points)
    let ends = network.tracks.indices.map { track in
      let (first, second) = ribbons.ends(of: ribbon, on: track)
      return network.tracks[track].first == 1 ? first : second
    }
    #expect((ends[0] - ends[1]).length < 1e-9)
    // At a right angle, both shifts by half of 5.6 points add up.
    #expect(abs((ends[0] - points[1]).length - 2.8 * 2.0.squareRoot()) < 1e-9)
  }

  @Test func `neighbouring tracks keep their ribbons on the same sides`() {
    // The node numbers of the second track run against those of the first.
    let network = TrackNetwork(
      [line("1", 1, ["B", "C"], ["A", "C"]), line("2", 2, ["B", "C"], ["A", "C"])], [])
    let points = [Point(0, 0), Point(100, 0), Point(200, 0)]
    let ribbons = Ribbons(network, at: points)
    #expect(ribbons.ends(of: 0, on: 0).first.y == ribbons.ends(of: 0, on: 1).first.y)
    #expect(ribbons.ends(of: 0, on: 0).first.y != ribbons.ends(of: 1, on: 0).first.y)
  }
}
