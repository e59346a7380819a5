import Console

extension Command {
  /// Nobody documents this one.
  static let mindTheGap = Command("mind the gap", "Mind it", examples: []) { _ in
    try Answer(["gap": "minded"]) { _, page in
      let train = [
        "  ┌─────────────────────────────────╮ ",
        "  │ ▢ ▢ │▯▯│ ▢ ▢ │▯▯│ ▢ ▢ │▯▯│ ▢ ▢  ╲",
        "──┤─────┴──┴─────┴──┴─────┴──┴───────┤",
        "  └─◯─◯───────────◯─◯───────────◯─◯──┘",
      ]
      let gap = Style(foreground: .black, background: Color(rgb: 0xFF_D500), isBold: true)
      let sign = "  M I N D   T H E   G A P  "
      let isWide = page.columns >= 40
      return ((isWide ? train : []) + ["", page.paint(sign, gap)]).joined(separator: "\n")
    }
  }
}
