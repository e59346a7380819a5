import Testing

@testable import Map

@Suite struct LineOffsetsTests {
  /// Two lines that share two tracks and run in opposite directions.
  private let network = TrackNetwork(
    [line("1", 1, ["A", "B", "C"]), line("2", 2, ["C", "B", "A"])], [])
  private let points = [Point(0, 0), Point(100, 0), Point(100, 100)]

  @Test func `two lines on one track run in parallel`() {
    let offsets = LineOffsets(network, at: points)
    let (one, other) = (offsets.ends(of: 0, on: 0).first, offsets.ends(of: 1, on: 0).first)
    #expect(abs((one - other).length - 5.6) < 1e-9)
    #expect(((one + other) / 2 - points[0]).length < 1e-9)
  }

  @Test(arguments: [0, 1])
  func `the parts of a line meet at a corner`(group: Int) throws {
    let offsets = LineOffsets(network, at: points)
    let ends = network.tracks.indices.map { track in
      let (first, second) = offsets.ends(of: group, on: track)
      return network.tracks[track].first == 1 ? first : second
    }
    #expect((ends[0] - ends[1]).length < 1e-9)
    // At a right angle, the two offsets, half of 5.6 points each, are added.
    #expect(abs((ends[0] - points[1]).length - 2.8 * 2.0.squareRoot()) < 1e-9)
  }

  @Test func `lines stay on the same sides on neighbouring tracks`() {
    // The second track has its nodes in the opposite order.
    let network = TrackNetwork(
      [line("1", 1, ["B", "C"], ["A", "C"]), line("2", 2, ["B", "C"], ["A", "C"])], [])
    let points = [Point(0, 0), Point(100, 0), Point(200, 0)]
    let offsets = LineOffsets(network, at: points)
    #expect(offsets.ends(of: 0, on: 0).first.y == offsets.ends(of: 0, on: 1).first.y)
    #expect(offsets.ends(of: 0, on: 0).first.y != offsets.ends(of: 1, on: 0).first.y)
  }
}
