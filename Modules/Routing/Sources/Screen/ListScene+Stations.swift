import Console
import DataSourceInterface
import ListScene
import Mediator

extension ListScene {
  /// How many stations are worth showing of one search.
  private static let mostStations = 50

  /// A search for a station of a city, the current one where it is nil; the station is handed to `choose`.
  static func stations(
    _ title: String, of city: CityID?, through mediator: Mediator,
    choose: @escaping @MainActor (Place) -> Void
  ) -> ListScene {
    let sought = Lock("")
    let stations = ListSection(
      "stations", id: \.id, layout: stationLayout, pageSize: mostStations,
      empty: "No station fits that."
    ) { request in
      let search = StationSearch(
        text: sought.withLock { $0 }, city: city, limit: request.limit)
      return ListPage(try await mediator.perform(DataSource.stations, search))
    }
    let scene = ListScene(title, ListController(stations)) { _, event in
      guard let station = event.selected(Station.self) else { return event }
      choose(Place(id: station.id, name: station.name))
      return nil
    }
    scene.search = { text in
      sought.withLock { $0 = text }
      await stations.refresh()
    }
    return scene
  }

  private static let stationLayout = ListLayout<Station>.table(
    .init(isFlexible: true) { .init($0.name, .bold) },
    .init { station in
      let badges = station.lines.map {
        Table.Cell.badge($0.name, color: $0.color.map { Color(rgb: $0.rgb) })
      }
      return badges.dropFirst().reduce(badges.first ?? "") { $0 + " " + $1 }
    })
}
