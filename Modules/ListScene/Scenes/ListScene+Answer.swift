public import Console
import Mediator

extension ListScene {
  /// How many pages are looked through for a row that somebody names.
  private static let searchedPages = 50

  /// What the scene shows, as the answer of a command. Rows that could not be renewed are told, and
  /// count as a failure.
  /// - Throws: What went wrong when there is nothing to show, and `CancellationError`.
  public func answer() throws -> Answer {
    try Task.checkCancellation()
    let snapshot = snapshot
    if let failure = snapshot.failure { throw failure }
    let failure = snapshot.errors.first.map { ($0 as? any ModuleError)?.kind ?? .failed }
    return try Answer(snapshot, failure: failure) { $0.text(on: $1) }
  }

  /// What the scene that a row leads to shows, as the answer of a command.
  /// - Parameter name: The row's identity, or its number in the list, counted from 1.
  /// - Throws: `ListSceneError.noRow` when there is no such row, `.noRowSoFar` when there are too
  ///   many to look through, `.leadsNowhere` when it opens no scene, and whatever `answer()`
  ///   throws.
  public func answer(selecting name: String) async throws -> Answer {
    _ = try answer()
    let (section, row) = try await row(named: name)
    section.send(.selected, from: row)
    guard let pushed else { throw ListSceneError.leadsNowhere(name) }
    await pushed.controller.open()
    return try pushed.answer()
  }

  private func row(named name: String) async throws -> (ListSection, ListRow) {
    for page in 1...Self.searchedPages {
      for section in controller.sections {
        if let row = section.row(named: name) { return (section, row) }
      }
      guard page < Self.searchedPages, controller.sections.contains(where: \.hasMore) else { break }
      await controller.loadMore()
      try Task.checkCancellation()
      let failed = controller.sections.first { $0.hasMore && $0.state.error != nil }
      if let error = failed?.state.error { throw error }
    }
    guard !controller.sections.contains(where: \.hasMore) else {
      throw ListSceneError.noRowSoFar(name, pages: Self.searchedPages)
    }
    let ids = controller.sections.flatMap(\.rows).map(\.id)
    throw ListSceneError.noRow(name, nearest: ids.nearest(to: name).first)
  }
}

extension ListSection {
  /// The row of an identity, or else of a number that its section shows.
  fileprivate func row(named name: String) -> ListRow? {
    if let row = rows.first(where: { $0.id == name }) { return row }
    guard case .table(_, isNumbered: true) = form, let number = Int(name), number > firstRow,
      rows.count >= number - firstRow
    else { return nil }
    return rows[number - firstRow - 1]
  }
}
