import Console
import DataSourceInterface
import Documents
import JourneysInterface
import MapInterface
import RealtimeInterface

/// What a map shows: a network, or a journey on it.
struct MapContent: Equatable {
  let city: City
  let title: String
  /// The text below the title.
  let subtitle: String
  let network: TrackNetwork
  let highlight: JourneyHighlight?
  let layout: NodeLayout
  /// The node where the person usually is; nil if it is not looked up.
  var usualNode: Int?
  /// The vehicles whose position is known, as they are drawn over a network.
  var vehicles: [Vehicle] = []
  /// The ends and the departure of the journey; nil for a network.
  let ends: OriginDestination?

  init(
    city: City, title: String, subtitle: String, network: TrackNetwork,
    highlight: JourneyHighlight? = nil, ends: OriginDestination? = nil
  ) {
    self.city = city
    self.title = title
    self.subtitle = subtitle
    self.network = network
    self.highlight = highlight
    layout = NodeLayout(network)
    self.ends = ends
  }
}

/// The whole image: title, network and legend.
struct MapDocument {
  private static let margin = 36.0
  private static let minimumWidth = 620.0
  private static let headerHeight = 62.0
  private static let legendRowHeight = 25.0

  private let content: MapContent
  private let drawing: NetworkDrawing

  init(_ content: MapContent) {
    self.content = content
    drawing = NetworkDrawing(
      content.network, content.highlight, at: content.layout)
  }

  /// The image as an SVG document.
  var rendered: MapDrawing {
    let (title, network) = (content.title, content.network)
    let extent = drawing.extent
    let legend = Picture.Legend(of: content)
    let (entries, columnWidth) = (legend.entries, legend.width)
    let headings = max(
      Font.title.width(Self.shortened(title)), Font.subtitle.width(Self.shortened(content.subtitle))
    )
    let width = max(max(extent.size.x, headings) + 2 * Self.margin, Self.minimumWidth)
    let columns = max(1, Int((width - 2 * Self.margin) / columnWidth))
    let rows = (entries.count + columns - 1) / columns
    let height =
      Self.headerHeight + extent.size.y + 4 * Self.margin + Double(rows) * Self.legendRowHeight
    let corner = Point(
      (extent.topLeft.x + extent.bottomRight.x - width) / 2,
      extent.topLeft.y - Self.headerHeight - 2 * Self.margin)
    var svg = SVG()
    svg.group(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": width.rounded(.up).svg,
        "height": height.rounded(.up).svg,
        "viewBox": "\(corner.svg) \(width.rounded(.up).svg) \(height.rounded(.up).svg)",
        "role": "img",
      ]
    ) { svg in
      svg.add("title", [:], title)
      svg.add("style", [:], Self.style)
      svg.add(
        "rect",
        [
          "x": corner.x.svg, "y": corner.y.svg, "width": "100%", "height": "100%",
          "fill": MapColors.background.hex,
        ])
      let left = corner.x + Self.margin
      add(title, "title", at: Point(left, corner.y + Self.margin + 20), in: &svg)
      add(content.subtitle, "quiet", at: Point(left, corner.y + Self.margin + 42), in: &svg)
      svg.group(
        "g",
        [
          "fill": "none", "stroke-width": LineOffsets.lineWidth.svg, "stroke-linecap": "round",
          "stroke-linejoin": "round",
        ]
      ) { drawing.draw(in: &$0) }
      let top = extent.bottomRight.y + Self.margin
      for (index, entry) in entries.enumerated() {
        let point = Point(
          left + Double(index / max(rows, 1)) * columnWidth,
          top + Double(index % max(rows, 1)) * Self.legendRowHeight)
        draw(entry, at: point, in: &svg)
      }
    }
    return MapDrawing(
      city: content.city.id, title: title, width: Int(width.rounded(.up)),
      height: Int(height.rounded(.up)), lines: network.lines.count,
      stations: network.nodes.count, names: drawing.names.count, svg: svg.text)
  }

  private func draw(_ entry: Picture.Legend.Entry, at point: Point, in svg: inout SVG) {
    var x = point.x
    for badge in entry.badges {
      let width = Picture.Legend.width(of: badge)
      let color = badge.color ?? MapColors.foreground
      // The least contrast of WCAG 2.2, success criterion 1.4.3.
      let textColor = color.textColor(badge.textColor, leastContrast: 4.5)
      svg.add(
        "rect",
        [
          "x": x.svg, "y": point.y.svg, "width": width.svg, "height": "18", "rx": "4",
          "fill": color.hex,
          "stroke": color.isFaint ? MapColors.secondary.hex : color.hex,
        ])
      svg.add(
        "text",
        [
          "class": "badge", "x": (x + width / 2).svg, "y": (point.y + 13.4).svg,
          "text-anchor": "middle", "style": "fill: \(textColor.hex)",
        ], badge.name)
      x += width + Picture.Legend.gap
    }
    add(entry.imageText, "legend", at: Point(x + Picture.Legend.gap, point.y + 13.4), in: &svg)
  }

  private func add(_ text: String, _ cssClass: String, at point: Point, in svg: inout SVG) {
    svg.add(
      "text", ["class": cssClass, "x": point.x.svg, "y": point.y.svg],
      Self.shortened(text))
  }

  private static func shortened(_ text: String) -> String { text.printable.truncated(to: 120) }

  private static let style = """
    text { font-family: Helvetica, Arial, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', \
    'Microsoft YaHei', sans-serif; fill: \(MapColors.foreground.hex) }
    .name, .big, .far { font-size: \(Font.station.size.svg)px; paint-order: stroke; \
    stroke: \(MapColors.background.hex); stroke-width: 2.4px; stroke-linejoin: round }
    .big { font-size: \(Font.interchange.size.svg)px; font-weight: bold }
    .far { fill: #A9AFB8 }
    .title { font-size: \(Font.title.size.svg)px; font-weight: bold }
    .quiet { font-size: \(Font.subtitle.size.svg)px; fill: \(MapColors.secondary.hex) }
    .legend { font-size: 12px }
    .badge { font-size: 12px; font-weight: bold }
    """
}
