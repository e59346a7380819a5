public import Mediator

/// Why a row cannot be opened, or what a person wanted cannot be done.
public enum ListSceneError: ModuleError {
  /// No row has this id or number; `nearest` is the most similar id.
  case noRow(String, nearest: String?)
  /// The first pages have no such row, and the list has more pages.
  case rowNotReached(String, pages: Int)
  /// The row opens no scene.
  case opensNothing(String)
  /// The list ends before the page with this number, or the number is below 1.
  case noPage(Int)
  /// An action has thrown an error without a text for people.
  case actionFailed(String, reason: String)

  public var kind: FailureKind {
    switch self {
    case .noRow, .rowNotReached, .opensNothing: .notFound
    case .noPage: .badInput
    case .actionFailed: .failed
    }
  }

  public var description: String {
    switch self {
    case .noRow(let name, let nearest?): "no row '\(name)'; did you mean '\(nearest)'?"
    case .noRow(let name, nil) where Int(name) != nil:
      "no row '\(name)'; expected the number of a row that the list shows, or its id"
    case .noRow(let name, nil): "no row '\(name)'; expected the number or id of a row"
    case .rowNotReached(let name, let pages):
      "no row '\(name)' on the first \(pages) pages; try a later page"
    case .noPage(let page):
      page < 1
        ? "no page '\(page)'; expected 1 or more"
        : "no page '\(page)': the list ends before it; choose a smaller number"
    case .actionFailed(let title, let reason): "'\(title)' failed: \(reason)"
    case .opensNothing(let name): "row '\(name)' cannot be opened; choose another row"
    }
  }
}
