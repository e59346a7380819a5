import BookmarksInterface
import DataSourceFixture
import DataSourceInterface
import JourneysInterface
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import Journeys

@MainActor @Suite(.timeLimit(.minutes(15))) struct JourneysWidgetsTests {
  private static let network = SampleNetwork(
    stations: [("Trindade", []), ("Aliados", [])], trips: [.init("1", "Trindade 0:06,Aliados 0:15")]
  )

  private static func bookmark(
    _ name: String, from: String = "Trindade", to: String? = "Aliados",
    city: CityID = .builtIn
  ) -> Bookmark {
    func place(_ name: String) -> PointOfInterest {
      PointOfInterest(id: name, name: TranslatedName(name))
    }
    return Bookmark(name: name, city: city, from: place(from), to: to.map(place))
  }

  @Test func `the widget shows when to leave for the bookmarked journeys of the city`() async throws
  {
    let elsewhere = try #require(CityID("elsewhere"))
    let fixture = try await JourneysFixture(
      Self.network, now: "2026-11-16T00:00:00Z",
      bookmarks: [
        Self.bookmark("Work"), Self.bookmark("Stop", to: nil),
        Self.bookmark("上班", from: "Aliados", to: "Trindade"),
        Self.bookmark("Elsewhere", city: elsewhere),
      ])
    let widget = try #require(JourneysModule.widgets.first)
    let tester = await SceneTester(fixture.harness.open(widget))
    #expect(
      tester.text(columns: 70) == """
        Work  Trindade → Aliados  leave in 6 min  00:06–00:15
        上班  Aliados → Trindade
        """)
    try await tester.choose("1")
    let ends = try #require(tester.opened.first as? OriginDestination)
    #expect(ends.from.name == "Trindade" && ends.to.name == "Aliados")
  }
}
