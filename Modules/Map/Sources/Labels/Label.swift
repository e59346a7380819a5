import Console

/// A font size and weight, in points.
struct Font: Hashable {
  static let station = Font(size: 11, isBold: false)
  static let interchange = Font(size: 12.5, isBold: true)
  static let title = Font(size: 26, isBold: true)
  static let subtitle = Font(size: 13, isBold: false)

  let size: Double
  let isBold: Bool

  var lineHeight: Double { 1.12 * size }

  /// The estimated width of a text. The viewer chooses the font, so the estimate assumes a wide
  /// one.
  func width(_ text: String) -> Double {
    let wide = max(0, text.columns - text.count)
    let narrow = max(0, text.columns - 2 * wide)
    return size * (Double(wide) + (isBold ? 0.66 : 0.6) * Double(narrow))
  }
}

/// The name of a station, broken into lines.
struct Label {
  private static let maximumColumns = 17
  private static let maximumLines = 3

  let node: Int
  /// The lines, none of which is empty.
  let lines: [String]
  let font: Font
  /// The rectangle of the station's marker.
  let marker: Rectangle
  /// The width and height of the lines.
  let size: Point

  init(_ name: String, of node: Int, in font: Font, at marker: Rectangle) {
    self.node = node
    self.font = font
    self.marker = marker
    var lines = name.printable.wrapped(to: Self.maximumColumns)
    if lines.count > Self.maximumLines {
      lines = lines.prefix(Self.maximumLines - 1) + [lines[Self.maximumLines - 1] + "…"]
    }
    self.lines = lines
    size = Point(
      lines.map(font.width).max() ?? 0, Double(lines.count) * font.lineHeight - 0.2 * font.size)
  }
}

/// A position of a label beside its marker.
enum LabelPosition: CaseIterable {
  case right, left, aboveRight, belowRight, aboveLeft, belowLeft, above, below

  /// The alignment of the lines, as SVG's `text-anchor`.
  enum Anchor: String {
    case start, middle, end
  }

  private static let gap = 3.0

  var anchor: Anchor {
    switch self {
    case .right, .aboveRight, .belowRight: .start
    case .left, .aboveLeft, .belowLeft: .end
    case .above, .below: .middle
    }
  }

  /// The cost of the position; 1 is as bad as one point of track under the label.
  var cost: Double {
    switch self {
    case .right: 0
    case .left: 2
    case .aboveRight: 3
    case .belowRight: 4
    case .aboveLeft: 5
    case .belowLeft: 6
    case .above: 5
    case .below: 7
    }
  }

  /// The rectangle of a label with this size beside a marker.
  func box(of size: Point, at marker: Rectangle) -> Rectangle {
    let center = marker.center
    // Markers are round, so a label at a corner can be closer than the corner of their box.
    let corner = 0.7 * marker.size / 2
    let x =
      switch self {
      case .right: marker.bottomRight.x + Self.gap
      case .left: marker.topLeft.x - Self.gap - size.x
      case .aboveRight, .belowRight: center.x + corner.x + 1
      case .aboveLeft, .belowLeft: center.x - corner.x - 1 - size.x
      case .above, .below: center.x - size.x / 2
      }
    let y =
      switch self {
      case .right, .left: center.y - size.y / 2
      case .above: marker.topLeft.y - Self.gap - size.y
      case .below: marker.bottomRight.y + Self.gap
      case .aboveRight, .aboveLeft: center.y - corner.y - 1 - size.y
      case .belowRight, .belowLeft: center.y + corner.y + 1
      }
    return Rectangle(Point(x, y), Point(x, y) + size)
  }
}

/// A label with its position in the image.
struct PlacedLabel {
  let label: Label
  let box: Rectangle
  let position: LabelPosition
}
