import Documents
import Mediator
import MyFeatureInterface
import Scenes

extension MyFeatureModule {
  // if kept
  /// The scene "My part".
  static let myPartScenes = [
    SceneDescription(
      "My part", "my part", following: [MyFeatureChanged.self]
    ) { mediator in
      let items = ListSection(
        "items", id: { "\($0.id)" }, layout: MyFeatureView.rows,
        empty: "Nothing yet."
      ) { _ in
        ListPage(try await mediator.perform(MyFeature.list))
      }
      return ListScene("My part", [items])
    }
  ]
  // end
  // if list
  /// The scene "My part".
  static let myPartScenes = [
    SceneDescription("My part", "my part") { mediator in
      let items = ListSection("items", id: \.id, layout: MyFeatureView.rows) { request in
        try await mediator.perform(MyFeature.list, request)
      }
      return ListScene("My part", [items])
    }
  ]
  // end
  // if plain
  /// The scene "My part".
  static let myPartScenes = [
    SceneDescription("My part", "my part") { _ in
      let lines = ListSection(
        "lines", id: \.self,
        layout: ListLayout<String>.detail { [.line(Text(verbatim: $0))] }
      ) { _ in
        ListPage(["my part"])
      }
      return ListScene("My part", [lines])
    }
  ]
  // end
}
