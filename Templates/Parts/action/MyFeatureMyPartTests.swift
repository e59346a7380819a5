import Console
import Documents
import Mediator
import ModuleTesting
import MyFeatureInterface
import Testing

@testable import MyFeature

struct MyFeatureMyPartTests {
  @Test func `the command prints what the action returns`() async throws {
    let harness = try await ModuleHarness(MyFeatureModule.self)
    let text = try await harness.mediator.perform(MyFeature.myPart)
    let printed = try await harness.run("my-feature my-part").text
    #expect(text == "my part")
    #expect(printed == text)
  }
}
