import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface

extension Bookmark {
  /// Asks DataSource which stations of which city a person means.
  init(_ request: AddBookmark, through mediator: Mediator) async throws {
    let name = request.name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else { throw BookmarksError.emptyName }
    let city = try await mediator.perform(DataSource.city, CityQuery(city: request.city)).id
    let from = StationQuery(name: request.from, city: city)
    let to = StationQuery(name: request.to, city: city)
    self.init(
      name: name, city: city,
      from: try await mediator.perform(DataSource.station, from).place,
      to: try await mediator.perform(DataSource.station, to).place)
  }
}

extension Station {
  fileprivate var place: Place { Place(id: id, name: name) }
}

extension HistoryEntry {
  init(_ planned: JourneyPlanned, askedAt: Date) {
    self.init(askedAt: askedAt, city: planned.city, from: planned.from, to: planned.to)
  }
}
