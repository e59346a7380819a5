extension Page {
  /// Returns the colours in which the page shows `colors`, so that different ones look different as
  /// far as it has enough colours; elsewhere than on a page with 16 colours, these are `colors`.
  ///
  /// With 16 colours, the nearest pair of a colour and a free one of the page is chosen first. A free
  /// one can be seen on the theme's background, and is the colour of none of `styles`. When none is
  /// left, several colours share their nearest one.
  ///
  /// ```swift
  /// let colors = page.distinct([red, darkRed, orange], from: [.warning])
  /// ```
  public func distinct(_ colors: [Color], from styles: [Style] = []) -> [Color] {
    guard self.colors == .ansi16, theme.background != nil else { return colors }
    let taken = styles.compactMap { theme.rendition(of: $0, at: .ansi16).foreground }
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
