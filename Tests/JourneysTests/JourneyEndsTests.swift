import BookmarksInterface
import DataSourceFixture
import DataSourceInterface
import JourneysInterface
import Mediator
import ModuleTesting
import RoutingInterface
import Scenes
import StationsInterface
import Testing

@testable import Journeys

/// The ends that the Journey scene knows without being told.
@MainActor @Suite(.timeLimit(.minutes(15))) struct JourneyEndsTests {
  private func station(_ name: String) -> PointOfInterest {
    PointOfInterest(id: name, name: TranslatedName(name))
  }

  @Test func `the scene remembers the last journey, which is no new question`() async throws {
    let fixture = try await JourneysFixture(
      planned: [.sample("A", "C"), .sample("B", "C"), .sample("A", "B")])
    let tester = await SceneTester(
      try SceneDescription.journey.makeScene(fixture.harness.mediator))
    let text = tester.text(columns: 80)
    #expect(text.contains("from  A\n") && text.contains("to    C\n"))
    #expect(text.contains("Recent journeys") && text.contains("B  → C"))
    #expect(!text.contains("A  → C"))
    #expect(fixture.harness.published(JourneyPlanned.self).isEmpty)
    await fixture.harness.stop()
  }

  @Test func `a recent journey replaces the ends`() async throws {
    let fixture = try await JourneysFixture(planned: [.sample("A", "C"), .sample("A", "B")])
    let tester = await SceneTester(
      try SceneDescription.journey.makeScene(fixture.harness.mediator))
    _ = try await tester.choose("A B")
    #expect(tester.text(columns: 80).contains("to    B\n"))
    #expect(fixture.harness.published(JourneyPlanned.self).map(\.to.id) == ["B"])
    await fixture.harness.stop()
  }

  @Test func `a destination is planned from where most journeys began`() async throws {
    let fixture = try await JourneysFixture(planned: [.sample("A", "B", count: 2)])
    let selection = JourneySelection(
      JourneyEnd(station("C"), .destination), fixture.harness.mediator)
    let slider = try await selection.slider()
    #expect(slider?.last.from.id == "A" && slider?.last.to.id == "C")
    #expect(selection.link == "app://routing/plan?from=id:A&to=id:C&city=porto")
    await fixture.harness.stop()
  }

  @Test func `without an earlier journey, and after a start, the other end is asked for`()
    async throws
  {
    for (role, missing) in [
      (JourneyEnd.Role.destination, JourneyEndpoint.Role.from), (.start, .to),
    ] {
      let fixture = try await JourneysFixture()
      let selection = JourneySelection(JourneyEnd(station("C"), role), fixture.harness.mediator)
      #expect(try await selection.slider() == nil)
      #expect(selection.current.missingEnd == missing)
      #expect(selection.link == nil)
      await fixture.harness.stop()
    }
  }
}
