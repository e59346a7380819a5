import BookmarksInterface
import DataSourceInterface
import Documents
import Mediator
import ModuleManager
import Scenes
import StationsInterface

extension StationsModule {
  /// The next departures from bookmarked and recent stations, which open the page of the station.
  static let widgets = [
    WidgetDescription(
      .soon,
      following: [
        BookmarksChanged.self, HistoryChanged.self, CityChanged.self, DeparturesExpired.self,
        TimetablePatched.self,
        MinuteBegan.self,
      ]
    ) { context in
      ListSection(
        "next-departures", title: "Next departures", id: \.id, layout: BoardView.widget
      ) { _ in ListPage(try await StationDeparture.next(through: context.mediator)) }
    } opens: { (departure: StationDeparture) in
      StationDetailsQuery(name: departure.station.reference, city: departure.city)
    }
  ]
}

/// The departures of one line from a station that a person often uses.
struct StationDeparture: Codable, Hashable, Sendable {
  private static let maximumStations = 3
  private static let maximumLines = 2

  let city: CityID
  let station: PointOfInterest
  let next: NextDepartures

  var id: String { "\(station.id) \(next.line.id) \(next.destination)" }

  /// The next departures from the first bookmarked stations and places of the current city and, if there are
  /// only a few, from those where the last journeys started.
  static func next(through mediator: Mediator) async throws -> [StationDeparture] {
    let city = try await mediator.perform(DataSource.city, CityQuery()).id
    var found: [StationDeparture] = []
    for point in try await points(of: city, through: mediator).prefix(maximumStations) {
      // A newer timetable may not have the station.
      let board = try? await mediator.perform(
        Stations.board, BoardQuery(stations: [point.reference], city: city))
      // Of the stations around a place, the nearest one.
      guard let board = board?.stations.first else { continue }
      let station = point.isPlace ? PointOfInterest(board.station) : point
      found += board.departures.prefix(maximumLines).map {
        StationDeparture(city: city, station: station, next: $0)
      }
    }
    var listed: Set<String> = []
    return found.filter { listed.insert($0.id).inserted }
  }

  private static func points(
    of city: CityID, through mediator: Mediator
  ) async throws -> [PointOfInterest] {
    do {
      let bookmarked = try await mediator.perform(Bookmarks.list)
        .filter { $0.city == city && $0.to == nil }.map(\.from)
      let recent = try await mediator.perform(Bookmarks.history, HistoryQuery(limit: 10))
        .filter { $0.city == city }.map(\.from)
      var listed: Set<String> = []
      return (bookmarked + recent).filter { listed.insert($0.id).inserted }
    } catch MediatorError.noSuchTarget {
      return []
    }
  }
}
