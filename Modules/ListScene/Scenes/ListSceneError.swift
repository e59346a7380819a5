public import Mediator

/// Why a row cannot be opened.
public enum ListSceneError: ModuleError {
  /// There is no row of that identity or number; the nearest identity is offered.
  case noRow(String, nearest: String?)
  /// There is no such row on the first pages, and there are more than are looked through.
  case noRowSoFar(String, pages: Int)
  /// The row opens no scene.
  case leadsNowhere(String)

  /// What kind of failure it is.
  public var kind: FailureKind { .notFound }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .noRow(let name, let nearest?): "no row '\(name)'; did you mean '\(nearest)'?"
    case .noRow(let name, nil): "no row '\(name)'; expected the number of a row in the list"
    case .noRowSoFar(let name, let pages):
      "no row '\(name)' on the first \(pages) pages; look for it on a later one"
    case .leadsNowhere(let name): "row '\(name)' opens nothing; choose another one"
    }
  }
}
