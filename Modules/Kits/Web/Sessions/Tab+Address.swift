import Scenes

extension Tab {
  /// How many pages of rows are loaded for an address.
  private static let maximumPages = 20

  /// The address of the scenes up to an entry, as far as they were opened by a link and rows.
  func address(upTo count: Int) -> TabAddress {
    var opened = navigation.entries.prefix(count).dropFirst()
    var address = TabAddress()
    if let link = openedByLink, opened.first?.scene.id == link.scene {
      address.link = link.url
      opened = opened.dropFirst()
    }
    let rows = opened.map { openedBy[$0.scene.id] }
    address.rows = rows.prefix { $0 != nil }.compactMap(\.self)
    return address
  }

  var address: TabAddress { address(upTo: navigation.entries.count) }

  /// The address with the name of the tab, if the rows alone do not lead to what is shown.
  var location: String {
    let isComplete = address.depth == navigation.entries.count - 1
    return isComplete ? address.path : "\(address.path)?tab=\(name)"
  }

  /// Opens what an address leads to, from the scenes on that are open already, as far as its rows
  /// appear within a time.
  func go(to target: TabAddress, within limit: Duration) async {
    if target.link != address.link {
      leave(to: 1)
      guard await open(target.link) else { return }
    }
    let shared = zip(address.rows, target.rows).prefix { $0 == $1 }.count
    leave(to: TabAddress(link: target.link, rows: Array(target.rows.prefix(shared))).depth + 1)
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

  /// Opens the scene of a link, if there is one.
  /// - Returns: Whether it is open.
  private func open(_ link: String?) async -> Bool {
    guard let link else { return true }
    let count = navigation.entries.count
    await presenter.openScene(ofLink: link)
    reconcile()
    guard navigation.entries.count > count else { return false }
    noteLink(link)
    return true
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
    reconcile()
    guard !condition() else { return true }
    let waiting = Task { @MainActor in
      let states = ObservedValues { [self] in
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
