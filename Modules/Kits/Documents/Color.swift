import Foundation

/// An sRGB colour; what shows it may have only a similar one.
public struct Color: Hashable, Sendable {
  package static let black = Color(rgb: 0x00_0000)
  package static let white = Color(rgb: 0xFF_FFFF)

  /// The colour as `0xRRGGBB`.
  public let rgb: UInt32

  /// Creates a colour from `0xRRGGBB`; a fourth byte is ignored.
  public init(rgb: UInt32) {
    self.rgb = rgb & 0xFF_FFFF
  }

  /// The relative luminance, from 0 for black to 1 for white.
  ///
  /// Source: WCAG 2.2, definition of relative luminance.
  var luminance: Double {
    let (red, green, blue) = components
    return 0.2126 * linear[red] + 0.7152 * linear[green] + 0.0722 * linear[blue]
  }

  /// The contrast ratio of two colours, from 1 for equal colours to 21 for black and white.
  ///
  /// Source: WCAG 2.2, definition of contrast ratio.
  public func contrast(with other: Color) -> Double {
    let lighter = max(luminance, other.luminance)
    let darker = min(luminance, other.luminance)
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// Black or white: the one with more contrast to this colour.
  public var readableText: Color {
    contrast(with: .white) >= contrast(with: .black) ? .white : .black
  }

  /// A colour for text on this one, if its contrast is at least a ratio; else `readableText`.
  public func textColor(_ wanted: Color?, leastContrast: Double) -> Color {
    wanted.flatMap { contrast(with: $0) >= leastContrast ? $0 : nil } ?? readableText
  }

  package var components: (red: Int, green: Int, blue: Int) {
    (Int(rgb >> 16), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF))
  }
}

/// The linear values of the components from 0 to 255: powers take time, and each badge of a page
/// compares several colours.
private let linear = (0...255).map { component in
  let value = Double(component) / 255
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}
