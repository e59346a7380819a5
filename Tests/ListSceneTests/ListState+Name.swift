import ListScene

extension ListState {
  /// The state in one word, for comparisons.
  var name: String {
    switch self {
    case .loading: "loading"
    case .content: "content"
    case .empty: "empty"
    case .failed: "failed"
    case .stale: "stale"
    }
  }
}
