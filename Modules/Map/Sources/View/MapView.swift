import DataSourceInterface
import Documents
import Mediator
import RealtimeInterface

/// A map as a document: a picture of the network, or of a journey on it.
enum MapView {
  static func document(_ content: MapContent) -> Document { [.picture(content.picture)] }
}

extension MapContent {
  /// The picture of the network in the colours of its lines. A journey is in the colours of its
  /// rides, and everything else is in the background.
  var picture: Picture {
    let points = points
    let vehicles = vehicles.compactMap { vehicle in
      layout.position(of: vehicle.coordinate).map { place(vehicle, at: $0) }
    }
    return Picture(
      title: LocalizedText(verbatim: title), subtitle: LocalizedText(verbatim: subtitle),
      places: points.indices.map { place($0, at: points[$0]) } + vehicles,
      segments: tracks(between: points) + (highlight?.segments(between: points, network) ?? []),
      legend: Picture.Legend(of: self), distinctColors: network.colors,
      neighbourDistance: network.tracks.map { (points[$0.first] - points[$0.second]).length }
        .quantile(0.5) ?? 0,
      // The equalized layout keeps no angles, so that a map may fill the window.
      maximumStretch: 1.6, imageOption: "-o map.svg")
  }

  /// The name of a point, and the badges of the lines that stop there.
  func caption(of point: Int) -> Picture.Caption {
    let badges = network.lines.indices
      .filter { line in network.courses[line].contains { $0.contains(point) } }
      .map { Badge(network.lines[$0].line.name, rgb: network.colors[network.groups[$0]].rgb) }
    return Picture.Caption(name(of: point), badges)
  }

  /// The position of each node, and then of each place of the journey.
  private var points: [Point] {
    layout.points
      + (highlight?.places ?? []).map { place in
        let point = place.coordinate.flatMap(layout.position) ?? .zero
        return point.moved(near: layout.points, within: NetworkDrawing.maximumPlaceDistance)
      }
  }

  private func name(of point: Int) -> LocalizedText {
    guard point >= network.nodes.count else {
      return LocalizedText(verbatim: network.nodes[point].name)
    }
    let place = point - network.nodes.count
    if let places = highlight?.places, places.indices.contains(place) {
      return LocalizedText(verbatim: places[place].name)
    }
    let shown = vehicles.filter { layout.position(of: $0.coordinate) != nil }
    let number = place - (highlight?.places.count ?? 0)
    return shown.indices.contains(number) ? name(of: shown[number]) : ""
  }

  /// Such as `vehicle, L1 124`.
  private func name(of vehicle: Vehicle) -> LocalizedText {
    let parts = [vehicle.line?.name, vehicle.name].compactMap(\.self)
    return parts.isEmpty ? "vehicle" : "vehicle, \(parts.joined(separator: " "))"
  }

  /// A vehicle in the colour of its line. Its name is written where there is space.
  private func place(_ vehicle: Vehicle, at position: Point) -> Picture.Place {
    let color = vehicle.line?.color.map { TextRole.color(Color(rgb: $0.rgb)) } ?? .plain
    return Picture.Place(
      at: position, Picture.Mark(.disc, color),
      name: Picture.Name(name(of: vehicle), .faint, isMinor: true), rank: 5_000_000)
  }

  private func place(_ point: Int, at position: Point) -> Picture.Place {
    let name = name(of: point)
    if let highlight, let mark = highlight.mark(of: point) {
      let isStop = highlight.stops.contains(point)
      return Picture.Place(
        at: position, mark, name: Picture.Name(name, isStop ? .strong : .plain),
        rank: isStop ? 0 : 1)
    }
    let groups = network.groups(at: point)
    let (isInterchange, isTerminus) = (network.isInterchange(point), network.isTerminus(point))
    let rank = isInterchange ? 2_000_000 - groups.count : isTerminus ? 3_000_000 : 4_000_000
    let isMinor = !isInterchange && !isTerminus
    guard highlight == nil else {
      return Picture.Place(
        at: position, Picture.Mark(.dot, .faint, isMinor: !isInterchange),
        name: Picture.Name(name, .faint, isMinor: isMinor), rank: rank, isInBackground: true)
    }
    let color = groups.count == 1 ? groups.first.map { TextRole.color(network.colors[$0]) } : nil
    return Picture.Place(
      at: position,
      isInterchange
        ? Picture.Mark(.ring, .strong) : Picture.Mark(.dot, color ?? .plain, isMinor: isMinor),
      name: Picture.Name(name, isInterchange ? .strong : .plain, isMinor: isMinor), rank: rank)
  }

  private func tracks(between points: [Point]) -> [Picture.Segment] {
    network.tracks.map { track in
      Picture.Segment(
        from: points[track.first], to: points[track.second],
        highlight == nil ? track.groups.map { .color(network.colors[$0]) } : [.faint])
    }
  }
}

extension JourneyHighlight {
  /// The mark of a point of the journey; nil for another one.
  fileprivate func mark(of point: Int) -> Picture.Mark? {
    if point == start { return Picture.Mark(.disc, .color(MapColors.start)) }
    if point == end { return Picture.Mark(.disc, .color(MapColors.end)) }
    if stops.contains(point) { return Picture.Mark(.ring, .strong) }
    return passed.contains(point) ? Picture.Mark(.dot) : nil
  }

  /// The walks, and over them the rides.
  fileprivate func segments(between points: [Point], _ network: TrackNetwork) -> [Picture.Segment] {
    walks.map { Picture.Segment(from: points[$0.from], to: points[$0.to], [.strong]) }
      + rides.flatMap { ride in
        let role = ride.group.map { TextRole.color(network.colors[$0]) } ?? .strong
        return zip(ride.nodes, ride.nodes.dropFirst()).map {
          Picture.Segment(from: points[$0], to: points[$1], [role], .thick)
        }
      }
  }
}

extension Point {
  /// The point, or the nearest one of those that are at most `distance` away from any of `points`:
  /// a place far outside the city would shrink the rest of the map.
  fileprivate func moved(near points: [Point], within distance: Double) -> Point {
    guard let nearest = points.min(by: { ($0 - self).length < ($1 - self).length }) else {
      return self
    }
    let vector = self - nearest
    return nearest + Swift.min(vector.length, distance) * vector.unit
  }
}
