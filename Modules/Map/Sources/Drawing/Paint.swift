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

  /// The colours there are, and for each line the number of its own. Lines without a colour get one
  /// each.
  static func ribbons(of lines: [Line]) -> (colors: [Color], numbers: [Int]) {
    var colors: [Color] = []
    var known: [LineColor: Int] = [:]
    let numbers = lines.map { line in
      if let number = line.color.flatMap({ known[$0] }) { return number }
      if let color = line.color { known[color] = colors.count }
      colors.append(Color(rgb: line.color?.rgb ?? spare[colors.count % spare.count]))
      return colors.count - 1
    }
    return (colors, numbers)
  }
}

extension Color {
  /// As SVG and CSS write it.
  var hex: String { "#\(LineColor(rgb: rgb))" }

  /// Whether one hardly sees it on paper.
  var isFaint: Bool { contrast(with: Paint.paper) < 1.35 }
}
