package import Mediator

/// What a row of a list opens, and what a wide screen shows beside the list.
public enum ListDetail {
  /// A scene.
  case scene(ListScene)
  /// A value that a scene of another module shows.
  case value(any Sendable)
}

extension ListScene {
  /// What Enter does with a row, in one or two words; nil for nothing.
  package func titleOfOpening(_ selected: SelectedRow?) -> LocalizedText? {
    if let action = action(for: .enter, on: selected) { return action.title }
    guard let selected else { return nil }
    let opens = selected.section.hasDetail || selected.section.value(openedBy: selected.row) != nil
    return opens ? "open" : nil
  }

  /// Shows the detail of a row or its value, if it has one.
  package func openDetail(of selected: SelectedRow) {
    openingRow = selected
    defer { openingRow = nil }
    switch selected.section.detail(of: selected.row) {
    case .scene(let scene): push(scene)
    case .value(let value): openScene(showing: value)
    case nil:
      if let value = selected.section.value(openedBy: selected.row) {
        openScene(showing: value)
      }
    }
    pushed?.openedBy = RowPath(section: selected.section.id, row: selected.row.id)
  }

  /// Whether to open a row only shows something, so that an address may do it.
  package func opensWithoutEffect(_ selected: SelectedRow) -> Bool {
    action(for: .enter, on: selected) == nil
      && (selected.section.hasDetail || selected.section.value(openedBy: selected.row) != nil)
  }

  /// Creates what a row opens and a wide screen shows beside it; a scene follows the events of this
  /// one. A presenter calls `prepare` with the scene that it makes for a value.
  package func makeDetail(of selected: SelectedRow) -> ListDetail? {
    let made = selected.section.detail(of: selected.row)
    if case .scene(let scene)? = made { prepare(scene, asDetailOf: selected) }
    return made
  }

  /// Gives the scene that is shown beside a row what it would have if the row had opened it.
  package func prepare(_ scene: ListScene, asDetailOf selected: SelectedRow) {
    share(with: scene)
    scene.addDetails(of: selected)
  }

  /// Gives a scene that this one opens the same environment, and the events to follow.
  func share(with scene: ListScene) {
    scene.environment = environment
    guard scene.followed == nil, let followed else { return }
    scene.follow(followed.events, through: followed.mediator)
  }
}
