import Documents
import Mediator
import ModuleManager
import Platform

/// One scene in the menu, or several behind "more".
private struct MenuItem: ListItem {
  /// The id of the row of the scenes that are not listed themselves.
  static let moreID = "more"

  let id: String
  let title: LocalizedText
  var count: String?
  let summary: LocalizedText
}

extension ListScene {
  /// The id of the section with the scenes of the modules.
  package nonisolated static let menuID = "scenes"

  /// The first scene of the browser: the search field and the widgets of the modules, and the menu
  /// of their scenes.
  /// - Parameter text: What the person has typed into the search field.
  static func home(
    _ title: String, _ contributions: PresentedContributions,
    in context: WidgetDescription.Context, searchingFor text: Lock<String>
  ) -> ListScene {
    let mediator = context.mediator
    let found = contributions.searches.enumerated().map {
      $1.makeSection($0, for: text, through: mediator)
    }
    let widgets = contributions.widgets.enumerated()
      .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
    let menu = ListSection<MenuItem>.menu(of: contributions.scenes, through: mediator)
    menu.isBeside = !widgets.isEmpty
    let home = ListScene(
      LocalizedText(verbatim: title), found + widgets.map { $0.makeSection(context) } + [menu])
    if let search = contributions.searches.first {
      home.prompt = (search.prompt, search.hint)
      home.search = { typed in
        text.withLock { $0 = typed }
        await withTaskGroup { group in
          for section in found { group.addTask { await section.refresh() } }
        }
      }
    }
    if !widgets.isEmpty, !contributions.scenes.isEmpty {
      home.addAction("menu", key: "m", applies: { $0?.section !== menu }) { home in
        if let first = menu.rows.first { home.select(first.id, in: ListScene.menuID) }
        return nil
      }
    }
    home.follow([], through: mediator)
    return home
  }
}

extension ListSection<MenuItem> {
  /// The menu, at first without the counts, for which modules may have to start, and with the scenes
  /// behind "more" that say when they are listed.
  fileprivate static func menu(
    of scenes: [SceneDescription], through mediator: Mediator
  ) -> ListSection<MenuItem> {
    let asked = scenes.filter { $0.count != nil || $0.isListed != nil }
    let answers = Lock<[LocalizedText: MenuAnswer]>([:])
    let menu = ListSection(
      ListScene.menuID, title: "Menu", id: \.id, layout: menuLayout,
      pageSize: max(scenes.count, 1), empty: "No module offers a scene.",
      following: asked.isEmpty ? [] : [MinuteBegan.self] + asked.flatMap(\.following)
    ) { request in
      if request.ignoresCache {
        let new = await asked.answers(through: mediator)
        answers.withLock { $0 = new }
      }
      let known = answers.withLock(\.self)
      let more = scenes.filter { !$0.isListed(in: known) }
      let items = scenes.filter { $0.isListed(in: known) }.map { MenuItem($0, known[$0.title]) }
      return ListPage(
        items + (more.isEmpty ? [] : [MenuItem(more: more)]),
        isStale: !request.ignoresCache && !asked.isEmpty)
    }
    menu.opens = { item in
      guard item.id == MenuItem.moreID else { return scenes.first { "\($0.title)" == item.id } }
      let known = answers.withLock(\.self)
      return SceneDescription.more(scenes.filter { !$0.isListed(in: known) })
    }
    return menu
  }

  fileprivate static let menuLayout = ListLayout<MenuItem>.table(
    .init { Text($0.title, .title) + Text($0.count.map { " \($0)" } ?? "") },
    .init(isFlexible: true) { .init($0.summary, .faint) })
}

extension MenuItem {
  fileprivate init(_ scene: SceneDescription, _ answer: MenuAnswer?) {
    self.init(
      id: "\(scene.title)", title: scene.title, count: answer?.count, summary: scene.summary)
  }

  fileprivate init(more scenes: [SceneDescription]) {
    self.init(
      id: Self.moreID, title: "more", summary: scenes.map(\.title).joined(separator: ", "))
  }
}

extension SceneDescription {
  fileprivate func isListed(in known: [LocalizedText: MenuAnswer]) -> Bool {
    isListed == nil || known[title]?.isListed == true
  }

  /// The scene that lists the scenes behind "more".
  fileprivate static func more(_ scenes: [SceneDescription]) -> SceneDescription {
    SceneDescription("More", "scenes that need something else first") { _ in
      let section = ListSection(
        ListScene.menuID, id: \.id, layout: ListSection<MenuItem>.menuLayout,
        pageSize: max(scenes.count, 1)
      ) { _ in ListPage(scenes.map { MenuItem($0, nil) }) }
      section.opens = { item in scenes.first { "\($0.title)" == item.id } }
      return ListScene("More", [section])
    }
  }
}

extension [SceneDescription] {
  /// The answers by title; a scene whose count fails has none.
  fileprivate func answers(through mediator: Mediator) async -> [LocalizedText: MenuAnswer] {
    await withTaskGroup(of: MenuAnswer.self) { group in
      for scene in self { group.addTask { await MenuAnswer(of: scene, through: mediator) } }
      return await group.reduce(into: [:]) { $0[$1.title] = $1 }
    }
  }
}

/// What a scene answers for the menu. A struct, because the optimizer of Swift 6.3 reads wrong memory
/// for a tuple in a task group.
private struct MenuAnswer {
  let title: LocalizedText
  /// Nil for a scene without a count, or whose count fails.
  let count: String?
  let isListed: Bool

  init(of scene: SceneDescription, through mediator: Mediator) async {
    title = scene.title
    isListed = (try? await scene.isListed?(mediator)) ?? (scene.isListed == nil)
    count = isListed ? try? await scene.count?(mediator) : nil
  }
}
