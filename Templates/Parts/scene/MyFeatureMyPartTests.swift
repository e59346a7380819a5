import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import MyFeature

@MainActor @Suite(.timeLimit(.minutes(15)))
struct MyFeatureMyPartTests {
  @Test func `the scene shows its rows`() async throws {
    let harness = try await ModuleHarness(MyFeatureModule.self)
    let description = try #require(MyFeatureModule.myPartScenes.first)
    let tester = await SceneTester(try description.makeScene(harness.mediator))
    #expect(tester.scene.title == "My part")
    #expect(!tester.text().isEmpty)
  }
}
