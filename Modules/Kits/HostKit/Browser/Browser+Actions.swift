import Console
import Scenes

/// A question that the person is asked before an action is performed.
struct PendingConfirmation {
  let action: SceneAction
  let selected: SelectedRow?
}

extension Browser {
  /// Performs the action of a key for the selected row, if one applies. An action that needs a
  /// confirmation only shows its question.
  func performAction(of key: Shortcut, in entry: NavigationEntry) {
    let (scene, selected) = (entry.scene, selectedRow(of: entry))
    guard let action = scene.action(for: key, on: selected) else { return }
    guard let question = action.confirmation(for: selected) else {
      return perform(action, on: selected, in: scene)
    }
    // Keys that were pressed before the question was shown are no answer.
    heldKeys = []
    showMessage("\(question)")
    entries[entries.count - 1].confirmation =
      PendingConfirmation(action: action, selected: selected)
  }

  /// Performs the action that the person was asked about if the key is `y`, unless the row has changed
  /// since.
  func answer(_ asked: PendingConfirmation, with key: Key) {
    let entry = currentEntry
    guard key == .character("y") else { return }
    let selected = selectedRow(of: entry)
    let isSameRow =
      selected?.section === asked.selected?.section
      && selected?.row == asked.selected?.row
    guard isSameRow, asked.action.applies(to: selected) else {
      return showMessage("The row has changed meanwhile; nothing is done.")
    }
    perform(asked.action, on: selected, in: entry.scene)
  }

  private func perform(_ action: SceneAction, on selected: SelectedRow?, in scene: ListScene) {
    startTaskAtOnce { [self] in
      await showMessage { try await scene.perform(action, on: selected).map { "\($0)" } }
    }
  }
}

extension Browser {
  /// All actions of a scene, of which several for different rows may have one key and one title. The
  /// list of keys has its own line for Enter on a row.
  func listedActions(of scene: ListScene) -> [SceneAction] {
    var lines: Set<[String]> = []
    return scene.actions.filter { action in
      (action.shortcut != .enter || scene.canvas != nil)
        && lines.insert(["\(action.shortcut)", "\(action.title)"]).inserted
    }
  }

  /// The keys that actions take from the browser. Enter opens the selected row, if there are rows.
  func shortcuts(of entry: NavigationEntry) -> [Shortcut] {
    entry.scene.actions.map(\.shortcut).filter { $0 != .enter || entry.scene.canvas != nil }
  }
}

extension Key {
  /// The key as a shortcut; nil if it cannot be one.
  var shortcut: Shortcut? {
    switch self {
    case .character(let character): .character(character)
    case .enter: .enter
    case .left: .left
    case .right: .right
    case .up: .up
    case .down: .down
    case .control, .home, .end, .pageUp, .pageDown, .tab, .backspace, .delete, .escape, .f1, .paste,
      .mouse:
      nil
    }
  }

  init(_ shortcut: Shortcut) {
    self =
      switch shortcut {
      case .character(let character): .character(character)
      case .enter: .enter
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      }
  }
}
