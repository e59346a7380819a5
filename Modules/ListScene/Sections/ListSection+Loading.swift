extension ListSection {
  /// Shows the first page, be it a kept copy, and then a fresh one where the copy is stale.
  public func open() async {
    await inTurn { load in
      let page = try await load(ListRequest(offset: firstRow, limit: pageSize, isFresh: false))
      show(page)
      if page.isStale { try await reload(pageSize, load) }
    }
  }

  /// Asks anew for as many rows as there are, and for a page at least. Of several who ask while one
  /// answer is on its way, all get the next one.
  public func refresh() async {
    let begun = refreshes
    await inTurn { load in
      guard refreshes == begun else { return }
      refreshes += 1
      try await reload(max(rows.count, pageSize), load)
    }
  }

  /// Adds the page that comes next. Of several who ask at the same time, all get the same one.
  ///
  /// The last row is asked for once more: where it is no longer at its place, rows before it came or
  /// went, and all are asked for anew, so that none is lost between two pages and none comes twice.
  /// What changes above the last row and leaves that in its place waits for the next refresh.
  public func loadMore() async {
    let ended = continuations
    await inTurn { load in
      guard hasMore, continuations == ended else { return }
      defer { continuations += 1 }
      let last = rows.indices.last ?? 0
      let page = try await load(
        ListRequest(offset: firstRow + last, limit: pageSize + 1, isFresh: true))
      let known = Set(rows.map(\.id))
      let added = page.items.dropFirst()
      guard let anchor = rows.last, page.items.first?.id == anchor.id,
        known.isDisjoint(with: added.map(\.id))
      else { return try await reload(rows.count + pageSize, load) }
      // A source that promises more and gives nothing would be asked for ever.
      show(ListPage(rows.dropLast() + page.items, hasMore: page.hasMore && !added.isEmpty))
    }
  }

  /// Makes a page's items the rows, and tells the difference.
  func show(_ page: ListPage<ListRow>) {
    var ids: Set<ListRow.ID> = []
    let new = page.items.filter { ids.insert($0.id).inserted }
    let difference = ListDifference(from: rows, to: new)
    rows = new
    hasMore = page.hasMore
    state = new.isEmpty ? .empty : .content
    guard !difference.isEmpty else { return }
    for follower in followers { follower(new) }
    pass(ListEvent(.changed(difference)))
  }

  private func reload(_ count: Int, _ load: Load) async throws {
    show(try await load(ListRequest(offset: firstRow, limit: count, isFresh: true)))
  }

  /// Lets one piece of work after the other load.
  private func inTurn(_ work: (Load) async throws -> Void) async {
    guard let load else { return }
    await turnstile.enter()
    isLoading = true
    defer {
      isLoading = false
      turnstile.leave()
    }
    do {
      try await work(load)
    } catch {
      // Where whoever asked has given up, what is shown stays as it is.
      guard !Task.isCancelled else { return }
      state = rows.isEmpty ? .failed(error) : .stale(error)
      pass(ListEvent(.failed(error)))
    }
  }
}
