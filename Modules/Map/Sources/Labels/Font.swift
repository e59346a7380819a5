import Console

/// A size of letters, in points.
struct Font: Hashable {
  static let station = Font(size: 11, isBold: false)
  static let interchange = Font(size: 12.5, isBold: true)

  let size: Double
  let isBold: Bool

  var lineHeight: Double { 1.12 * size }

  /// About how wide a text is: nobody knows which font the picture will be shown in, so that it is
  /// reckoned with a wide one.
  func width(_ text: String) -> Double {
    let wide = max(0, text.columns - text.count)
    let narrow = max(0, text.columns - 2 * wide)
    return size * (Double(wide) + (isBold ? 0.66 : 0.6) * Double(narrow))
  }
}
