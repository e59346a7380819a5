import BookmarksInterface
import DataSourceInterface
import Mediator

extension HistoryReference {
  /// Removes the journey from the history, and returns it. Looks its ends up in the timetable if the
  /// history has none with these names.
  /// - Throws: `BookmarksError.notInHistory`, and the errors of `DataSource.endpoints`.
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
    let (city, ends) = try await PlaceLookup(store: store, mediator: mediator)
      .ends([from, to], in: known)
    let references = ends.map(\.reference)
    let removed = try await store.removeFromHistory(
      from: references[0], to: references[1], in: city)
    guard let removed else { throw BookmarksError.notInHistory(self) }
    return removed
  }
}
