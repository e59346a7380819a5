import Observation
import Scenes

extension Tab {
  /// How many pages of rows are loaded for an address.
  private static let maximumPages = 20

  /// The address of the scenes up to an entry, as far as they were opened by rows.
  func address(upTo count: Int) -> TabAddress {
    let rows = navigation.entries.prefix(count).dropFirst().map { openedBy[$0.scene.id] }
    return TabAddress(rows: rows.prefix { $0 != nil }.compactMap(\.self))
  }

  var address: TabAddress { address(upTo: navigation.entries.count) }

  /// The address with the name of the tab, if the rows alone do not lead to what is shown.
  var location: String {
    let isComplete = address.rows.count == navigation.entries.count - 1
    return isComplete ? address.path : "\(address.path)?tab=\(name)"
  }

  /// Opens what an address leads to, from the scenes on that are open already, as far as its rows
  /// appear within a time.
  func go(to target: TabAddress, within limit: Duration) async {
    let shared = zip(address.rows, target.rows).prefix { $0 == $1 }.count
    leave(to: shared + 1)
    for path in target.rows.dropFirst(shared) {
      let (count, below) = (navigation.entries.count, topScene)
      _ = await wait(within: limit) {
        below?.row(at: path) != nil
          || below?.sections.contains { $0.id == path.section && $0.isOpening } != true
      }
      await loadMore(until: path, within: limit)
      guard let below, let row = below.row(at: path) else {
        return change {
          $0.show("'\(path.row)' is not there any more.")
          return []
        }
      }
      guard below.opensWithoutEffect(row) else { return select(path) }
      open(path)
      guard await wait(within: limit, { [self] in navigation.entries.count > count }) else {
        return
      }
    }
  }

  /// Loads more rows of the topmost scene until one appears.
  private func loadMore(until path: RowPath, within limit: Duration) async {
    for _ in 0..<Self.maximumPages {
      guard let scene = topScene, scene.row(at: path) == nil, navigation.top.scene.canLoadMore
      else { return }
      change { $0.loadMore() }
      _ = await wait(within: limit) { [self] in !navigation.top.isLoadingMore }
    }
  }

  /// Waits until nothing is being loaded, but not longer than a time.
  func waitUntilLoaded(within limit: Duration) async {
    _ = await wait(within: limit) { [self] in
      navigation.entries.suffix(2).allSatisfy { !$0.scene.isLoading } && !presenter.isBusy
    }
  }

  private func wait(
    within limit: Duration, _ condition: @escaping @MainActor @Sendable () -> Bool
  ) async -> Bool {
    let waiting = Task { @MainActor in
      let states = Observations { [self] in
        reconcile()
        return condition()
      }
      for await isMet in states where isMet { return }
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      waiting.cancel()
    }
    await waiting.value
    timer.cancel()
    return condition()
  }
}

extension SceneSection {
  /// Whether its rows may still appear.
  fileprivate var isOpening: Bool { if case .loading = state { true } else { isLoading } }
}

extension ListScene {
  /// Whether to open a row only shows something, so that a link may do it.
  func opensWithoutEffect(_ selected: SelectedRow) -> Bool {
    action(for: .enter, on: selected) == nil
      && (selected.section.hasDetail || selected.section.value(openedBy: selected.row) != nil)
  }
}
