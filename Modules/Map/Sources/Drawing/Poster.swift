import Console
import DataSourceInterface
import MapInterface
import RoutingInterface

/// The whole picture: a title, the network, and what its colours mean.
struct Poster {
  private static let margin = 36.0
  private static let leastWidth = 620.0
  private static let head = 62.0
  private static let row = 25.0

  let city: City
  let title: String
  /// What stands below the title.
  let subtitle: String
  let drawing: NetworkDrawing

  var picture: MapDrawing {
    let network = drawing.network
    let extent = drawing.extent
    let legend = Legend(of: drawing)
    let (entries, column) = (legend.entries, legend.width)
    let width = max(extent.size.x + 2 * Self.margin, Self.leastWidth)
    let columns = max(1, Int((width - 2 * Self.margin) / column))
    let rows = (entries.count + columns - 1) / columns
    let height =
      Self.head + extent.size.y + 4 * Self.margin + Double(rows) * Self.row
    let corner = Point(
      (extent.least.x + extent.most.x - width) / 2, extent.least.y - Self.head - 2 * Self.margin)
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
          "fill": Paint.paper.hex,
        ])
      let left = corner.x + Self.margin
      add(title, "title", at: Point(left, corner.y + Self.margin + 20), in: &svg)
      add(subtitle, "quiet", at: Point(left, corner.y + Self.margin + 42), in: &svg)
      svg.group(
        "g",
        [
          "fill": "none", "stroke-width": Ribbons.width.svg, "stroke-linecap": "round",
          "stroke-linejoin": "round",
        ]
      ) { drawing.draw(in: &$0) }
      let top = extent.most.y + Self.margin
      for (index, entry) in entries.enumerated() {
        let place = Point(
          left + Double(index / max(rows, 1)) * column,
          top + Double(index % max(rows, 1)) * Self.row)
        draw(entry, at: place, in: &svg)
      }
    }
    return MapDrawing(
      city: city.id, title: title, width: Int(width.rounded(.up)),
      height: Int(height.rounded(.up)), lines: network.lines.count,
      stations: network.nodes.count, names: drawing.names.count, svg: svg.text)
  }

  private func draw(_ entry: Legend.Entry, at place: Point, in svg: inout SVG) {
    var x = place.x
    for name in entry.names {
      let width = Legend.width(ofBadge: name)
      svg.add(
        "rect",
        [
          "x": x.svg, "y": place.y.svg, "width": width.svg, "height": "18", "rx": "4",
          "fill": entry.color.hex,
          "stroke": entry.color.isFaint ? Paint.quiet.hex : entry.color.hex,
        ])
      svg.add(
        "text",
        [
          "class": "badge", "x": (x + width / 2).svg, "y": (place.y + 13.4).svg,
          "text-anchor": "middle", "style": "fill: \(entry.color.readableText.hex)",
        ], name)
      x += width + Legend.gap
    }
    add(entry.text, "legend", at: Point(x + Legend.gap, place.y + 13.4), in: &svg)
  }

  private func add(_ text: String, _ kind: String, at place: Point, in svg: inout SVG) {
    svg.add(
      "text", ["class": kind, "x": place.x.svg, "y": place.y.svg],
      text.printable.truncated(to: 120))
  }

  private static let style = """
    text { font-family: Helvetica, Arial, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', \
    'Microsoft YaHei', sans-serif; fill: \(Paint.ink.hex) }
    .name, .big, .far { font-size: \(Font.station.size.svg)px; paint-order: stroke; \
    stroke: \(Paint.paper.hex); stroke-width: 2.4px; stroke-linejoin: round }
    .big { font-size: \(Font.interchange.size.svg)px; font-weight: bold }
    .far { fill: #A9AFB8 }
    .title { font-size: 26px; font-weight: bold }
    .quiet { font-size: 13px; fill: \(Paint.quiet.hex) }
    .legend { font-size: 12px }
    .badge { font-size: 12px; font-weight: bold }
    """
}
