import CityListInterface
import Console
import DataSourceInterface
import ListScene
import Mediator
import NetworkInterface
import Observation
import TestSupport
import Testing

@testable import CityList

@MainActor
@Suite struct CitiesSceneTests {
  private let harness: ModuleHarness
  private let world = World()
  private let scene: ListScene
  private var section: ListSection { scene.controller.sections[0] }

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try world.stub(harness)
    scene = try CityListModule.scenes[0].make(harness.mediator)
    await scene.controller.open()
  }

  private func city(_ id: String) -> ListedCity? {
    section.rows.first { $0.id == id }?.item as? ListedCity
  }

  private func select(_ id: String) throws {
    section.send(.selected, from: try #require(section.rows.first { $0.id == id }))
  }

  /// Waits until a city is in a state.
  private func wait(for state: CityState, of id: String) async {
    for await found in Observations({ self.city(id)?.state }) where found == state { return }
  }

  @Test func `cities of the catalogue stand below those that are there`() {
    #expect(section.rows.first?.id == "porto")
    #expect(city("milan")?.state == .absent)
  }

  @Test(.timeLimit(.minutes(15)))
  func `to open one that is not there downloads it, and then makes it current`() async throws {
    try select("milan")
    await wait(for: .ready, of: "milan")
    #expect(world.used.values.isEmpty)
    try select("milan")
    while world.used.values.isEmpty { await Task.yield() }
    #expect(world.used.values.map(\.description) == ["milan"])
  }

  @Test(.timeLimit(.minutes(15)))
  func `a download that breaks off is told, and goes on when it is opened again`() async throws {
    world.isBroken.withLock { $0 = true }
    try select("milan")
    var errors = scene.errors.makeAsyncIterator()
    #expect(await errors.next() is NetworkError)
    await wait(for: .failed, of: "milan")
    world.isBroken.withLock { $0 = false }
    try select("milan")
    await wait(for: .ready, of: "milan")
  }
}
