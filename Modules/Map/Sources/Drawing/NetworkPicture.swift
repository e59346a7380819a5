import Console
import DataSourceInterface
import Documents

/// A network with its layout, and with a journey when there is one; draws them in dots for a terminal.
struct NetworkPicture {
  /// The length in dots of a line's colour on a track that several lines share.
  private static let stripe = 6.0
  /// The least distance of neighbouring stations, in dots, at which all stations have a mark.
  private static let leastMarkDistance = 6.0
  /// The least distance of neighbouring stations, in dots, at which all stations may have a name.
  private static let leastNameDistance = 2.0

  private(set) var network: TrackNetwork
  let highlight: JourneyHighlight?
  let layout: NodeLayout
  /// The position of each node, and then of each place of the journey.
  let points: [Point]
  /// The median distance of neighbouring stations.
  private let neighbourDistance: Double

  init(_ network: TrackNetwork, _ highlight: JourneyHighlight? = nil) {
    self.network = network
    self.highlight = highlight
    let layout = NodeLayout(network)
    self.layout = layout
    let places = (highlight?.places ?? []).map { place in
      let point = place.coordinate.flatMap(layout.position) ?? .zero
      return point.moved(near: layout.points, within: NetworkDrawing.maximumPlaceDistance)
    }
    points = layout.points + places
    neighbourDistance =
      network.tracks.map { (layout.points[$0.first] - layout.points[$0.second]).length }
      .quantile(0.5) ?? 0
  }

  /// The picture in the colours that a page shows.
  func shown(on page: Page) -> NetworkPicture {
    var picture = self
    picture.network = network.shown(on: page)
    return picture
  }

  /// Draws the part of the network that a viewport shows.
  /// - Parameter selection: The selected node.
  /// - Returns: The picture, and the number of names that it has.
  func drawing(in viewport: Viewport, selection: Int? = nil) -> (canvas: DotCanvas, names: Int) {
    var canvas = DotCanvas(columns: viewport.columns, rows: viewport.rows)
    let positions = points.map(viewport.position)
    drawTracks(at: positions, on: &canvas)
    let journey = Set(
      positions.indices.filter { highlight != nil && rank(of: $0) < Self.firstOtherRank })
    let others = Set(positions.indices).subtracting(journey)
    let selected = Set([selection].compactMap(\.self))
    if let highlight {
      draw(highlight, at: positions, on: &canvas)
      drawMarks(of: journey, at: positions, in: viewport, on: &canvas)
    } else {
      drawMarks(of: others, at: positions, in: viewport, on: &canvas)
    }
    func place(_ nodes: some Sequence<Int>, coveringLines: Bool) -> Int {
      canvas.place(
        nodes.sorted().map { node in
          CanvasLabel(
            name(of: node), at: positions[node], labelRole(of: node, selection),
            rank: rank(of: node), coversLines: coveringLines, mark: "•")
        })
    }
    for node in selected { canvas.drawMark("◆", at: positions[node], .warning) }
    var names = place(selected, coveringLines: true)
    // The ends and the changes have their names before the other stations have their marks.
    let stops = journey.filter { rank(of: $0) == 0 }.subtracting(selected)
    names += place(stops, coveringLines: true)
    if highlight != nil {
      drawMarks(of: others.subtracting(selected), at: positions, in: viewport, on: &canvas)
    }
    let unnamed = Set(positions.indices).subtracting(stops).subtracting(selected)
    names += place(unnamed.filter { hasName($0, in: viewport) }, coveringLines: false)
    return (canvas, names)
  }

  private func draw(
    _ highlight: JourneyHighlight, at positions: [Point], on canvas: inout DotCanvas
  ) {
    for walk in highlight.walks {
      canvas.drawLine(from: positions[walk.from], to: positions[walk.to], .strong)
    }
    for ride in highlight.rides {
      let role = ride.group.map { TextRole.color(network.colors[$0]) } ?? .strong
      for (node, next) in zip(ride.nodes, ride.nodes.dropFirst()) {
        canvas.drawLine(from: positions[node], to: positions[next], role, .thick)
      }
    }
  }

  private func drawTracks(at positions: [Point], on canvas: inout DotCanvas) {
    for track in network.tracks {
      let (from, to) = (positions[track.first], positions[track.second])
      guard highlight == nil else {
        canvas.drawLine(from: from, to: to, .faint)
        continue
      }
      let roles = track.groups.map { TextRole.color(network.colors[$0]) }
      let length = (to - from).length
      // Far outside of the picture, a track would have very many stripes.
      let stripes = min(max((length / Self.stripe).rounded(), Double(roles.count)), 1000)
      guard roles.count > 1, stripes.isFinite else {
        canvas.drawLine(from: from, to: to, roles.first ?? .plain)
        continue
      }
      for number in 0..<Int(stripes) {
        canvas.drawLine(
          from: from + (to - from) * (Double(number) / stripes),
          to: from + (to - from) * (Double(number + 1) / stripes), roles[number % roles.count])
      }
    }
  }

  /// Draws the marks, the most important ones first: one that would touch another beside it is left
  /// out, so that the lines between them can be seen.
  private func drawMarks(
    of nodes: some Sequence<Int>, at positions: [Point], in viewport: Viewport,
    on canvas: inout DotCanvas
  ) {
    let ranks = positions.indices.map(rank)
    for node in nodes.sorted(by: { (ranks[$0], $0) < (ranks[$1], $1) }) {
      let point = positions[node]
      guard let (mark, role) = mark(of: node, in: viewport),
        ranks[node] == 0 || !canvas.hasMark(beside: point) && !canvas.hasLabel(beside: point)
      else { continue }
      canvas.drawMark(mark, at: positions[node], role)
    }
  }

  private func mark(of node: Int, in viewport: Viewport) -> (Character, TextRole)? {
    if let highlight {
      if node == highlight.start { return ("●", .color(MapColors.start)) }
      if node == highlight.end { return ("●", .color(MapColors.end)) }
      if highlight.stops.contains(node) { return ("◉", .strong) }
      if highlight.passed.contains(node) { return ("•", .plain) }
      return network.isInterchange(node) || showsAllMarks(in: viewport) ? ("•", .faint) : nil
    }
    if network.isInterchange(node) { return ("◉", .strong) }
    guard network.isTerminus(node) || showsAllMarks(in: viewport) else { return nil }
    let groups = network.groups(at: node)
    let role = groups.first.map { TextRole.color(network.colors[$0]) }
    return ("•", groups.count == 1 ? role ?? .plain : .plain)
  }

  /// Whether there is space for the marks of all stations.
  private func showsAllMarks(in viewport: Viewport) -> Bool {
    distance(in: viewport) >= Self.leastMarkDistance
  }

  /// Whether a node may have a name. In a small picture, the names of all stations would cover the
  /// lines.
  private func hasName(_ node: Int, in viewport: Viewport) -> Bool {
    rank(of: node) < Self.otherRank || distance(in: viewport) >= Self.leastNameDistance
  }

  /// The median distance of neighbouring stations, in dots.
  private func distance(in viewport: Viewport) -> Double {
    neighbourDistance * min(viewport.scale.x, viewport.scale.y)
  }

  /// The name of a node, or of a place of the journey.
  func name(of node: Int) -> String {
    node < network.nodes.count
      ? network.nodes[node].name : highlight?.places[node - network.nodes.count].name ?? ""
  }

  /// The lowest rank of a station that the journey does not pass.
  private static let firstOtherRank = 2
  /// The rank of a station between the ends of its only line.
  private static let otherRank = 4_000_000

  /// The importance of a node; the lowest is the most important.
  private func rank(of node: Int) -> Int {
    if highlight?.stops.contains(node) == true { return 0 }
    if highlight?.passed.contains(node) == true { return 1 }
    guard node < network.nodes.count else { return 0 }
    let lines = network.groups(at: node).count
    if network.isInterchange(node) { return 2_000_000 - lines }
    return network.isTerminus(node) ? 3_000_000 : Self.otherRank
  }

  private func labelRole(of node: Int, _ selection: Int?) -> TextRole {
    if node == selection { return .strong }
    guard let highlight else { return network.isInterchange(node) ? .strong : .plain }
    if highlight.stops.contains(node) { return .strong }
    return highlight.passed.contains(node) ? .plain : .faint
  }
}

extension NetworkPicture: Equatable {
  /// Whether networks and journeys are equal; the layout follows from them.
  static func == (one: NetworkPicture, other: NetworkPicture) -> Bool {
    one.network == other.network && one.highlight == other.highlight
  }
}

extension Point {
  /// The point, or the nearest one of those that are at most `distance` away from any of `points`: a
  /// place far outside the city would shrink the rest of the map.
  fileprivate func moved(near points: [Point], within distance: Double) -> Point {
    guard let nearest = points.min(by: { ($0 - self).length < ($1 - self).length }) else {
      return self
    }
    let vector = self - nearest
    return nearest + Swift.min(vector.length, distance) * vector.unit
  }
}
