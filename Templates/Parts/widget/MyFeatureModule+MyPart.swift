import Documents
import Mediator
import MyFeatureInterface
import Scenes

extension MyFeatureModule {
  // if kept
  /// The widget "My part" of the first scene.
  static let myPartWidgets = [
    WidgetDescription(.shortcut, following: [MyFeatureChanged.self]) { context in
      ListSection(
        "my-feature-my-part", title: "My part", id: { "\($0.id)" },
        layout: MyFeatureView.rows
      ) { _ in
        let items = try await context.mediator.perform(MyFeature.list)
        return ListPage(Array(items.prefix(3)))
      }
    } opens: { (_: MyItem) in
      nil
    }
  ]
  // end
  // if list
  /// The widget "My part" of the first scene.
  static let myPartWidgets = [
    WidgetDescription(.shortcut) { context in
      ListSection(
        "my-feature-my-part", title: "My part", id: \.id, layout: MyFeatureView.rows
      ) { _ in
        let page = try await context.mediator.perform(MyFeature.list, ListRequest(limit: 3))
        return ListPage(page.items)
      }
    } opens: { (_: MyItem) in
      nil
    }
  ]
  // end
  // if plain
  /// The widget "My part" of the first scene.
  static let myPartWidgets = [
    WidgetDescription(.shortcut) { _ in
      ListSection(
        "my-feature-my-part", title: "My part", id: \.self,
        layout: ListLayout<String>.detail { [.line(Text(verbatim: $0))] }
      ) { _ in
        ListPage(["my part"])
      }
    } opens: { (_: String) in
      nil
    }
  ]
  // end
}
