import Mediator
import Testing

@testable import Documents

struct TrackTests {
  private let stop = Track.Row(.stop, .accent, label: "08:15", "Trindade")

  @Test func `a track keeps the labels with which it is aligned`() {
    let other = Track.Row(.gap, .plain, label: "tomorrow", [])
    #expect(Track([stop], alignedWith: [other, stop]).otherLabels == ["tomorrow", "08:15"])
    #expect(Track([stop]).otherLabels.isEmpty)
  }

  @Test func `rows differ by symbol, role, label and content`() {
    let rows = [
      stop, Track.Row(.interchange, .accent, label: "08:15", "Trindade"),
      Track.Row(.stop, .faint, label: "08:15", "Trindade"), Track.Row(.stop, .accent, "Trindade"),
      Track.Row(.stop, .accent, label: "08:15", []),
    ]
    #expect(Set(rows).count == rows.count)
    #expect(Track([stop]) == Track([stop]))
  }
}

struct ScaleTests {
  @Test func `scales differ by name, positions, position and label`() {
    let scales = [
      Scale("time", 0...3, at: 1, label: "one"), Scale("volume", 0...3, at: 1, label: "one"),
      Scale("time", 0...4, at: 1, label: "one"), Scale("time", 0...3, at: 2, label: "one"),
      Scale("time", 0...3, at: 1, label: "two"),
    ]
    #expect(Set(scales).count == scales.count)
  }
}
