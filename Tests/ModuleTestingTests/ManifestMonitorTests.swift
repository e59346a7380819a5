import Mediator
import ModuleManager
import ModuleTesting
import Testing

private struct LampSold: Event {}

@Suite struct ManifestMonitorTests {
  /// The tests are the module that calls, because a call carries the name of its target.
  private func modules(requires: [String] = [], publishes: [any Event.Type] = [])
    -> [ModuleDescriptor]
  {
    [
      ModuleDescriptor(
        Manifest(
          name: "ModuleTestingTests", summary: "", requires: requires, publishes: publishes)
      ) { _ in EmptyModule() },
      ModuleDescriptor(Manifest(name: "Lamps", summary: "")) { _ in EmptyModule() },
    ]
  }

  @Test func `calls and events that a manifest does not declare are found`() async throws {
    enum Lamps: Interface {
      static let count = Action<Empty, Int>(Lamps.self, "count")
    }
    let mediator = Mediator()
    let monitor = ManifestMonitor()
    let subscription = mediator.intercept(with: monitor)
    try mediator.answer(Lamps.count) { _ in 3 }
    for _ in 0..<2 { _ = try await mediator.perform(Lamps.count) }
    mediator.publish(LampSold())
    withExtendedLifetime(subscription) {}
    #expect(monitor.calls(by: "ModuleTestingTests") == ["lamps/count", "lamps/count"])
    #expect(
      monitor.violations(by: modules()) == [
        "ModuleTestingTests calls 'lamps/count'; declare 'Lamps.self' under 'requires' or 'uses'",
        "ModuleTestingTests publishes LampSold; declare it under 'publishes'",
      ])
    #expect(
      monitor.violations(by: modules(requires: ["Lamps"], publishes: [LampSold.self])) == [])
  }
}

private struct EmptyModule: ModuleLifecycle {
  func register(with registrar: Registrar) {}
}
