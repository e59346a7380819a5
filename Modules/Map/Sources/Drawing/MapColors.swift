import DataSourceInterface
import Documents

/// The colours of a map.
enum MapColors {
  static let background = Color(rgb: 0xFF_FFFF)
  static let foreground = Color(rgb: 0x22_262B)
  static let secondary = Color(rgb: 0x6B_7280)
  static let start = Color(rgb: 0x0B_8043)
  static let end = Color(rgb: 0xC5_221F)

  /// The colours of lines for which the feed gives none.
  ///
  /// Source: M. Okabe, K. Ito, "Color universal design", 2008; without black and the pale yellow.
  private static let defaultLineColors: [UInt32] = [
    0x00_72B2, 0xD5_5E00, 0x00_9E73, 0xCC_79A7, 0xE6_9F00, 0x56_B4E9, 0x8A_6D3B,
  ]

  /// Groups lines by colour; a line without a colour is a group of its own.
  /// - Returns: The colour of each group, and the group of each line.
  static func groups(of lines: [Line]) -> (colors: [Color], groups: [Int]) {
    var colors: [Color] = []
    var groupsByColor: [LineColor: Int] = [:]
    let groups = lines.map { line in
      if let group = line.color.flatMap({ groupsByColor[$0] }) { return group }
      if let color = line.color { groupsByColor[color] = colors.count }
      let defaultColor = defaultLineColors[colors.count % defaultLineColors.count]
      colors.append(Color(rgb: line.color?.rgb ?? defaultColor))
      return colors.count - 1
    }
    return (colors, groups)
  }
}

extension Color {
  /// The colour in SVG and CSS, such as `#E30613`.
  var hex: String { "#\(LineColor(rgb: rgb))" }

  /// Whether the colour is hard to see on the background.
  var isFaint: Bool { contrast(with: MapColors.background) < 1.35 }
}
