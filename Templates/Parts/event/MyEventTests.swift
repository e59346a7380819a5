import Mediator
import ModuleTesting
import MyFeatureInterface
import Testing

@testable import MyFeature

struct MyEventTests {
  @Test func `the event reaches its followers`() async throws {
    let harness = try await ModuleHarness(MyFeatureModule.self)
    // Instead of this line, call the action that publishes the event: the module answers it with
    // 'registrar.answer(…, publishing: MyEvent())'.
    harness.mediator.publish(MyEvent())
    #expect(harness.published(MyEvent.self) == [MyEvent()])
  }
}
