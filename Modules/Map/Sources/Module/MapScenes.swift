import Console
import DataSourceInterface
import MapInterface
import Mediator
import RoutingInterface
public import Scenes

extension MapModule: SceneModule {
  /// The scene "Map": the network of the current city, whose stations open their page.
  public static let scenes = [
    SceneDescription(
      "Map", "see the network, its stations and journeys", following: [CityChanged.self]
    ) { .map(through: $0) }
  ]
}

extension ListScene {
  fileprivate static func map(through mediator: Mediator) -> ListScene {
    let network = ListSection(
      "map", id: \.city.id.description, layout: .detail(MapView.text)
    ) { _ in
      ListPage([try await MapRenderer(mediator: mediator).content(for: MapQuery())])
    }
    let ends = Lock(JourneyEnds())
    let scene = ListScene("Map", [network]) { scene, event in
      if let content = scene.items(as: MapContent.self).first, case .changed = event.kind {
        ends.withLock { $0 = JourneyEnds() }
        scene.show(.stations(of: content))
      }
      return event
    }
    scene.bind(.character("f"), "from here") { scene, _ in
      scene.choose { place in ends.withLock { $0.chosen(\.from, place) } }
    }
    scene.bind(.character("t"), "to here") { scene, _ in
      scene.choose { place in ends.withLock { $0.chosen(\.to, place) } }
    }
    return scene
  }

  /// Chooses the selected station as an end of a journey, and opens the journey when both ends are
  /// chosen. Returns what is still to be chosen.
  private func choose(_ change: (PointOfInterest) -> JourneyEnds) -> String? {
    guard let content = items(as: MapContent.self).first, let node = canvas?.selection else {
      return nil
    }
    let station = content.network.nodes[node]
    guard let id = station.ids.first else { return nil }
    let ends = change(PointOfInterest(id: id, name: station.name))
    switch (ends.from, ends.to) {
    case (let from?, let to?):
      onEvent(ListEvent(.custom(OriginDestination(city: content.city.id, from: from, to: to))))
      return nil
    case (_?, nil): return "From '\(station.name)'; 't' on another station goes there."
    case (nil, _): return "To '\(station.name)'; 'f' on another station starts there."
    }
  }
}

/// The ends of a journey that are chosen on the map.
private struct JourneyEnds {
  var from: PointOfInterest?
  var to: PointOfInterest?

  /// Chooses one end and returns the result. When both ends are chosen, the next choice starts from the beginning.
  mutating func chosen(
    _ end: WritableKeyPath<JourneyEnds, PointOfInterest?>, _ place: PointOfInterest
  ) -> JourneyEnds {
    self[keyPath: end] = place
    let result = self
    if from != nil, to != nil { self = JourneyEnds() }
    return result
  }
}

extension PlaceCanvas {
  /// The stations of a network, with the name and the lines of the selected one below the picture.
  fileprivate static func stations(of content: MapContent) -> PlaceCanvas {
    let picture = NetworkPicture(content.network)
    return PlaceCanvas(
      picture.points, captionRows: 2, maximumStretch: MapView.maximumStretch
    ) { viewport, node, page in
      MapView.lines(of: picture, in: viewport, selection: node, on: page)
    } onEnter: { scene, node in
      guard let id = content.network.nodes[node].ids.first else { return }
      scene.onEvent(
        ListEvent(.custom(StationDetailsQuery(name: "id:\(id)", city: content.city.id))))
    }
  }
}
