import Foundation
import Mediator
import ModuleTesting
import MyFeatureInterface
import Scenes
import Testing

@testable import MyFeature

@MainActor @Suite(.timeLimit(.minutes(15)))
struct MyFeatureMyPartTests {
  @Test func `the widget has at most three rows`() async throws {
    let harness = try await ModuleHarness(MyFeatureModule.self)
    let widget = try #require(MyFeatureModule.myPartWidgets.first)
    let now = Date(timeIntervalSince1970: 1_795_176_000)
    let section = widget.makeSection(.init(mediator: harness.mediator, now: { now }))
    let tester = await SceneTester(ListScene("Test", [section]))
    #expect(section.title == "My part")
    // if kept
    #expect(tester.scene.items(as: MyItem.self).isEmpty)
    // end
    // if list
    #expect(tester.scene.items(as: MyItem.self).count <= 3)
    // end
    // if plain
    #expect(tester.scene.items(as: String.self) == ["my part"])
    // end
  }
}
