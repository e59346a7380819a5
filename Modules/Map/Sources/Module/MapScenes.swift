import Console
import DataSourceInterface
import MapInterface
import Mediator
public import Scenes

extension MapModule: SceneModule {
  /// The scene "Map": the network of the current city, whose stations open their page.
  public static let scenes = [
    SceneDescription(
      "Map", "see the network and open a station", following: [CityChanged.self]
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
    return ListScene("Map", [network]) { scene, event in
      if let content = scene.items(as: MapContent.self).first, case .changed = event.kind {
        scene.show(.stations(of: content))
      }
      return event
    }
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
