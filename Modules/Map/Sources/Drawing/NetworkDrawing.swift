import Console
import DataSourceInterface
import MapInterface

/// Draws a network: its tracks, its stations with their names, and a journey where there is one.
struct NetworkDrawing {
  let network: TrackNetwork
  let highlight: Highlight?
  let points: [Point]
  let ribbons: Ribbons
  let marks: [Mark]
  let names: [LabelPlacement.Placed]

  init(_ network: TrackNetwork, _ highlight: Highlight? = nil) {
    self.network = network
    self.highlight = highlight
    let points = NodeLayout(network).points
    self.points = points
    let ribbons = Ribbons(network, at: points)
    self.ribbons = ribbons
    let ends = [highlight?.start, highlight?.end]
    let marks = points.indices.map {
      Mark($0, of: network, ribbons, at: points[$0], isJourneyEnd: ends.contains($0))
    }
    self.marks = marks
    names = Self.names(network, highlight, marks, ribbons)
  }

  /// The part of the plane that the network takes with its names.
  var extent: Rectangle {
    let boxes = names.map(\.box) + marks.map(\.box)
    let first = boxes.first ?? Rectangle(.zero, .zero)
    return boxes.reduce(first) { $0.union($1) }
  }

  func draw(in svg: inout SVG) {
    svg.group("g", highlight == nil ? [:] : ["opacity": "0.22"]) { drawTracks(in: &$0) }
    if let highlight { drawRides(of: highlight, in: &svg) }
    for mark in marks {
      mark.draw(network.nodes[mark.node].name, isQuiet: isQuiet(mark.node), in: &svg)
    }
    for name in names { draw(name, in: &svg) }
    drawEnds(in: &svg)
  }

  private func isQuiet(_ node: Int) -> Bool {
    highlight.map { !$0.stops.contains(node) && !$0.passed.contains(node) } ?? false
  }

  private func drawTracks(in svg: inout SVG) {
    var paths = Array(repeating: "", count: network.colors.count)
    for (number, track) in network.tracks.enumerated() {
      for ribbon in track.ribbons {
        let (first, second) = ribbons.ends(of: ribbon, on: number)
        paths[ribbon] += "M\(first.svg)L\(second.svg)"
      }
    }
    for (color, path) in zip(network.colors, paths) {
      if color.isFaint {
        let width = (Ribbons.width + 1.6).svg
        svg.add("path", ["d": path, "stroke": Paint.quiet.hex, "stroke-width": width])
      }
      svg.add("path", ["d": path, "stroke": color.hex])
    }
  }

  private func drawRides(of highlight: Highlight, in svg: inout SVG) {
    for ride in highlight.rides {
      var path = ""
      for (node, next) in zip(ride.nodes, ride.nodes.dropFirst()) {
        var ends = (points[node], points[next])
        if let ribbon = ride.ribbon, let track = network.track(between: node, next) {
          let (first, second) = ribbons.ends(of: ribbon, on: track)
          ends = network.tracks[track].first == node ? (first, second) : (second, first)
        }
        path += "M\(ends.0.svg)L\(ends.1.svg)"
      }
      let color = ride.ribbon.map { network.colors[$0] } ?? Paint.ink
      svg.add("path", ["d": path, "stroke": Paint.ink.hex, "stroke-width": "10"])
      svg.add("path", ["d": path, "stroke": color.hex, "stroke-width": "7.5"])
    }
  }

  /// Green where the journey starts, red where it ends.
  private func drawEnds(in svg: inout SVG) {
    for (node, paint) in [(highlight?.start, Paint.start), (highlight?.end, Paint.end)] {
      guard let node else { continue }
      let middle = (marks[node].box.least + marks[node].box.most) / 2
      svg.add(
        "circle",
        [
          "cx": middle.x.svg, "cy": middle.y.svg, "r": Mark.endRadius.svg, "fill": paint.hex,
          "stroke": Paint.paper.hex, "stroke-width": "3",
        ])
    }
  }

  private func draw(_ name: LabelPlacement.Placed, in svg: inout SVG) {
    let x =
      switch name.side.anchor {
      case .start: name.box.least.x
      case .middle: (name.box.least.x + name.box.most.x) / 2
      case .end: name.box.most.x
      }
    let font = name.label.font
    for (number, line) in name.label.lines.enumerated() {
      let y = name.box.least.y + 0.86 * font.size + Double(number) * font.lineHeight
      svg.add(
        "text",
        [
          "class": isQuiet(name.label.node) ? "far" : font.isBold ? "big" : "name", "x": x.svg,
          "y": y.svg, "text-anchor": name.side.anchor.rawValue,
        ], line)
    }
  }

  /// The names that have room: of the journey first, then where lines part or end.
  private static func names(
    _ network: TrackNetwork, _ highlight: Highlight?, _ marks: [Mark], _ ribbons: Ribbons
  ) -> [LabelPlacement.Placed] {
    func rank(_ mark: Mark) -> Int {
      if highlight?.stops.contains(mark.node) == true { return 0 }
      if highlight?.passed.contains(mark.node) == true { return 1 }
      return mark.isInterchange ? 2 : mark.isEnd ? 3 : 4
    }
    let order = marks.map { (rank: rank($0), mark: $0) }.sorted {
      ($0.rank, $0.mark.box.least.y, $0.mark.node) < ($1.rank, $1.mark.box.least.y, $1.mark.node)
    }
    let labels = order.map { rank, mark in
      let isBold = rank == 0 || rank == 2 && highlight == nil
      return Label(
        network.nodes[mark.node].name, of: mark.node, in: isBold ? .interchange : .station,
        at: mark.box)
    }.filter { !$0.lines.isEmpty }
    let lines = network.tracks.indices.flatMap { track in
      network.tracks[track].ribbons.map { ribbon in
        let (first, second) = ribbons.ends(of: ribbon, on: track)
        return (from: first, to: second)
      }
    }
    var placement = LabelPlacement(tracks: lines, marks: marks.map(\.box))
    return placement.place(labels)
  }
}
