import Foundation
public import Mediator

/// What modules contribute to the rows of others.
package struct RowContributions: Sendable {
  private let actions: [RowActionDescription]
  private let details: [RowDetailDescription]
  private let reservedKeys: Set<Shortcut>
  private let mediator: Mediator

  /// - Parameter reservedKeys: The keys that no action of another module replaces.
  package init(
    actions: [RowActionDescription], details: [RowDetailDescription],
    reservedKeys: Set<Shortcut>, through mediator: Mediator
  ) {
    self.actions = actions
    self.details = details
    self.reservedKeys = reservedKeys
    self.mediator = mediator
  }

  /// The actions that are added to those of a scene. Those for which no key is free are left out.
  @MainActor
  func actions(of scene: ListScene, besides own: [SceneAction]) -> [SceneAction] {
    guard !actions.isEmpty else { return [] }
    let sections = scene.sections.filter { $0.slot != nil }
    guard !sections.isEmpty else { return [] }
    var taken = reservedKeys.union(own.map(\.shortcut))
    return actions.flatMap { action -> [SceneAction] in
      let shown = sections.filter { $0.slot?.name == action.slot }
      guard !shown.isEmpty, let key = action.freeKey(besides: taken) else { return [] }
      taken.insert(key)
      return shown.map { section in
        SceneAction(action.title, key, contribution: action.id, on: section) {
          [mediator] scene, row in
          try await action.perform(scene, try row.json, mediator)
        }
      }
    }
  }

  /// The sections that are added to what a row opens.
  @MainActor
  func sections(for selected: SelectedRow) -> [SceneSection] {
    guard let slot = selected.section.slot?.name else { return [] }
    let shown = details.filter { $0.slot == slot }
    guard !shown.isEmpty, let row = try? selected.row.json else { return [] }
    return shown.enumerated().map { $1.makeSection($0, for: row, through: mediator) }
  }
}

extension RowActionDescription {
  private static let alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

  /// The key of the action, or else the first letter of its title or of the alphabet that is free;
  /// nil if none is.
  fileprivate func freeKey(besides taken: Set<Shortcut>) -> Shortcut? {
    let letters = "\(title)".lowercased().filter { $0.isASCII && $0.isLetter } + Self.alphabet
    return ([key] + letters.map { .character($0) }).first { !taken.contains($0) }
  }
}

extension ListRow {
  /// The JSON of the row's item.
  /// - Throws: An error when the item cannot be encoded.
  package var json: JSONValue {
    get throws { try JSON.decode(JSONValue.self, from: JSON.encode(item)) }
  }
}

extension JSONValue {
  /// The value at a path of members with dots between them, such as `customer.name`; nil if there
  /// is none.
  public func member(at path: String) -> JSONValue? {
    path.split(at: ".", omittingEmptySubsequences: false).reduce(self) { value, name in
      guard case .object(let members)? = value else { return nil }
      return members[String(name)]
    }
  }
}
