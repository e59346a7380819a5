import BookmarksInterface
import Console
import DataSourceInterface
import ListScene
import Mediator
import StationsInterface

/// What a person meets: stations to look through, and over them the page of one.
@MainActor
enum StationScene {
  /// Stations that fit a text, which a person may change. Whoever shows them says what choosing one
  /// means: to open its page, or to start or end a journey there.
  static func search(
    _ title: String, _ search: StationSearch, through mediator: Mediator,
    onChoice: @escaping @MainActor (FoundStation) -> Void
  ) -> ListScene {
    let text = Lock(search.text)
    let stations = ListSection(
      "stations", id: \.id, layout: StationView.list,
      empty: search.text.map { "No station fits '\($0)'." } ?? "No station fits that."
    ) { request in
      let search = StationSearch(
        text: text.withLock(\.self), city: search.city, limit: search.limit)
      let found = try await mediator.perform(Stations.search, search).dropFirst(request.offset)
      return ListPage(Array(found))
    }
    let scene = ListScene(title, ListController(stations)) { _, event in
      guard let station = event.selected(FoundStation.self) else { return event }
      onChoice(station)
      return nil
    }
    scene.search = { typed in
      text.withLock { $0 = typed }
      await stations.refresh()
    }
    return scene
  }

  /// Stations to look up.
  static func list(_ search: StationSearch, through mediator: Mediator) -> ListScene {
    weak var list: ListScene?
    let scene = self.search("Stations", search, through: mediator) { station in
      list?.push(page(StationDetailsQuery(name: "id:\(station.id)", city: search.city), mediator))
    }
    list = scene
    return scene
  }

  /// All that is known of one station.
  static func page(_ query: StationDetailsQuery, _ mediator: Mediator) -> ListScene {
    let name = StationQuery(name: query.name, city: query.city)
    let station = ListSection("station", id: \.station.id, layout: StationView.details) { _ in
      ListPage([try await mediator.perform(DataSource.stationDetails, query)])
    }
    let departures = ListSection(
      "departures", title: "Next departures", id: { "\($0.line.id) \($0.headsign)" },
      layout: StationView.departures
    ) { _ in ListPage(try await mediator.perform(Stations.departures, name)) }
    let nearby = ListSection(
      "nearby", title: "Nearby", id: \.id, layout: StationView.nearby
    ) { _ in ListPage(try await mediator.perform(Stations.nearby, name)) }
    var found: Station? { (station.rows.first?.item as? StationDetails)?.station }
    let scene = ListScene("Station", ListController(station, departures, nearby)) { scene, event in
      if let found { scene.title = found.name }
      guard let station = event.selected(FoundStation.self) else { return event }
      scene.push(page(StationDetailsQuery(name: "id:\(station.id)", city: query.city), mediator))
      return nil
    }
    scene.keys = [
      ListKey(.character("b"), "bookmark") { _ in
        guard let found else { return nil }
        let request = AddBookmark(name: found.name, from: "id:\(found.id)", city: query.city)
        return "'\(try await mediator.perform(Bookmarks.add, request).name)' is a bookmark now."
      }
    ]
    return scene
  }
}
