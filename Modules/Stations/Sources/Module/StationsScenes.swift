import Console
import BookmarksInterface
import CartInterface
import DataSourceInterface
import Documents
import Mediator
import ModuleManager
import Platform
import Scenes
import StationsInterface

extension StationsModule {
  /// The scene "Stations": a search, the page of one station, or the stations around a place.
  static let scenes = [
    SceneDescription(
      "Stations", "find a station and its next departures", shows: StationDetailsQuery.self,
      following: [
        DeparturesExpired.self, CityChanged.self, TimetablePatched.self, MinuteBegan.self,
      ]
    ) { query, mediator in
      guard let query else { return StationScenes.finder(through: mediator) }
      return query.name.hasPrefix("@")
        ? StationScenes.board(around: query.name, city: query.city, through: mediator)
        : StationScenes.page(query, mediator)
    }
    .opened(byLinksTo: DataSource.stationDetails) { StationScenes.page($0, $1) }
    .opened(byLinksTo: Stations.departures) {
      StationScenes.page(StationDetailsQuery(name: $0.name, city: $0.city), $1)
    }
    .opened(byLinksTo: Stations.search) { StationScenes.list($0, through: $1) }
  ]

  /// The list of stations in the forms of all modules: those of the city that the form has in its
  /// field `city`, or else of the current one.
  static let pickers = [
    PickerDescription(for: DataSource.stations) { title, values, mediator, end in
      let city = values["city"]?.last.flatMap { CityID(typed: $0) }
      return StationScenes.picker(title, city: city, through: mediator) {
        end(FieldValue($0.reference, label: $0.name))
      }
    }
  ]
}

@MainActor
enum StationScenes {
  /// The list of the stations that match a search, which opens the page of the selected one.
  static func list(_ search: StationSearch, through mediator: Mediator) -> ListScene {
    let stations = ListSection(
      "stations", id: \.id, layout: StationView.list(matching: search.text ?? ""),
      empty: search.text.map { "No station matches '\($0)'." } ?? "No station matches."
    ) { request in
      let found = try await mediator.perform(Stations.search, search)
      return ListPage(Array(found.dropFirst(request.offset)))
    }
    stations.detail = {
      .scene(page(StationDetailsQuery(name: "id:\($0.id)", city: search.city), mediator))
    }
    stations.slot = StationsModule.slot
    return ListScene("Stations", [stations])
  }

  /// A list of stations with a search field, which opens the page of the selected one.
  static func finder(through mediator: Mediator) -> ListScene {
    let text = Lock<String?>(nil)
    let stations = foundStations(city: nil, text, mediator)
    stations.detail = { .scene(page(StationDetailsQuery(name: "id:\($0.id)"), mediator)) }
    stations.slot = StationsModule.slot
    let scene = ListScene("Stations", [stations])
    scene.search = { typed in
      text.withLock { $0 = typed }
      await stations.refresh()
    }
    return scene
  }

  /// A list of stations with a search field. If the typed text is a coordinate, the first row is
  /// the place itself.
  /// - Parameter onSelection: Called with the station or the place that the user selects.
  static func picker(
    _ title: LocalizedText, city: CityID?, through mediator: Mediator,
    onSelection: @escaping @MainActor (PointOfInterest) -> Void
  ) -> ListScene {
    let text = Lock<String?>(nil)
    let place = ListSection("place", id: \.id, layout: StationView.place) { _ in
      let typed = text.withLock(\.self) ?? ""
      let coordinate = typed.hasPrefix("@") ? Coordinate(typed.dropFirst()) : nil
      return ListPage(coordinate.map { [PointOfInterest(at: $0)] } ?? [])
    }
    let stations = foundStations(city: city, text, mediator)
    let scene = ListScene(title, [place, stations])
    scene.addChoice(from: place, onSelection)
    scene.addChoice(from: stations) { onSelection(PointOfInterest($0)) }
    scene.search = { [weak scene] typed in
      text.withLock { $0 = typed }
      await scene?.refresh()
    }
    return scene
  }

  /// As many stations as most cities have, so that their number is known without scrolling.
  private static let foundStationsPageSize = 500

  /// The stations that match a text, which may change before a refresh. Those that the person uses
  /// often come first, unless a station has exactly the name that is typed.
  private static func foundStations(
    city: CityID?, _ text: Lock<String?>, _ mediator: Mediator
  ) -> ListSection<FoundStation> {
    let frequent = Lock<Set<String>>([])
    return ListSection(
      "stations", id: \.id, layout: StationView.list, pageSize: foundStationsPageSize,
      empty: "No station matches.", following: [CityChanged.self],
      groupedBy: { station in
        frequent.withLock { ids in
          ids.isEmpty ? nil : ListGroup(ids.contains(station.id) ? "often used" : "all others")
        }
      }
    ) { request in
      let typed = text.withLock(\.self) ?? ""
      let found = try await stations(matching: typed, city: city, through: mediator)
      guard !typed.hasPrefix("@"), found.first?.name.folded != typed.folded else {
        frequent.withLock { $0 = [] }
        return request.page(of: found)
      }
      let ids = try await FrequentStations.find(in: city, through: mediator).ids
      let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      let first = ids.compactMap { byID[$0] }
      let firstIDs = Set(first.map(\.id))
      frequent.withLock { $0 = firstIDs }
      let all = first + found.filter { !firstIDs.contains($0.id) }
      return request.page(of: all)
    }
  }

  /// The stations whose names contain a text or, if there are none, the letters of a text.
  nonisolated private static func stations(
    matching text: String, city: CityID?, through mediator: Mediator
  ) async throws -> [FoundStation] {
    let search = StationSearch(text: text.isEmpty ? nil : text, city: city)
    let found = try await mediator.perform(Stations.search, search)
    guard found.isEmpty, !text.hasPrefix("@"), !text.hasPrefix("id:") else { return found }
    let all = try await mediator.perform(Stations.search, StationSearch(city: city))
    return FuzzyPattern(text).matches(all) { $0.name }
  }

  /// The stations around a place such as `@41.15,-8.61` with their next departures; opens the page
  /// of the selected one.
  static func board(
    around place: String, city: CityID?, through mediator: Mediator
  ) -> ListScene {
    let stations = ListSection(
      "stations", id: \.station.id, layout: BoardView.stations,
      empty: "No station is around '\(place)'."
    ) { _ in
      let query = BoardQuery(stations: [place], city: city)
      return ListPage(try await mediator.perform(Stations.board, query).stations)
    }
    stations.detail = {
      .scene(page(StationDetailsQuery(name: "id:\($0.station.id)", city: city), mediator))
    }
    return ListScene("Stations around \(place)", [stations])
  }

  /// The page of one station on a screen: the next departures come first.
  static func page(_ query: StationDetailsQuery, _ mediator: Mediator) -> ListScene {
    let sections = StationSections(query, mediator)
    return page(
      query, sections, [sections.status, sections.departures, sections.details, sections.nearby],
      mediator)
  }

  /// The page of one station as the output of a command, which begins with its names.
  static func printedPage(_ query: StationDetailsQuery, _ mediator: Mediator) -> ListScene {
    let sections = StationSections(query, mediator)
    return page(
      query, sections, [sections.details, sections.status, sections.departures, sections.nearby],
      mediator)
  }

  private static func page(
    _ query: StationDetailsQuery, _ sections: StationSections, _ order: [SceneSection],
    _ mediator: Mediator
  ) -> ListScene {
    let scene = ListScene("Station", order)
    scene.onChange = { scene, _ in
      if let station = sections.station { scene.title = LocalizedText(verbatim: station.name) }
    }
    scene.addAction("open", key: .enter, on: sections.nearby) { scene, station in
      scene.push(page(StationDetailsQuery(name: "id:\(station.id)", city: query.city), mediator))
      return nil
    }
    sections.nearby.slot = StationsModule.slot
    sections.departures.detail = { next in
      .scene(stops(of: next, from: query, mediator))
    }
    scene.bar = Cart.bar
    let ends: [(LocalizedText, Shortcut, JourneyEnd.Role)] = [
      ("from here", "f", .start), ("to here", "t", .destination),
    ]
    for (title, key, role) in ends {
      scene.addAction(title, key: key, applies: { sections.station != nil }) { scene in
        if let station = sections.station {
          let place = PointOfInterest(FoundStation(station))
          scene.openScene(showing: JourneyEnd(place, role, in: query.city))
        }
        return nil
      }
    }
    scene.addAction("bookmark", key: "b", applies: { sections.station != nil }) { _ in
      guard let station = sections.station else { return nil }
      let request = AddBookmark(name: station.name, from: "id:\(station.id)", city: query.city)
      return "Added bookmark '\(try await mediator.perform(Bookmarks.add, request).name)'."
    }
    return scene
  }
}

extension StationScenes {
  /// The stops of the train that leaves a station next; each opens the page of its station.
  private static func stops(
    of next: NextDepartures, from station: StationDetailsQuery, _ mediator: Mediator
  ) -> ListScene {
    let stops = ListSection(
      "stops", id: { "\($0.number)" }, layout: BoardView.stops, pageSize: 100,
      empty: "The timetable does not have this train any more.", following: []
    ) { _ in
      let name = try await EndpointResolver(mediator: mediator)
        .reference(to: station.name, in: station.city)
      let query = StationQuery(name: name, city: station.city)
      let id = try await mediator.perform(DataSource.station, query).id
      let timetable = try await mediator.perform(DataSource.knownTimetable, station.city)
      return ListPage(timetable.stops(of: next, from: id))
    }
    stops.opens = { StationDetailsQuery(name: "id:\($0.place.id)", city: station.city) }
    return ListScene("\(next.line.name) to \(next.destination)", [stops])
  }
}

/// The sections of the page of one station: its details, neighbours, and next departures unless the
/// query has the date of another day.
@MainActor
private struct StationSections {
  let details: ListSection<DatedStationDetails>
  let status: ListSection<BoardStatus>
  let departures: ListSection<NextDepartures>
  let nearby: ListSection<FoundStation>

  /// The station, as soon as its details are loaded.
  var station: Station? { details.items.first?.details.station }

  init(_ query: StationDetailsQuery, _ mediator: Mediator) {
    let name = StationQuery(name: query.name, city: query.city)
    details = ListSection("station", id: \.details.station.id, layout: StationView.details) {
      _ in
      let city = try await mediator.perform(DataSource.city, CityQuery(city: query.city))
      let name = try await EndpointResolver(mediator: mediator)
        .reference(to: query.name, in: query.city)
      let details = try await mediator.perform(
        DataSource.stationDetails,
        StationDetailsQuery(name: name, city: query.city, date: query.date))
      return ListPage([
        DatedStationDetails(
          details: details,
          notes: [city.expiryNote(on: details.date), city.clockNote].compactMap(\.self))
      ])
    }
    status = ListSection("status", id: { _ in "status" }, layout: BoardView.status) { _ in
      let board = try await mediator.perform(
        Stations.board, BoardQuery(stations: [query.name], city: query.city))
      let now = LocalDateTime(date: board.date, time: board.time)
      let date = query.date?.date(at: now) ?? now.nightDate
      let isShown = date == now.date || date == now.nightDate
      return ListPage([BoardStatus(board)], isDrawn: isShown)
    }
    departures = ListSection(
      "departures", title: "Next departures", id: { "\($0.line.id) \($0.destination)" },
      layout: BoardView.departures
    ) { _ in
      let board = try await mediator.perform(
        Stations.board, BoardQuery(stations: [query.name], city: query.city))
      let now = LocalDateTime(date: board.date, time: board.time)
      let date = query.date?.date(at: now) ?? now.nightDate
      return ListPage(
        board.stations.first?.departures ?? [],
        empty: board.stations.first?.reason.map { LocalizedText(verbatim: $0) },
        isDrawn: date == now.date || date == now.nightDate)
    }
    nearby = ListSection(
      "nearby", title: "Nearby", id: \.id, layout: StationView.nearby, following: []
    ) { _ in ListPage(try await mediator.perform(Stations.nearby, name)) }
  }
}
