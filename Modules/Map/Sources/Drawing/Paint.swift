import Console
import DataSourceInterface

/// The colours of a picture.
enum Paint {
  static let paper = Color(rgb: 0xFF_FFFF)
  static let ink = Color(rgb: 0x22_262B)
  static let quiet = Color(rgb: 0x6B_7280)
  static let start = Color(rgb: 0x0B_8043)
  static let end = Color(rgb: 0xC5_221F)

  /// What lines without a colour of their own get in turn.
  ///
  /// Source: M. Okabe, K. Ito, "Color universal design", 2008; without black and the pale yellow.
  private static let spare: [UInt32] = [
    0x00_72B2, 0xD5_5E00, 0x00_9E73, 0xCC_79A7, 0xE6_9F00, 0x56_B4E9, 0x8A_6D3B,
  ]

  /// The colours of lines, by line.
  static func colors(of lines: [Line]) -> [Color] {
    var given = 0
    return lines.map { line in
      if let color = line.color { return Color(rgb: color.rgb) }
      given += 1
      return Color(rgb: spare[(given - 1) % spare.count])
    }
  }
}

extension Color {
  /// As SVG and CSS write it.
  var hex: String { "#\(LineColor(rgb: rgb))" }

  /// Whether one hardly sees it on paper.
  var isFaint: Bool { contrast(with: Paint.paper) < 1.35 }
}
