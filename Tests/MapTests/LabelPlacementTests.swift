import TestSupport
import Testing

@testable import Map

@Suite struct LabelPlacementTests {
  @Test(arguments: 1...(Thorough.isOn ? 30 : 6) as ClosedRange<UInt64>)
  func `no name hides another one, or another station`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let marks = (0..<120).map { _ in
      let point = Point(
        .random(in: -300...300, using: &random), .random(in: 0...500, using: &random))
      return Rectangle(around: [point], margin: 4)
    }
    let labels = marks.enumerated().map { index, mark in
      Label(
        String(repeating: "名字", count: .random(in: 1...4, using: &random)), of: index,
        in: .station, at: mark)
    }
    let lines = zip(marks, marks.dropFirst()).map { (from: $0.least, to: $1.most) }
    var placement = LabelPlacement(tracks: lines, marks: marks)
    let placed = placement.place(labels)
    #expect(placed.count > 40, "seed \(seed)")
    for (index, one) in placed.enumerated() {
      #expect(!placed[..<index].contains { $0.box.overlaps(one.box) }, "seed \(seed)")
      for (node, mark) in marks.enumerated() where node != one.label.node {
        #expect(!mark.overlaps(one.box), "seed \(seed)")
      }
    }
  }

  @Test func `a name stands right of a station alone, and above or below a track that goes there`()
  {
    let mark = Rectangle(around: [Point(0, 0)], margin: 4)
    let label = Label("Name", of: 0, in: .station, at: mark)
    var alone = LabelPlacement(tracks: [], marks: [mark])
    #expect(alone.place([label]).map(\.side) == [.right])
    var onTrack = LabelPlacement(tracks: [(Point(-100, 0), Point(100, 0))], marks: [mark])
    #expect(onTrack.place([label]).map(\.side) == [.aboveRight])
  }

  @Test(arguments: Side.allCases)
  func `a name stands beside its mark, never on it`(side: Side) {
    let mark = Rectangle(around: [Point(7, 9)], margin: 4)
    let box = side.box(of: Point(40, 10), at: mark)
    #expect(box.length(of: (Point(7, 9), Point(7, 9.1))) == 0)
    #expect(abs(box.size.x - 40) < 1e-9 && abs(box.size.y - 10) < 1e-9)
  }

  @Test func `a long name has several lines, a very long one is cut`() {
    let mark = Rectangle(around: [.zero], margin: 4)
    #expect(
      Label("Hospital Santos Silva", of: 0, in: .station, at: mark).lines
        == ["Hospital Santos", "Silva"])
    let lines = Label(String(repeating: "word ", count: 99), of: 0, in: .station, at: mark).lines
    #expect(lines.count == 3 && lines[2].hasSuffix("…"))
    #expect(Label(" \u{1B}[2J ", of: 0, in: .station, at: mark).lines == [])
  }
}
