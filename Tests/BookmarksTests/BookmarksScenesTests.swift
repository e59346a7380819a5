import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import Bookmarks

@MainActor @Suite(.timeLimit(.minutes(15))) struct BookmarksScenesTests {
  private func tester(_ fixture: BookmarksFixture) async throws -> SceneTester {
    await SceneTester(try BookmarksModule.scenes[0].makeScene(fixture.mediator))
  }

  @Test func `keys remove a bookmark and undo the removal`() async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Work")
    try await fixture.add("Home")
    let tester = try await tester(fixture)
    #expect(try await tester.press("d") == "Removed 'Work'; press u to undo.")
    await fixture.mediator.drain()
    #expect(tester.scene.items(as: Bookmark.self).map(\.name) == ["Home"])
    #expect(try await tester.press("u") == "Undone: removing 'Work'.")
    await fixture.mediator.drain()
    #expect(tester.scene.items(as: Bookmark.self).map(\.name) == ["Work", "Home"])
  }

  @Test func `keys remove a journey from the history and undo the removal`() async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Work")
    for station in ["Faria", "Aliados", "Faria"] { await fixture.planJourney(to: station) }
    let tester = try await tester(fixture)
    func destinations() async -> [String] {
      await fixture.mediator.drain()
      return tester.scene.items(as: HistoryEntry.self).map { "\($0.to.name) \($0.count)" }
    }
    #expect(await destinations() == ["Faria 2", "Aliados 1"])
    let id = try #require(tester.scene.sections.last?.rows.first?.id)
    #expect(try await tester.press("d", on: id) == "Removed 'Trindade → Faria'; press u to undo.")
    #expect(await destinations() == ["Aliados 1"])
    #expect(
      try await tester.press("u") == "Undone: removing 'Trindade → Faria' from the history.")
    #expect(await destinations() == ["Faria 2", "Aliados 1"])
    #expect(try await tester.press("u") == "Undone: adding 'Work'.")
  }

  @Test func `forms add and rename bookmarks, which are selected afterwards`() async throws {
    let fixture = try await BookmarksFixture()
    let tester = try await tester(fixture)
    let added = try await tester.press(
      "a", filling: ["name": "Work", "from": "Trindade", "to": "Aliados"])
    #expect(added == "Added 'Work'; press u to undo.")
    #expect(tester.scene.rowToSelect?.row == "Work")
    await fixture.mediator.drain()
    #expect(tester.scene.items(as: Bookmark.self).map(\.name) == ["Work"])
    let renamed = try await tester.press("e", on: "Work", filling: ["newName": "Office"])
    #expect(renamed == "Renamed to 'Office'; press u to undo.")
    await fixture.mediator.drain()
    #expect(tester.scene.items(as: Bookmark.self).map(\.name) == ["Office"])
  }

  @Test func `places, stations, journeys and the last journeys have sections of their own`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    let tester = try await tester(fixture)
    let empty = tester.scene.snapshot.text(on: Page(columns: 60))
    #expect(empty.hasPrefix("No bookmarks yet; press a to add one"))
    for (name, from, to) in [
      ("Work", "Trindade", "Aliados"), ("Stop", "西直门", nil), ("Mum", "@41.15,-8.61", nil),
    ] as [(String, String, String?)] {
      try await fixture.add(name, from: from, to: to)
    }
    let trindade = PointOfInterest(id: "Trindade", name: "Trindade")
    let planned = JourneyPlanned(
      city: .builtIn, from: PointOfInterest(id: "Aliados", name: "Aliados"), to: trindade)
    await fixture.mediator.publishAndWait(planned)
    await tester.scene.refresh()
    #expect(
      tester.scene.snapshot.text(on: Page(columns: 60)) == """
        Places
        name  place         city
        Mum   @41.15,-8.61  porto

        Stations
        name  place   city
        Stop  西直门  porto

        Journeys
        name  journey             city
        Work  Trindade → Aliados  porto

        Last journeys
        journey             city   asked
        Aliados → Trindade  porto
        """)
    let last = try #require(tester.scene.sections.last?.rows.first?.id)
    try await tester.choose(last)
    #expect((tester.opened.first as? OriginDestination)?.to == trindade)
  }

  @Test func `the form has the ends of the selected last journey, and none on a bookmark`()
    async throws
  {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Work")
    await fixture.planJourney(to: "西直门")
    let tester = try await tester(fixture)
    let scene = tester.scene
    let last = try #require(scene.sections.last?.rows.first?.id)
    let selections = [
      (row: last, texts: ["id:Trindade", "id:西直门"], labels: ["Trindade", "西直门"]),
      ("Work", ["", ""], ["", ""]),
    ]
    for (row, texts, labels) in selections {
      let adding = Task { try await tester.press("a", on: row) }
      try await wait { scene.pushed?.form != nil }
      let form = try #require(scene.pushed?.form)
      let ends = form.fields.filter { ["from", "to"].contains($0.id) }.map(\.value)
      #expect(ends.map(\.text) == texts && ends.map(\.label) == labels)
      scene.pop()
      #expect(try await adding.value == nil)
    }
  }

  @Test func `a form shows why it rejects values`() async throws {
    let fixture = try await BookmarksFixture()
    let tester = try await tester(fixture)
    let error = await #expect(throws: SceneTesterError.self) {
      try await tester.press("a", filling: ["name": "Work"])
    }
    #expect(error?.description.hasPrefix("'from' is missing; enter the station or place") == true)
    await #expect(throws: SceneTesterError.self) { try await tester.press("x") }
    await #expect(throws: SceneTesterError.self) { try await tester.choose("1") }
  }

  @Test func `without bookmarks, the keys have nothing to remove or undo`() async throws {
    let fixture = try await BookmarksFixture()
    let tester = try await tester(fixture)
    #expect(try tester.actions() == ["a add", "u undo"])
    await #expect(throws: SceneTesterError.inapplicable("d", row: nil)) {
      try await tester.press("d")
    }
    for remove in tester.scene.actions where remove.shortcut == "d" {
      #expect(!remove.applies(to: nil))
      #expect(try await tester.scene.perform(remove, on: nil) == nil)
    }
    await #expect(throws: BookmarksError.self) { try await tester.press("u") }
  }

  @Test(
    arguments: [
      (from: "@41.15,-8.61", to: nil, name: "@41.15,-8.61"), ("Trindade", nil, "id:Trindade"),
      ("Trindade", "Aliados", nil),
    ] as [(from: String, to: String?, name: String?)])
  func `selecting a bookmark opens its place, station or journey`(
    from: String, to: String?, name: String?
  ) async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Home", from: from, to: to)
    let tester = try await tester(fixture)
    try await tester.choose("Home")
    #expect((tester.opened.first as? StationDetailsQuery)?.name == name)
    #expect((tester.opened.first as? OriginDestination)?.to.name == to)
  }
}
