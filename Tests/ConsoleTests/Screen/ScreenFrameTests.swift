import Testing

@testable import Console

struct ScreenFrameTests {
  private let size = ScreenSize(columns: 10, rows: 3)
  private let frame = ScreenFrame(lines: ["one", "two"])

  private func body(_ drawing: String) -> String {
    var drawing = drawing
    for sequence in ["\u{1B}[?2026h\u{1B}[?25l", "\u{1B}[?2026l"] {
      #expect(drawing.contains(sequence))
      drawing.replace(sequence, with: "")
    }
    return drawing
  }

  @Test func `the first frame clears the screen`() {
    #expect(
      body(frame.drawing(over: nil, size))
        == "\u{1B}[2J\u{1B}[1;1H\u{1B}[2Kone\u{1B}[2;1H\u{1B}[2Ktwo")
  }

  @Test(arguments: [
    (
      ["one", "two", "\u{202E}3\u{1B}[2J\u{200B}\u{9B}\u{1B}[1m4\u{1B}[0m"],
      "\u{1B}[3;1H\u{1B}[2K3\u{1B}[1m4\u{1B}[0m"
    ),
    (["one", "\u{1B}]52;c;aGk=\u{7}2\n3\t4\r5"], "\u{1B}[2;1H\u{1B}[2K2 3 4 5"),
    (["one", "2"], "\u{1B}[2;1H\u{1B}[2K2"), (["one"], "\u{1B}[2;1H\u{1B}[2K"),
    (["one", "two", "three"], "\u{1B}[3;1H\u{1B}[2Kthree"),
    (["one", "two", "", "beyond"], ""),
    (["one", "two", "西直门西直门"], "\u{1B}[3;1H\u{1B}[2K西直门西直"),
  ])
  func `only the lines that differ are drawn, within the screen`(lines: [String], drawn: String) {
    #expect(body(ScreenFrame(lines: lines).drawing(over: frame, size)) == drawn)
  }

  @Test func `the same frame draws nothing`() {
    #expect(frame.drawing(over: frame, size).isEmpty)
  }

  @Test func `the cursor is shown at its position`() {
    let frame = ScreenFrame(lines: frame.lines, cursor: .init(row: 1, column: 4))
    #expect(body(frame.drawing(over: self.frame, size)) == "\u{1B}[2;5H\u{1B}[?25h")
  }

  @Test(arguments: [ScreenSize(columns: 0, rows: 0), ScreenSize(columns: 1, rows: 1)])
  func `a frame may be larger than the screen`(size: ScreenSize) {
    #expect(!frame.drawing(over: nil, size).contains("two"))
  }
}
