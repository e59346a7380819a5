public import Mediator

/// Why a row cannot be opened.
public enum ListSceneError: ModuleError {
  /// There is no row of that identity or number; the nearest identity is offered.
  case noRow(String, nearest: String?)
  /// The row opens no scene.
  case leadsNowhere(String)

  /// What kind of failure it is.
  public var kind: FailureKind { .notFound }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .noRow(let name, let nearest?): "no row '\(name)'; did you mean '\(nearest)'?"
    case .noRow(let name, nil): "no row '\(name)'; expected the number of a row in the list"
    case .leadsNowhere(let name): "row '\(name)' opens nothing; choose another one"
    }
  }
}
