import DataSourceInterface
import Foundation

/// Draws a network: tracks, stations with names, and a journey when there is one.
struct NetworkDrawing {
  /// The maximum distance of a place from the nearest marker, in points: a place far outside the
  /// city would shrink the rest of the map.
  static let maximumPlaceDistance = 150.0

  let network: TrackNetwork
  let highlight: JourneyHighlight?
  /// The names of the stations that have space for one.
  let names: [PlacedLabel]
  /// The position of each node, and then of each place of the journey.
  private let points: [Point]
  private let offsets: LineOffsets
  private let markers: [StationMarker]
  /// The rectangles of the markers, and then of those of the places.
  private let boxes: [Rectangle]

  /// - Parameter layout: The layout of `network`.
  init(_ network: TrackNetwork, _ highlight: JourneyHighlight?, at layout: NodeLayout) {
    self.network = network
    self.highlight = highlight
    let offsets = LineOffsets(network, at: layout.points)
    self.offsets = offsets
    let places = highlight?.places ?? []
    let ends = [highlight?.start, highlight?.end]
    let markers = network.nodes.indices.map {
      StationMarker(
        $0, of: network, offsets, at: layout.points[$0], isJourneyEnd: ends.contains($0))
    }
    self.markers = markers
    var boxes = markers.map(\.box)
    for place in places {
      let point = place.coordinate.flatMap(layout.position) ?? .zero
      boxes.append(Self.freeBox(at: point, beside: boxes))
    }
    self.boxes = boxes
    let placeBoxes = boxes[markers.count...]
    let points = layout.points + placeBoxes.map(\.center)
    self.points = points
    let placeLabels = places.indices.map { index in
      Label(
        places[index].name, of: markers.count + index, in: .interchange,
        at: boxes[markers.count + index])
    }
    let walks = highlight?.walks.map { (from: points[$0.from], to: points[$0.to]) } ?? []
    names = Self.names(network, highlight, markers, offsets, places: placeLabels, walks: walks)
  }

  /// The rectangle that the network with its names covers.
  var extent: Rectangle {
    let boxes = names.map(\.box) + boxes
    let first = boxes.first ?? Rectangle(.zero, .zero)
    return boxes.reduce(first) { $0.union($1) }
  }

  func draw(in svg: inout SVG) {
    svg.group("g", highlight == nil ? [:] : ["opacity": "0.22"]) { drawTracks(in: &$0) }
    if let highlight {
      drawWalks(of: highlight, in: &svg)
      drawRides(of: highlight, in: &svg)
    }
    for marker in markers {
      marker.draw(network.nodes[marker.node].name, isFaded: isFaded(marker.node), in: &svg)
    }
    for name in names { draw(name, in: &svg) }
    drawJourneyEnds(in: &svg)
  }

  /// Whether a journey is drawn and the node is not on it.
  private func isFaded(_ node: Int) -> Bool {
    highlight.map { !$0.stops.contains(node) && !$0.passed.contains(node) } ?? false
  }

  private func drawTracks(in svg: inout SVG) {
    var paths = Array(repeating: "", count: network.colors.count)
    for (number, track) in network.tracks.enumerated() {
      for group in track.groups {
        let (first, second) = offsets.ends(of: group, on: number)
        paths[group] += "M\(first.svg)L\(second.svg)"
      }
    }
    for (color, path) in zip(network.colors, paths) {
      if color.isFaint {
        let width = (LineOffsets.lineWidth + 1.6).svg
        svg.add("path", ["d": path, "stroke": MapColors.secondary.hex, "stroke-width": width])
      }
      svg.add("path", ["d": path, "stroke": color.hex])
    }
  }

  private func drawWalks(of highlight: JourneyHighlight, in svg: inout SVG) {
    for walk in highlight.walks {
      let (from, to) = (boxes[walk.from].center, boxes[walk.to].center)
      svg.add(
        "path",
        [
          "d": "M\(from.svg)L\(to.svg)", "stroke": MapColors.foreground.hex, "stroke-width": "3",
          "stroke-dasharray": "5 7",
        ])
    }
  }

  private func drawRides(of highlight: JourneyHighlight, in svg: inout SVG) {
    for ride in highlight.rides {
      var path = ""
      for (node, next) in zip(ride.nodes, ride.nodes.dropFirst()) {
        var ends = (points[node], points[next])
        if let group = ride.group, let track = network.track(between: node, next) {
          let (first, second) = offsets.ends(of: group, on: track)
          ends = network.tracks[track].first == node ? (first, second) : (second, first)
        }
        path += "M\(ends.0.svg)L\(ends.1.svg)"
      }
      let color = ride.group.map { network.colors[$0] } ?? MapColors.foreground
      svg.add("path", ["d": path, "stroke": MapColors.foreground.hex, "stroke-width": "10"])
      svg.add("path", ["d": path, "stroke": color.hex, "stroke-width": "7.5"])
    }
  }

  private func drawJourneyEnds(in svg: inout SVG) {
    for (node, color) in [(highlight?.start, MapColors.start), (highlight?.end, MapColors.end)] {
      guard let node else { continue }
      let middle = boxes[node].center
      svg.add(
        "circle",
        [
          "cx": middle.x.svg, "cy": middle.y.svg, "r": StationMarker.journeyEndRadius.svg,
          "fill": color.hex, "stroke": MapColors.background.hex, "stroke-width": "3",
        ])
    }
  }

  private func draw(_ name: PlacedLabel, in svg: inout SVG) {
    let x =
      switch name.position.anchor {
      case .start: name.box.topLeft.x
      case .middle: name.box.center.x
      case .end: name.box.bottomRight.x
      }
    let font = name.label.font
    for (number, line) in name.label.lines.enumerated() {
      let y = name.box.topLeft.y + 0.86 * font.size + Double(number) * font.lineHeight
      svg.add(
        "text",
        [
          "class": isFaded(name.label.node) ? "far" : font.isBold ? "big" : "name", "x": x.svg,
          "y": y.svg, "text-anchor": name.position.anchor.rawValue,
        ], line)
    }
  }

  /// The rectangle of a place's marker: as close to `point` as other markers allow, but not farther
  /// from the nearest of them than `maximumPlaceDistance`.
  private static func freeBox(at point: Point, beside boxes: [Rectangle]) -> Rectangle {
    let margin = StationMarker.journeyEndRadius + 2
    let nearest = boxes.map(\.center).min { ($0 - point).length < ($1 - point).length } ?? point
    let distance = min((point - nearest).length, maximumPlaceDistance)
    let start = nearest + distance * (point - nearest).unit
    for ring in 0..<20 {
      for step in 0..<(ring == 0 ? 1 : 16) {
        let angle = Double(step) * .pi / 8
        let center = start + Double(ring) * margin / 2 * Point(cos(angle), sin(angle))
        let box = Rectangle(around: [center], margin: margin)
        if !boxes.contains(where: box.overlaps) { return box }
      }
    }
    return Rectangle(around: [start], margin: margin)
  }

  /// Places the names in the order of their importance: first those of the journey, then
  /// interchanges and termini.
  /// - Parameters:
  ///   - places: The names of the places of the journey.
  ///   - walks: The lines of its walks.
  private static func names(
    _ network: TrackNetwork, _ highlight: JourneyHighlight?, _ markers: [StationMarker],
    _ offsets: LineOffsets, places: [Label], walks: [(from: Point, to: Point)]
  ) -> [PlacedLabel] {
    func rank(_ marker: StationMarker) -> Int {
      if highlight?.stops.contains(marker.node) == true { return 0 }
      if highlight?.passed.contains(marker.node) == true { return 1 }
      return marker.isInterchange ? 2 : marker.isTerminus ? 3 : 4
    }
    let ordered = markers.map { (rank: rank($0), marker: $0) }.sorted {
      ($0.rank, $0.marker.box.topLeft.y, $0.marker.node)
        < ($1.rank, $1.marker.box.topLeft.y, $1.marker.node)
    }
    let labels = ordered.map { rank, marker in
      let isBold = rank == 0 || rank == 2 && highlight == nil
      return Label(
        network.nodes[marker.node].name, of: marker.node, in: isBold ? .interchange : .station,
        at: marker.box)
    }.filter { !$0.lines.isEmpty }
    let lines = network.tracks.indices.flatMap { track in
      network.tracks[track].groups.map { group in
        let (first, second) = offsets.ends(of: group, on: track)
        return (from: first, to: second)
      }
    }
    var placement = LabelPlacement(
      tracks: lines + walks, markers: markers.map(\.box) + places.map(\.marker))
    return placement.place(places.filter { !$0.lines.isEmpty } + labels)
  }
}

extension JourneyHighlight {
  var rides: [RidePath] {
    paths.compactMap { if case .ride(let ride) = $0 { ride } else { nil } }
  }

  var walks: [WalkPath] {
    paths.compactMap { if case .walk(let walk) = $0 { walk } else { nil } }
  }
}
