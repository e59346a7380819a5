import TestSupport
import Testing

@testable import Map

@Suite struct LabelPlacementTests {
  @Test(arguments: 1...(TestOptions.isThorough ? 30 : 6) as ClosedRange<UInt64>)
  func `no name covers another name or another station`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let markers = (0..<120).map { _ in
      let point = Point(
        .random(in: -300...300, using: &random), .random(in: 0...500, using: &random))
      return Rectangle(around: [point], margin: 4)
    }
    let labels = markers.enumerated().map { index, marker in
      Label(
        String(repeating: "名字", count: .random(in: 1...4, using: &random)), of: index,
        in: .station, at: marker)
    }
    let lines = zip(markers, markers.dropFirst()).map { (from: $0.topLeft, to: $1.bottomRight) }
    var placement = LabelPlacement(tracks: lines, markers: markers)
    let placed = placement.place(labels)
    #expect(placed.count > 40, "seed \(seed)")
    for (index, one) in placed.enumerated() {
      #expect(!placed[..<index].contains { $0.box.overlaps(one.box) }, "seed \(seed)")
      for (node, marker) in markers.enumerated() where node != one.label.node {
        #expect(!marker.overlaps(one.box), "seed \(seed)")
      }
    }
  }

  @Test func `a name is right of a single station, and above or below a track on that side`() {
    let marker = Rectangle(around: [Point(0, 0)], margin: 4)
    let label = Label("Name", of: 0, in: .station, at: marker)
    var withoutTrack = LabelPlacement(tracks: [], markers: [marker])
    #expect(withoutTrack.place([label]).map(\.position) == [.right])
    var withTrack = LabelPlacement(tracks: [(Point(-100, 0), Point(100, 0))], markers: [marker])
    #expect(withTrack.place([label]).map(\.position) == [.aboveRight])
  }

  @Test(arguments: LabelPosition.allCases)
  func `a name is beside its marker`(position: LabelPosition) {
    let marker = Rectangle(around: [Point(7, 9)], margin: 4)
    let box = position.box(of: Point(40, 10), at: marker)
    #expect(box.clippedLength(of: (Point(7, 9), Point(7, 9.1))) == 0)
    #expect(abs(box.size.x - 40) < 1e-9 && abs(box.size.y - 10) < 1e-9)
  }

  @Test func `a long name has several lines, and a very long one is truncated`() {
    let marker = Rectangle(around: [.zero], margin: 4)
    #expect(
      Label("Hospital Santos Silva", of: 0, in: .station, at: marker).lines
        == ["Hospital Santos", "Silva"])
    let lines = Label(String(repeating: "word ", count: 99), of: 0, in: .station, at: marker).lines
    #expect(lines.count == 3 && lines[2].hasSuffix("…"))
    #expect(Label(" \u{1B}[2J ", of: 0, in: .station, at: marker).lines == [])
  }
}
