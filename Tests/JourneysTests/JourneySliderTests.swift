import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import ModuleTesting
import Platform
import Scenes
import StationsInterface
import Testing

@testable import Journeys

/// The slider of the Journey scene: the mouse moves it, and the row "when" follows it.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct JourneySliderTests {
  private static let network = SampleNetwork(
    stations: [("A", []), ("B", [])],
    trips: [
      .init("1", line: "1", "A 8:00,B 8:10"), .init("2", line: "1", "A 9:00,B 9:10"),
      .init("3", line: "1", "A 20:00,B 20:10"), .init("4", line: "1", "A 24:30,B 24:40"),
    ])

  private let fixture: JourneysFixture
  private let tester: SceneTester

  init() async throws {
    fixture = try await JourneysFixture(Self.network, now: "2026-11-23T08:30:00Z")
    try fixture.harness.stub(Stations.picker) { _ in
      StationPicker { title, _ in ListScene(title, []) }
    }
    let ends = OriginDestination(
      city: .builtIn, from: PointOfInterest(id: "A", name: "A"),
      to: PointOfInterest(id: "B", name: "B"))
    let scene = try JourneysModule.scenes[0].makeScene(for: ends, fixture.harness.mediator)
    tester = await SceneTester(try #require(scene))
  }

  /// Presses the mouse at a column of the slider.
  private func press(column: Int) async throws {
    let page = Page(columns: 38)
    let move = try #require(tester.scene.moveScale)
    let scale = try #require(tester.scene.snapshot.lines(on: page).compactMap(\.scale).first)
    if let target = page.move(at: column, of: scale) { try await move(scale.id, target) }
  }

  /// The row "when" and the slider.
  private var shown: [String] {
    let lines = tester.text(columns: 38).split(separator: "\n").map(String.init)
    return lines.filter { $0.hasPrefix("when") || $0.contains("▶") }
  }

  @Test func `at night the first journey is that of the coming morning`() async throws {
    fixture.time.withLock { $0 = Date(timeIntervalSince1970: 1_795_479_000) }
    try await tester.press("n")
    #expect(tester.text(columns: 60).contains("Mon 23 Nov, tonight"))
    try await tester.press("f")
    #expect(tester.text(columns: 60).contains("Tue 24 Nov"))
    #expect(shown.last == "◀ ●───────────────────────── ▶  1 of 4")
  }

  @Test func `the mouse moves the slider, and the time follows it`() async throws {
    #expect(shown == ["when  now", "◀ ━━━━━━●─────────────────── ▶  2 of 4"])
    try await press(column: 14)
    #expect(shown == ["when  depart 20:00", "◀ ━━━━━━━━━━━━●───────────── ▶  3 of 4"])
    // The arrows of the slider, the last time of which is on the next date.
    try await press(column: 29)
    #expect(
      shown == ["when  depart 00:30 Tue 24 Nov", "◀ ━━━━━━━━━━━━━━━━━━●─────── ▶  4 of 4"])
    try await press(column: 0)
    try await press(column: 2)
    #expect(shown == ["when  depart 08:00", "◀ ●───────────────────────── ▶  1 of 4"])
    // Beside the slider.
    try await press(column: 33)
    #expect(shown.first == "when  depart 08:00")
    try await tester.press("n")
    #expect(shown == ["when  now", "◀ ━━━━━━●─────────────────── ▶  2 of 4"])
  }

  @Test(
    arguments: [("l", "depart 00:30 Tue 24 Nov"), ("f", "depart 08:00")] as [(Shortcut, String)])
  func `the time follows the keys, and the form begins with it`(
    key: Shortcut, time: String
  ) async throws {
    try await tester.press(key)
    #expect(shown.first == "when  \(time)")
    let scene = tester.scene
    let filling = Task { try await tester.press("o") }
    try await wait { scene.pushed?.form != nil }
    let form = try #require(scene.pushed?.form)
    let values = form.fields.filter { ["date", "depart"].contains($0.id) }.map(\.value.text)
    #expect(values == (key == "l" ? ["2026-11-24", "00:30"] : ["2026-11-23", "08:00"]))
    scene.pop()
    _ = try await filling.value
  }
}
