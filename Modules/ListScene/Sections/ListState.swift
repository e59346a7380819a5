/// What there is to show of a section.
public enum ListState: Sendable {
  /// Nothing yet: the first answer is on its way.
  case loading
  /// Its rows.
  case content
  /// That there are none.
  case empty
  /// Why there is nothing.
  case failed(any Error)
  /// Its rows, and why they could not be renewed or continued.
  case stale(any Error)

  /// The error in it.
  public var error: (any Error)? {
    switch self {
    case .loading, .content, .empty: nil
    case .failed(let error), .stale(let error): error
    }
  }
}
