import BookmarksInterface
import Console
import DataSourceInterface
public import Scenes
import Mediator
import StationsInterface

extension StationsModule: SceneModule {
  /// The scene "Stations": a search, or the page of one station.
  public static let scenes = [
    SceneDescription(
      "Stations", "find a station and its next departures", shows: StationDetailsQuery.self
    ) { query, mediator in
      query.map { StationScenes.page($0, mediator) }
        ?? StationScenes.list(StationSearch(), through: mediator)
    }
  ]
}

@MainActor
enum StationScenes {
  /// A list of stations with a search field.
  /// - Parameter onSelection: Called with the station that the user selects.
  static func search(
    _ title: String, _ search: StationSearch, through mediator: Mediator,
    onSelection: @escaping @MainActor (FoundStation) -> Void
  ) -> ListScene {
    let text = Lock(search.text)
    let stations = ListSection(
      "stations", id: \.id, layout: StationView.list,
      empty: search.text.map { "No station matches '\($0)'." } ?? "No station matches."
    ) { request in
      let search = StationSearch(
        text: text.withLock(\.self), city: search.city, limit: search.limit)
      let found = try await mediator.perform(Stations.search, search).dropFirst(request.offset)
      return ListPage(Array(found))
    }
    let scene = ListScene(title, [stations]) { _, event in
      guard let station = event.selectedItem(as: FoundStation.self) else { return event }
      onSelection(station)
      return nil
    }
    scene.search = { typed in
      text.withLock { $0 = typed }
      await stations.refresh()
    }
    return scene
  }

  /// A list of stations that opens the page of the selected one.
  static func list(_ search: StationSearch, through mediator: Mediator) -> ListScene {
    weak var list: ListScene?
    let scene = self.search("Stations", search, through: mediator) { station in
      list?.push(page(StationDetailsQuery(name: "id:\(station.id)", city: search.city), mediator))
    }
    list = scene
    return scene
  }

  /// The page of one station: its details, next departures and neighbours.
  static func page(_ query: StationDetailsQuery, _ mediator: Mediator) -> ListScene {
    let name = StationQuery(name: query.name, city: query.city)
    let details = ListSection("station", id: \.station.id, layout: StationView.details) { _ in
      ListPage([try await mediator.perform(DataSource.stationDetails, query)])
    }
    let departures = ListSection(
      "departures", title: "Next departures", id: { "\($0.line.id) \($0.headsign)" },
      layout: BoardView.departures
    ) { _ in
      let query = BoardQuery(stations: [query.name], city: query.city)
      let station = try await mediator.perform(Stations.board, query).stations.first
      return ListPage(station?.departures ?? [], empty: station?.reason)
    }
    let nearby = ListSection(
      "nearby", title: "Nearby", id: \.id, layout: StationView.nearby
    ) { _ in ListPage(try await mediator.perform(Stations.nearby, name)) }
    var loaded: Station? { (details.rows.first?.item as? StationDetails)?.station }
    let scene = ListScene("Station", [details, departures, nearby]) { scene, event in
      if let loaded { scene.title = loaded.name }
      guard let station = event.selectedItem(as: FoundStation.self) else { return event }
      scene.push(page(StationDetailsQuery(name: "id:\(station.id)", city: query.city), mediator))
      return nil
    }
    scene.keyBindings = [
      KeyBinding(.character("b"), "bookmark") { _ in
        guard let loaded else { return nil }
        let request = AddBookmark(name: loaded.name, from: "id:\(loaded.id)", city: query.city)
        return "Added bookmark '\(try await mediator.perform(Bookmarks.add, request).name)'."
      }
    ]
    return scene
  }
}
