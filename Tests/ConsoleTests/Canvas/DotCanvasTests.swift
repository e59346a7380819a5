import Documents
import TestSupport
import Testing

@testable import Console

@Suite struct DotCanvasTests {
  private let page = Page(columns: 80)
  private let red = TextRole.color(Color(rgb: 0xFF_0000))
  private let blue = TextRole.color(Color(rgb: 0x5C_5CFF))

  private func picture(
    columns: Int = 12, rows: Int = 3, _ draw: (inout DotCanvas) -> Void
  ) -> String {
    var canvas = DotCanvas(columns: columns, rows: rows)
    draw(&canvas)
    return canvas.lines(on: page).joined(separator: "\n")
  }

  @Test(
    arguments: [
      ([0, 0], [0, 0], .thin, "⠁\n\n"), ([23, 11], [23, 11], .thin, "\n\n           ⢀"),
      ([0, 6], [23, 6], .thin, "\n⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤\n"),
      ([0, 6], [23, 6], .thick, "\n⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤\n"),
      ([2, 0], [2, 11], .thin, " ⡇\n ⡇\n ⡇"), ([2, 0], [2, 11], .thick, " ⣿\n ⣿\n ⣿"),
      ([0, 0], [11, 11], .thin, "⠑⢄\n  ⠑⢄\n    ⠑⢄"),
      // Only the part inside the picture is drawn.
      ([-1e9, 6], [1e9, 6], .thin, "\n⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤\n"),
      ([2, -1e12], [2, 1e12], .thin, " ⡇\n ⡇\n ⡇"),
      ([-5, 0], [-5, 11], .thin, "\n\n"), ([0, 12], [23, 12], .thin, "\n\n"),
      ([-1, 1], [1, -1], .thin, "⠁\n\n"), ([.nan, 0], [5, 5], .thin, "\n\n"),
      ([-.infinity, 0], [5, 5], .thin, "\n\n"),
    ] as [(SIMD2<Double>, SIMD2<Double>, Picture.Segment.Width, String)])
  func `the part of a line inside the picture is drawn in dots`(
    start: SIMD2<Double>, end: SIMD2<Double>, width: Picture.Segment.Width, expected: String
  ) {
    #expect(picture { $0.drawLine(from: start, to: end, red, width) } == expected)
  }

  @Test func `lines in one cell are drawn together, and marks and labels over them`() {
    let text = picture(columns: 16, rows: 5) { canvas in
      canvas.drawLine(from: [0, 10], to: [31, 10], red)
      canvas.drawLine(from: [10, 0], to: [10, 19], blue)
      canvas.drawMark("●", at: [10, 10], .strong)
      canvas.drawMark("◉", at: [0, 10], .plain)
      canvas.place([CanvasLabel("Porto", at: [10, 10]), CanvasLabel("西直", at: [0, 10])])
    }
    #expect(
      text == """
             ⡇
        西直 Porto
        ◉⠤⠤⠤⠤●⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤
             ⡇
             ⡇
        """)
  }

  @Test(
    arguments: [
      (.none, "⠤⠤⡧⠤"),
      (.ansi16, "\u{1B}[91m⠤⠤\u{1B}[0m\u{1B}[94m⡧\u{1B}[0m\u{1B}[91m⠤\u{1B}[0m"),
      (.ansi256, "\u{1B}[38;5;196m⠤⠤\u{1B}[0m\u{1B}[38;5;63m⡧\u{1B}[0m\u{1B}[38;5;196m⠤\u{1B}[0m"),
      (
        .trueColor,
        "\u{1B}[38;2;255;0;0m⠤⠤\u{1B}[0m\u{1B}[38;2;92;92;255m⡧\u{1B}[0m\u{1B}[38;2;255;0;0m⠤\u{1B}[0m"
      ),
    ] as [(ColorDepth, String)])
  func `a cell has the style of the line that was drawn last`(depth: ColorDepth, line: String) {
    var canvas = DotCanvas(columns: 4, rows: 1)
    canvas.drawLine(from: [0, 2], to: [7, 2], red)
    canvas.drawLine(from: [4, 0], to: [4, 3], blue)
    #expect(canvas.lines(on: Page(columns: 80, colors: depth)) == [line])
  }

  @Test(
    arguments: [
      ([4.0, 4.0], "Aa", "", "  ● Aa"), ([20.0, 4.0], "Aa", "", "       Aa ●"),
      // Neither side has enough space, so that the name is above.
      ([12.0, 4.0], "Aaaaaaa", "   Aaaaaaa", "      ●"),
      ([2.0, 4.0], "西直门", "", " ● 西直门"), ([20.0, 4.0], "西直门", "", "   西直门 ●"),
    ] as [(SIMD2<Double>, String, String, String)])
  func `a name is beside its mark, completely inside the picture`(
    point: SIMD2<Double>, name: String, first: String, second: String
  ) {
    let text = picture { canvas in
      canvas.drawMark("●", at: point, .plain)
      #expect(canvas.place([CanvasLabel(name, at: point)]) == 1)
    }
    #expect(text == "\(first)\n\(second)\n")
  }

  @Test func `a name that would cover another name, a mark or too much of a line is left out`() {
    let text = picture(columns: 11, rows: 1) { canvas in
      canvas.drawMark("●", at: [0, 0], .plain)
      canvas.drawMark("◉", at: [12, 0], .plain)
      let labels = [CanvasLabel("Abcd", at: [0, 0]), CanvasLabel("Ef", at: [12, 0])]
      #expect(canvas.place(labels) == 1)
    }
    #expect(text == "●     ◉ Ef")
  }

  @Test(
    arguments: [
      // On the right, another mark is as near as the own one.
      ([16.0, 4.0], "", "Ab ●    ◉"), ([14.0, 4.0], "", "Ab ●   ◉"),
      // A mark in the same row is nearer than one below the name.
      ([10.0, 8.0], "", "   ● Ab"), ([18.0, 4.0], "", "   ● Ab  ◉"),
    ] as [(SIMD2<Double>, String, String)])
  func `no other mark is as near to a name as its own`(
    other: SIMD2<Double>, first: String, second: String
  ) {
    let text = picture(columns: 12, rows: 3) { canvas in
      canvas.drawMark("●", at: [6, 4], .plain)
      canvas.drawMark("◉", at: other, .plain)
      #expect(canvas.place([CanvasLabel("Ab", at: [6, 4])]) == 1)
    }
    #expect(text.hasPrefix("\(first)\n\(second)\n"))
  }

  @Test func `a name is not between two marks above and below it, or beside another one`() {
    let text = picture(columns: 9, rows: 3) { canvas in
      canvas.drawMark("●", at: [4, 4], .plain)
      for point in [SIMD2(8.0, 0.0), [4, 11]] { canvas.drawMark("◉", at: point, .plain) }
      #expect(canvas.place([CanvasLabel("Abcdefg", at: [4, 4])]) == 0)
    }
    #expect(text == "    ◉\n  ●\n  ◉")
  }

  @Test func `a name that is nowhere nearest to its mark is left out, unless it is selected`() {
    func text(coversLines: Bool) -> String {
      picture(columns: 9, rows: 1) { canvas in
        for x in [0, 8, 16] { canvas.drawMark("●", at: [Double(x), 0], .plain) }
        canvas.place([CanvasLabel("A", at: [8, 0], coversLines: coversLines)])
      }
    }
    #expect(text(coversLines: false) == "●   ●   ●")
    #expect(text(coversLines: true) == "●   ● A ●")
  }

  @Test func `a name whose new mark would be beside another name is left out`() {
    let text = picture(columns: 10, rows: 1) { canvas in
      let labels = [("Abc", 0.0), ("D", 12), ("E", 14)].map {
        CanvasLabel($0.0, at: [$0.1, 0], mark: "•")
      }
      #expect(canvas.place(labels) == 2)
    }
    #expect(text == "• Abc  • E")
  }

  @Test(
    arguments: [([4.0, 0.0], [4.0, 3.0], "  Abcd", 1), ([4, 0], [7, 0], "  ⠉⠉", 0)]
      as [(SIMD2<Double>, SIMD2<Double>, String, Int)])
  func `a name crosses a line, but does not cover it`(
    start: SIMD2<Double>, end: SIMD2<Double>, expected: String, count: Int
  ) {
    let text = picture(columns: 6, rows: 1) { canvas in
      canvas.drawLine(from: start, to: end, red)
      #expect(canvas.place([CanvasLabel("Abcd", at: [0, 0])]) == count)
    }
    #expect(text == expected)
  }

  @Test(arguments: ["\u{301}", "\u{301}\u{302}", "", "e\u{301}"])
  func `a name without columns is left out, and no name is outside of the picture`(name: String) {
    let text = picture(columns: 3, rows: 1) { canvas in
      let labels = [
        CanvasLabel(name, at: [2, 0]), CanvasLabel(name, at: [4, 0], coversLines: true),
      ]
      #expect(canvas.place(labels) == (name.columns > 0 ? 1 : 0))
    }
    #expect(text.columns <= 3)
  }

  @Test func `the selected name is placed first, then the names by their rank`() {
    func text(_ labels: CanvasLabel...) -> String {
      picture(columns: 6, rows: 1) { $0.place(labels) }
    }
    let (one, two) = (CanvasLabel("one", at: [0, 0], rank: 2), CanvasLabel("two", at: [1, 0]))
    let chosen = CanvasLabel("yes", at: [2, 0], rank: 9, coversLines: true)
    #expect(text(one) == "  one")
    #expect(text(one, two) == "  two")
    #expect(text(one, two, chosen) == "   yes")
  }

  @Test(arguments: 1...(TestOptions.isThorough ? 300 : 30) as ClosedRange<UInt64>)
  func `names never overlap, and every row fits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (columns, rows) = (
      Int.random(in: 0...40, using: &random), Int.random(in: 0...12, using: &random)
    )
    var canvas = DotCanvas(columns: columns, rows: rows)
    func point() -> SIMD2<Double> {
      [.random(in: -20...100, using: &random), .random(in: -20...60, using: &random)]
    }
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      canvas.drawLine(from: point(), to: point(), red, Bool.random(using: &random) ? .thin : .thick)
    }
    let names = ["A", "Trindade", "西直门", "e\u{301}é", "👩‍👩‍👧‍👦 x", "", "\u{202E}z", "ab cd"]
    let labels = (0..<40).map { number in
      CanvasLabel(
        "\(names[number % names.count])", at: point(), rank: number / 4, coversLines: number == 7)
    }
    for label in labels { canvas.drawMark("•", at: label.point, .plain) }
    let count = canvas.place(labels)
    let lines = canvas.lines(on: page)
    #expect(lines.count == rows)
    #expect(lines.allSatisfy { $0.columns <= columns && $0.printable == $0 }, "seed \(seed)")
    // Each placed name is complete.
    let written = lines.joined(separator: "\n").filter { !"\n• ".contains($0) && !$0.isBraille }
    let characters = labels.reduce(0) { $0 + $1.text.filter { $0 != " " }.count }
    #expect(written.count <= characters && (count == 0) == written.isEmpty, "seed \(seed)")
  }
}

extension Character {
  fileprivate var isBraille: Bool {
    unicodeScalars.first.map { (0x2800...0x28FF).contains($0.value) } ?? false
  }
}
