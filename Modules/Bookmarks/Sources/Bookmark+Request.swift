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
    let id = try request.city.map { text in
      guard let id = CityID(text) else { throw BookmarksError.badCity(text) }
      return id
    }
    let city = try await mediator.perform(DataSource.city, CityQuery(city: id)).id
    let from = StationQuery(name: request.from, city: city)
    let to = StationQuery(name: request.to, city: city)
    self.init(
      name: name, city: city.description,
      from: KeptStation(try await mediator.perform(DataSource.station, from)),
      to: KeptStation(try await mediator.perform(DataSource.station, to)))
  }
}

extension HistoryEntry {
  init(_ planned: JourneyPlanned, askedAt: Date) {
    self.init(
      askedAt: askedAt, city: planned.city.description, from: KeptStation(planned.from),
      to: KeptStation(planned.to))
  }
}

extension KeptStation {
  fileprivate init(_ station: Station) {
    self.init(id: station.id, name: station.name)
  }

  fileprivate init(_ place: Place) {
    self.init(id: place.id, name: place.name)
  }
}
