import Documents

/// Colours of the content are presentation attributes of SVG, such as `<svg color="#0072bc">`,
/// which need no inline style, so that the page's policy can forbid those. The style sheet can
/// override them.
extension Color {
  /// The backgrounds of the style sheet in light and dark.
  static let (lightBackground, darkBackground) = (Color.white, Color(rgb: 0x16_181C))
  /// The least contrast of symbols.
  ///
  /// Source: WCAG 2.2, success criterion 1.4.11.
  private static let leastSymbolContrast = 3.0

  /// The colour as `#0072bc`.
  var hex: String {
    let digits = String(rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The value of a presentation attribute for a symbol on the page: the colour, with as much of
  /// black or white as it needs to be seen in light and dark.
  var symbolAttribute: String {
    let (light, dark) = (visible(on: Self.lightBackground), visible(on: Self.darkBackground))
    return light == dark ? light.hex : "light-dark(\(light.hex),\(dark.hex))"
  }

  private func visible(on background: Color) -> Color {
    let end = background.readableText
    let steps = (0...20).lazy.map { self.mixed(with: end, Double($0) / 20) }
    return steps.first { $0.contrast(with: background) >= Self.leastSymbolContrast } ?? end
  }

  /// The colour with a part of another one, from 0 to 1.
  private func mixed(with other: Color, _ part: Double) -> Color {
    let (one, two) = (components, other.components)
    func mix(_ first: Int, _ second: Int) -> UInt32 {
      UInt32((Double(first) + part * Double(second - first)).rounded())
    }
    return Color(
      rgb: mix(one.red, two.red) << 16 | mix(one.green, two.green) << 8 | mix(one.blue, two.blue))
  }
}

extension Badge {
  /// Whether the name is white on the background: if that is what the badge wants and it can be
  /// read, or if it can be read better than black. Only these two are classes of the style sheet.
  var hasWhiteName: Bool {
    guard let color else { return false }
    let wanted = textColor.map(\.readableText) == .black ? Color.white : .black
    return color.textColor(textColor == nil ? nil : wanted, leastContrast: 4.5) == .white
  }
}

extension TextRole {
  /// The class of the style sheet; nil for plain text, and for what has an element or a colour of
  /// its own.
  var className: String? {
    switch self {
    case .plain, .code, .struck, .match, .color: nil
    case .title: "title"
    case .strong: "strong"
    case .faint: "faint"
    case .accent: "accent"
    case .positive: "positive"
    case .warning: "warning"
    case .critical: "critical"
    case .selection: "selection"
    }
  }

  /// The presentation attribute of a symbol in the role; nil for a role with a class.
  var colorAttribute: String? {
    if case .color(let color) = self { color.symbolAttribute } else { nil }
  }
}
