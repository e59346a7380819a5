import Documents

extension SceneSection {
  /// Loads and shows the first page. A stale page is shown until a fresh one is loaded.
  public func open() async {
    await withLoad {
      let page = try await load(ListRequest(offset: firstRow, limit: pageSize, ignoresCache: false))
      show(page, lastOffset: page.lastOffset)
      if page.isStale { try await reload(pageSize) }
    }
  }

  /// Loads all rows again, and at least one page. Calls that wait for another load share one
  /// refresh.
  public func refresh() async {
    let started = startedRefreshes
    await withLoad {
      guard startedRefreshes == started else { return }
      startedRefreshes += 1
      try await reload(max(rows.count, pageSize))
    }
  }

  /// Loads the next page. Concurrent calls share it.
  ///
  /// The request includes the last known row. If that row has another position now, rows before it
  /// were inserted or removed; then all rows are loaded again, so that none is missing and none
  /// appears twice. Other changes before it appear with the next refresh.
  func loadMore() async {
    let ended = endedLoadMores
    await withLoad {
      guard hasMore, endedLoadMores == ended else { return }
      defer { endedLoadMores += 1 }
      let page = try await load(
        ListRequest(offset: lastOffset, limit: pageSize + 1, ignoresCache: true))
      let known = Set(rows.map(\.id))
      let added = page.items.dropFirst()
      guard let anchor = rows.last, page.items.first?.id == anchor.id,
        known.isDisjoint(with: added.map(\.id))
      else { return try await reload(rows.count + pageSize) }
      // A source that reports more rows but returns none is not asked again.
      let hasMore = page.hasMore && !added.isEmpty
      let all = rows.dropLast() + page.items
      show(
        ListPage(Array(all), hasMore: hasMore, date: date?.shown), lastOffset: page.lastOffset,
        problems: problems + page.problems.filter { !problems.contains($0) })
    }
  }

  /// Replaces the rows with those of a page, and tells the scene if they have changed.
  /// - Parameters:
  ///   - lastOffset: The offset of the last row, where that is known.
  ///   - problems: What is wrong with rows that are left out; nil for what the page says.
  private func show(
    _ page: ListPage<ListRow>, lastOffset: Int?, problems: [String]? = nil
  ) {
    var ids: Set<ListRow.ID> = []
    let new = page.items.filter { ids.insert($0.id).inserted }
    hasRepeatedIDs = new.count < page.items.count
    let isChanged = rows != new
    self.problems = problems ?? page.problems
    rows = new
    self.lastOffset = lastOffset ?? firstRow + max(new.count - 1, 0)
    date = (page.date ?? now(), page.isStale && page.date != nil)
    emptyText = page.empty
    isDrawn = page.isDrawn
    hasMore = page.hasMore
    state = new.isEmpty ? .empty : .content
    guard isChanged else { return }
    onChange()
  }

  private func reload(_ count: Int) async throws {
    let page = try await load(ListRequest(offset: firstRow, limit: count, ignoresCache: true))
    show(page, lastOffset: page.lastOffset)
  }

  /// Waits until no other load is in progress, runs `body`, and shows its failure.
  private func withLoad(_ body: () async throws -> Void) async {
    await mutex.lock()
    isLoading = true
    defer {
      isLoading = false
      mutex.unlock()
    }
    do {
      try await body()
    } catch {
      // A cancelled load changes nothing.
      guard !Task.isCancelled else { return }
      state = rows.isEmpty ? .failed(error) : .stale(error)
    }
  }
}

/// A lock for asynchronous code; waiting tasks receive it in the order of their calls.
@MainActor
final class AsyncMutex {
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func lock() async {
    guard isLocked else { return isLocked = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  func unlock() {
    guard !waiting.isEmpty else { return isLocked = false }
    waiting.removeFirst().resume()
  }
}
