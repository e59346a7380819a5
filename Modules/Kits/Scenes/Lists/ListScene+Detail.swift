/// What a row of a list opens, and what a wide screen shows beside the list.
public enum ListDetail {
  /// A scene.
  case scene(ListScene)
  /// A value that a scene of another module shows.
  case value(any Sendable)
}

extension ListScene {
  /// Creates what a row opens; a scene follows the events of this one.
  package func makeDetail(of row: ListRow) -> ListDetail? {
    let made = detail?(row)
    if case .scene(let scene)? = made { share(with: scene) }
    return made
  }

  /// Opens the detail of a selected row; false if the row has none.
  func openDetail(of event: ListEvent) -> Bool {
    guard case .selected = event.kind, let row = event.row, let made = makeDetail(of: row) else {
      return false
    }
    switch made {
    case .scene(let scene): push(scene)
    case .value(let value): onEvent(ListEvent(.custom(value)))
    }
    return true
  }

  /// Gives a scene that this one opens the same clock and deadline, and the events to follow.
  func share(with scene: ListScene) {
    scene.now = now
    scene.followerDeadline = followerDeadline
    scene.pickers = pickers
    guard scene.followed == nil, let followed else { return }
    scene.follow(followed.events, through: followed.mediator)
  }
}
