public import Documents

extension Page {
  /// Returns the colours in which the page shows `colors`: each can be seen on the theme's
  /// background, and different ones look different as far as the page has enough colours.
  ///
  /// A colour with too little contrast becomes darker or lighter. With 16 colours, the nearest pair
  /// of a colour and a free one of the page is chosen first; a free one is the colour of none of
  /// `roles`. When none is left, several colours share their nearest one.
  ///
  /// ```swift
  /// let colors = page.distinct([red, darkRed, orange], from: [.warning])
  /// ```
  public func distinct(_ colors: [Color], from roles: [TextRole] = []) -> [Color] {
    switch self.colors {
    case .none: colors
    case .ansi16: theme.background == nil ? colors : distinctANSI16(colors, from: roles)
    case .ansi256, .trueColor: colors.map(visible)
    }
  }

  /// The colour with as much of black or white as it needs to be seen on the background.
  private func visible(_ color: Color) -> Color {
    guard let background = theme.background else { return color }
    let end = background.readableText
    let steps = (0...20).lazy.map { color.mixed(with: end, Double($0) / 20) }
    return steps.first { theme.shows($0.shown(at: colors)) } ?? end
  }

  private func distinctANSI16(_ colors: [Color], from roles: [TextRole]) -> [Color] {
    let taken = roles.compactMap { theme.rendition(of: $0, at: .ansi16).foreground }
      .map { $0.shown(at: .ansi16) }
    let visible = Color.ansi16.filter { theme.shows($0) && !taken.contains($0) }
    var unique: Set<Color> = []
    let pairs = colors.filter { unique.insert($0).inserted }.flatMap { color in
      visible.map { (color: color, shown: $0, difference: color.difference(to: $0)) }
    }.sorted {
      ($0.difference, $0.color.rgb, $0.shown.rgb) < ($1.difference, $1.color.rgb, $1.shown.rgb)
    }
    var shown: [Color: Color] = [:]
    var used: Set<Color> = []
    for pair in pairs where shown[pair.color] == nil && !used.contains(pair.shown) {
      shown[pair.color] = pair.shown
      used.insert(pair.shown)
    }
    for pair in pairs where shown[pair.color] == nil { shown[pair.color] = pair.shown }
    return colors.map { shown[$0] ?? $0 }
  }
}

extension Color {
  /// The colour with a part of another one, from 0 to 1.
  fileprivate func mixed(with other: Color, _ part: Double) -> Color {
    let (one, two) = (components, other.components)
    func mix(_ first: Int, _ second: Int) -> UInt32 {
      UInt32((Double(first) + part * Double(second - first)).rounded())
    }
    return Color(
      rgb: mix(one.red, two.red) << 16 | mix(one.green, two.green) << 8 | mix(one.blue, two.blue))
  }
}
