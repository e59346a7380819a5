import Documents
import Testing

@testable import Console

struct PageDistinctColorsTests {
  /// Blue, red, dark red, yellow-green, yellow, violet and orange.
  private static let lines: [UInt32] = [
    0x19_9FDA, 0xC6_3920, 0xA0_1010, 0xA3_BE31, 0xEB_BC14, 0x73_6EB0, 0xEE_731C,
  ]

  private func shown(
    _ colors: [UInt32], _ theme: Theme = .dark, _ depth: ColorDepth = .ansi16,
    from styles: [TextRole] = []
  ) -> [UInt32] {
    Page(columns: 80, colors: depth, theme: theme)
      .distinct(colors.map(Color.init(rgb:)), from: styles).map(\.rgb)
  }

  @Test(
    arguments: [
      // Each is the nearest one; red is nearer to the colour that orange would have.
      ([0xFF_0000, 0x00_FF00], [0xFF_0000, 0x00_FF00]),
      ([0xEE_731C, 0xC6_3920], [0xCD_CD00, 0xCD_0000]),
      // Yellow-green, yellow and orange are all nearest to the same yellow.
      ([0xA3_BE31, 0xEB_BC14, 0xEE_731C], [0xFF_FF00, 0xCD_CD00, 0xFF_0000]),
      // A grey stays a grey, and a hue becomes one only when no hue is left.
      ([0x80_8080, 0x70_7070], [0x7F_7F7F, 0xE5_E5E5]),
      // Equal colours stay equal.
      ([0xC6_3920, 0xC6_3920], [0xCD_0000, 0xCD_0000]), ([], []),
    ] as [([UInt32], [UInt32])])
  func `each colour is the nearest one that no nearer colour has`(
    colors: [UInt32], expected: [UInt32]
  ) {
    #expect(shown(colors) == expected)
  }

  @Test(arguments: [Theme.dark, .light], [[TextRole](), [.warning, .faint]])
  func `different colours differ, can be seen, and are not those of the styles`(
    theme: Theme, styles: [TextRole]
  ) {
    let colors = shown(Self.lines, theme, from: styles)
    #expect(Set(colors).count == Self.lines.count)
    let page = Page(columns: 80, colors: .ansi16, theme: theme)
    let texts = colors.map { page.paint("x", .color(Color(rgb: $0))) }
    #expect(Set(texts).count == colors.count && !texts.contains("x"))
    for style in styles {
      let color = theme.rendition(of: style, at: .ansi16).foreground?.shown(at: .ansi16)
      #expect(!colors.contains { $0 == color?.rgb })
    }
  }

  @Test(arguments: [Theme.dark, .light])
  func `when no colour is left, several share one that can be seen`(theme: Theme) {
    let many = (0..<60).map { UInt32($0 * 0x04_0811 % 0x100_0000) }
    let colors = shown(many, theme)
    #expect(Set(colors).count == (theme == .dark ? 14 : 8))
    #expect(colors.allSatisfy { theme.shows(Color(rgb: $0)) })
  }

  @Test(arguments: [
    (Theme.light, ColorDepth.none), (.highContrast, .ansi16), (.highContrast, .trueColor),
    (.none, .ansi16),
  ])
  func `without colours for content, the colours do not change`(theme: Theme, depth: ColorDepth) {
    #expect(shown(Self.lines, theme, depth) == Self.lines)
  }

  @Test(
    arguments: [
      (Theme.dark, 0xEB_BC14, 0xEB_BC14), (.light, 0xC6_3920, 0xC6_3920),
      // Yellow becomes darker on white, and dark red lighter on black.
      (.light, 0xEB_BC14, 0xB0_8D0F), (.dark, 0xA0_1010, 0xAA_2828), (.dark, 0, 0x66_6666),
    ] as [(Theme, UInt32, UInt32)])
  func `a colour that can hardly be seen becomes darker or lighter`(
    theme: Theme, color: UInt32, expected: UInt32
  ) {
    #expect(shown([color], theme, .trueColor) == [expected])
  }

  @Test(arguments: [Theme.dark, .light], [ColorDepth.ansi256, .trueColor])
  func `with many colours, each can be seen and differs`(theme: Theme, depth: ColorDepth) {
    let colors = shown(Self.lines, theme, depth).map { Color(rgb: $0).shown(at: depth) }
    #expect(Set(colors).count == Self.lines.count)
    #expect(colors.allSatisfy(theme.shows))
  }
}
