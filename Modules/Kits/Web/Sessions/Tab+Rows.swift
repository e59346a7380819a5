import Documents
import Mediator
import Scenes

/// The rows of a scene below the topmost one, as they were drawn last.
struct DrawnSections {
  /// All that they depend on.
  struct Content: Equatable {
    let scene: SceneID
    let revision: Int
    let urgency: Urgency
    let ages: [LocalizedText?]
    let view: TabView
    let address: TabAddress
    let selection: RowPath?
  }

  let content: Content
  let sections: [SectionHTML]
}

/// What a page shows of the rows of a scene.
extension Tab {
  /// The sections of a scene.
  ///
  /// While something happens in the topmost scene, the list beside it stays as it is. It is drawn
  /// each time only if its actions may have changed what its rows open.
  /// - Parameters:
  ///   - list: The rows that it shows.
  ///   - matches: Returns the letters to mark.
  func sections(
    of scene: ListScene, at index: Int, _ list: ListSnapshot,
    _ matches: (@Sendable (String) -> [Int])?, _ prefix: String
  ) -> [SectionHTML] {
    let entry = navigation.entries[index]
    func draw() -> [SectionHTML] {
      var context = context(of: scene, at: index, prefix)
      context.matches = matches
      return list.html(in: context)
    }
    let isTop = index == navigation.entries.count - 1
    guard !isTop, !entry.scene.actions.contains(where: { $0.shortcut == .enter }) else {
      return draw()
    }
    let content = DrawnSections.Content(
      scene: entry.scene.id, revision: list.revision, urgency: list.urgency,
      ages: list.sections.map(\.age), view: entry.view, address: address(upTo: index + 1),
      selection: selection(at: index))
    if let known = drawnSections, known.content == content { return known.sections }
    let sections = draw()
    drawnSections = DrawnSections(content: content, sections: sections)
    return sections
  }

  /// The row that is selected in the topmost scene, or that has opened the scene above.
  private func selection(at index: Int) -> RowPath? {
    index == navigation.entries.count - 1
      ? navigation.entries[index].view.selection : address.row(openedIn: index)
  }

  func context(of scene: ListScene, at index: Int, _ prefix: String) -> PageContext {
    let isTop = index == navigation.entries.count - 1
    let address = address(upTo: index + 1)
    // What a person has searched or chosen in a scene is not in an address.
    let hasState =
      address.depth < index || scene.moveScale != nil
      || !navigation.entries[index].view.search.isEmpty
    let state = hasState ? "?tab=\(name)" : ""
    let (below, selecting) = (address.prefix, "\(address.path)?tab=\(name)&select=")
    var (opened, selected) = ([RowPath: String](), [RowPath: String]())
    var sectionsWithActions: Set<String> = []
    for section in scene.sections {
      let actions = isTop ? scene.actions.filter { $0.section === section } : []
      if actions.contains(where: { $0.shortcut != .enter }) {
        sectionsWithActions.insert(section.id)
      }
      for row in section.rows {
        let path = RowPath(section: section.id, row: row.id)
        if scene.opensWithoutEffect(SelectedRow(section: section, row: row)) {
          opened[path] = "\(below)/\(path.addressPath)\(state)"
        }
        guard !actions.isEmpty else { continue }
        selected[path] = selecting + path.addressPath
      }
    }
    var context = PageContext()
    context.idPrefix = prefix
    context.action = action
    context.hiddenFields = [("key", key.text)]
    context.rowAddress = { [opened, selected] in opened[$0] ?? selected[$0] }
    context.selectAddress = { [sectionsWithActions, selected] path in
      sectionsWithActions.contains(path.section) ? selected[path] : nil
    }
    context.selection = selection(at: index)
    if isTop { context.moreAddress = { [name] _ in "\(address.path)?tab=\(name)&more" } }
    return context
  }
}
