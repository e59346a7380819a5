import Mediator
import ModuleManager
import Testing

@testable import metro

@Suite struct InputShapeTests {
  @Test func `every action that has a name has an input that a command line can give`() throws {
    for action in AppModules.all.flatMap({ $0.manifest.answers }) {
      let shape = try action.inputShape
      #expect((shape == nil) == (action.reach == .native), "\(action.path)")
      #expect(throws: Never.self, "\(action.path)") { try shape?.parameters() }
    }
  }
}
