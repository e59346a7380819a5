import Documents
import Mediator
import ModuleManager

/// One scene in the menu.
private struct MenuItem: ListItem {
  let title: LocalizedText
  var count: String?
  let summary: LocalizedText
}

extension ListScene {
  /// The id of the section with the scenes of the modules.
  package nonisolated static let menuID = "scenes"

  /// The first scene of the browser: the widgets of the modules, and the menu of their scenes.
  static func home(
    _ title: String, widgets: [WidgetDescription], scenes: [SceneDescription],
    in context: WidgetDescription.Context
  ) -> ListScene {
    let mediator = context.mediator
    let widgets = widgets.enumerated()
      .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
    let menu = ListSection<MenuItem>.menu(of: scenes, through: mediator)
    let home = ListScene(
      LocalizedText(verbatim: title), widgets.map { $0.makeSection(context) } + [menu])
    menu.opens = { item in scenes.first { $0.title == item.title } }
    if !widgets.isEmpty, let first = scenes.first {
      home.addAction("menu", key: "m", applies: { $0?.section !== menu }) { home in
        home.select("\(first.title)", in: ListScene.menuID)
        return nil
      }
    }
    home.follow([], through: mediator)
    return home
  }
}

extension ListSection<MenuItem> {
  /// The menu, at first without the counts, for which modules may have to start.
  fileprivate static func menu(
    of scenes: [SceneDescription], through mediator: Mediator
  ) -> ListSection<MenuItem> {
    let counted = scenes.filter { $0.count != nil }
    return ListSection(
      ListScene.menuID, title: "Menu", id: { "\($0.title)" },
      layout: .table(
        .init { Text($0.title, .title) + Text($0.count.map { " \($0)" } ?? "") },
        .init(isFlexible: true) { .init($0.summary, .faint) }),
      pageSize: max(scenes.count, 1), empty: "No module offers a scene.",
      following: counted.isEmpty ? [] : [MinuteBegan.self] + counted.flatMap(\.following)
    ) { request in
      let counts = request.ignoresCache ? await counted.counts(through: mediator) : [:]
      return ListPage(
        scenes.map { MenuItem(title: $0.title, count: counts[$0.title], summary: $0.summary) },
        isStale: !request.ignoresCache && !counted.isEmpty)
    }
  }
}

extension [SceneDescription] {
  /// The counts by title; a scene whose count fails has none.
  fileprivate func counts(through mediator: Mediator) async -> [LocalizedText: String] {
    await withTaskGroup(of: SceneCount.self) { group in
      for scene in self {
        group.addTask { SceneCount(title: scene.title, count: try? await scene.count?(mediator)) }
      }
      return await group.reduce(into: [:]) { $0[$1.title] = $1.count }
    }
  }
}

/// A struct, because the optimizer of Swift 6.3 reads wrong memory for a tuple in a task group.
private struct SceneCount {
  let title: LocalizedText
  /// Nil for a scene without a count, or whose count fails.
  let count: String?
}
