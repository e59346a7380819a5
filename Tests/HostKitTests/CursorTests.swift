import Scenes
import TestSupport
import Testing

@testable import HostKit

struct CursorTests {
  /// A header, five rows of which the third has two lines, and three lines of text.
  private let lines: [RowPath?] =
    [nil] + [0, 1, 2, 2, 3, 4].map { row("\($0)") } + [nil, nil, nil]

  private static func row(_ name: String) -> RowPath { RowPath(section: "rows", row: name) }

  private func moving(_ motions: [Motion], height: Int) -> Cursor {
    var cursor = Cursor()
    cursor.update(for: lines, height: height)
    for motion in motions { cursor.move(motion, in: lines, height: height) }
    return cursor
  }

  @Test(
    arguments: [
      ([], "0", 0), ([.down], "1", 0), ([.down, .down, .down], "3", 2), ([.down, .up], "0", 0),
      ([.up], "0", 0), ([.end], "4", 6), ([.end, .home], "0", 0), ([.pageDown], "2", 0),
      ([.pageDown, .pageUp], "0", 0), (Array(repeating: .down, count: 4), "4", 3),
      // The lines above the first row become visible with it.
      (Array(repeating: .down, count: 4) + Array(repeating: .up, count: 4), "0", 0),
      // Below the last row, the lines scroll.
      (Array(repeating: .down, count: 6), "4", 5), (Array(repeating: .down, count: 99), "4", 6),
      (Array(repeating: .down, count: 99) + [.up], "3", 5),
    ] as [([Motion], String, Int)])
  func `the selected row is visible`(motions: [Motion], row: String, top: Int) {
    let cursor = moving(motions, height: 4)
    #expect(cursor.selection == Self.row(row) && cursor.top == top)
  }

  @Test(
    arguments: [
      ([], 4, "1 of 5"), ([.down, .down], 4, "3 of 5"), ([.end], 9, "5 of 5"), ([.end], 10, nil),
    ] as [([Motion], Int, String?)])
  func `the position is shown if not all lines are visible`(
    motions: [Motion], height: Int, position: String?
  ) {
    #expect(moving(motions, height: height).position(in: lines, height: height) == position)
  }

  @Test(
    arguments: [([], "1–4 of 10"), ([.pageDown], "4–7 of 10"), ([.end], "7–10 of 10")]
      as [([Motion], String)])
  func `without rows, the position is the visible lines`(motions: [Motion], position: String) {
    var cursor = Cursor()
    let lines = [RowPath?](repeating: nil, count: 10)
    for motion in motions { cursor.move(motion, in: lines, height: 4) }
    #expect(cursor.position(in: lines, height: 4) == position)
  }

  @Test func `without rows, the lines scroll`() {
    var cursor = Cursor()
    let lines = [RowPath?](repeating: nil, count: 10)
    for (motion, top) in [(Motion.down, 1), (.pageDown, 4), (.end, 6), (.up, 5), (.home, 0)] {
      cursor.move(motion, in: lines, height: 4)
      #expect(cursor.selection == nil && cursor.top == top)
    }
  }

  @Test func `the lines scroll one by one to a row far below`() {
    var cursor = Cursor()
    let lines = [RowPath?](repeating: nil, count: 8) + [Self.row("a"), Self.row("b")]
    cursor.update(for: lines, height: 4)
    #expect(cursor.selection == Self.row("a") && cursor.top == 0)
    for top in 1...5 {
      cursor.move(.down, in: lines, height: 4)
      #expect(cursor.selection == Self.row("a") && cursor.top == top)
    }
    cursor.move(.down, in: lines, height: 4)
    #expect(cursor.selection == Self.row("b") && cursor.top == 6)
  }

  @Test
  func `a row stays selected on the same line of the screen when others are added and removed`() {
    var cursor = moving([.down, .down, .down, .down], height: 4)
    let line = 6 - cursor.top
    cursor.update(for: [Self.row("new"), Self.row("newer")] + lines, height: 4)
    #expect(cursor.selection == Self.row("4") && 8 - cursor.top == line)
    cursor.update(for: [nil, Self.row("0"), Self.row("1")], height: 4)
    #expect(cursor.selection == Self.row("1") && cursor.top == 0)
    cursor.update(for: [], height: 4)
    #expect(cursor.selection == nil && cursor.top == 0)
  }

  @Test(arguments: 0..<100)
  func `after any changes, the selected row exists and the top is valid`(seed: Int) {
    var random = SplitMix64(seed: seed)
    var cursor = Cursor()
    for _ in 0..<100 {
      let lines = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
        Bool.random(using: &random) ? Self.row("\(Int.random(in: 0..<20, using: &random))") : nil
      }
      let height = Int.random(in: 1..<12, using: &random)
      let motions: [Motion] = [.up, .down, .pageUp, .pageDown, .home, .end]
      if let motion = motions.randomElement(using: &random) {
        cursor.move(motion, in: lines, height: height)
      }
      #expect(
        cursor.selection.map(lines.contains) ?? lines.allSatisfy { $0 == nil }, "seed \(seed)")
      #expect(cursor.top >= 0 && cursor.top <= max(lines.count - height, 0), "seed \(seed)")
    }
  }
}
