import Foundation

/// An sRGB colour as a view wants it; a page shows the nearest that it has.
public struct Color: Hashable, Sendable {
  /// Black.
  public static let black = Color(rgb: 0x00_0000)
  /// White.
  public static let white = Color(rgb: 0xFF_FFFF)

  /// Red in the highest, blue in the lowest of three bytes.
  public let rgb: UInt32

  /// A colour of three bytes; a fourth is dropped.
  public init(rgb: UInt32) {
    self.rgb = rgb & 0xFF_FFFF
  }

  /// How bright the colour is, from 0 for black to 1 for white.
  ///
  /// Source: WCAG 2.2, definition of relative luminance.
  public var luminance: Double {
    let (red, green, blue) = components
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// How well the colours stand out from each other, from 1 for not at all to 21.
  ///
  /// Source: WCAG 2.2, definition of contrast ratio.
  public func contrast(with other: Color) -> Double {
    let lighter = max(luminance, other.luminance)
    let darker = min(luminance, other.luminance)
    return (lighter + 0.05) / (darker + 0.05)
  }

  /// Black or white, whichever is easier to read on this colour.
  public var readableText: Color {
    contrast(with: .white) >= contrast(with: .black) ? .white : .black
  }

  var components: (red: Int, green: Int, blue: Int) {
    (Int(rgb >> 16), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF))
  }
}

private func linear(_ component: Int) -> Double {
  let value = Double(component) / 255
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}
