import BookmarksInterface
import DataSourceInterface
import Mediator

extension HistoryReference {
  /// Removes the journey from the history, and returns it. Looks its ends up in the timetable if
  /// the history has none with these names.
  /// - Throws: `BookmarksError.notInHistory`, and the errors of `EndpointResolver`.
  func remove(
    from store: BookmarkStore, through mediator: Mediator
  ) async throws -> HistoryEntry {
    let known: CityID
    if let city {
      known = city
    } else {
      known = try await mediator.perform(DataSource.city, CityQuery()).id
    }
    if let removed = try await store.removeFromHistory(from: from, to: to, in: known) {
      return removed
    }
    let (timetable, ends) = try await EndpointResolver(mediator: mediator)
      .endpoints([from, to], in: known)
    let references = ends.map { $0.pointOfInterest(in: timetable).reference }
    let removed = try await store.removeFromHistory(
      from: references[0], to: references[1], in: known)
    guard let removed else { throw BookmarksError.notInHistory(self) }
    return removed
  }
}
