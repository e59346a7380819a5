import Scenes

/// An open scene with the state of the browser in it.
struct NavigationEntry {
  let scene: ListScene
  var state = BrowserState()
  /// The latest search of the scene.
  var search: Task<Void, Never>?
  /// The number of rows of a search scene before the person typed a text.
  var allRows: (count: Int, hasMore: Bool)?
  /// The message above the last line; the next key removes it.
  var message: String?
  /// The question that the message asks; the next key answers it.
  var confirmation: PendingConfirmation?
  let layoutCache = LayoutCache()
}

/// The layout of a scene, cached because moving the cursor does not change it.
@MainActor
final class LayoutCache {
  var layout: Browser.Layout?
}

extension ListScene {
  /// Whether a section has not loaded its first page yet.
  var isOpening: Bool {
    sections.contains { if case .loading = $0.state { true } else { false } }
  }

  var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// Whether a section has more rows to load.
  var hasMore: Bool { sections.contains { $0.hasMore } }

  /// Whether a section has more rows, and no section is loading or has failed.
  var canLoadMore: Bool {
    let sections = self.sections
    return hasMore
      && sections.allSatisfy { !$0.isLoading && $0.state.error == nil }
  }
}
