import Mediator
import ModuleTesting
import NewsInterface
import Platform
import Scenes
import Testing
import TripsInterface

@testable import Trips

struct AnnouncementTests {
  private static let cases: [(String, String?, String, Bool, String?)] = [
    ("porto", "A", "closed", false, "A: closed"),
    ("porto", "b", "closed", true, "b: closed (test)"),
    ("porto", nil, "strike", false, "strike"), ("porto", "C", "closed", false, nil),
    ("lyon", "A", "closed", false, nil),
  ]

  @Test(arguments: cases)
  func `a trip says what is announced for its stations`(
    city: String, station: String?, text: String, isTest: Bool, note: String?
  ) async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    let announcement = Announcement(
      id: "1", city: city, station: station, text: text, isTest: isTest)
    fixture.announcements.withLock { $0 = [announcement] }
    #expect(try await fixture.trips.map(\.note) == [note])
  }

  @Test func `only trips of the next day say it`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    try await fixture.add(["date": "sun"])
    let announcement = Announcement(id: "1", city: "porto", station: "A", text: "closed")
    fixture.announcements.withLock { $0 = [announcement] }
    #expect(try await fixture.trips.map(\.note) == ["A: closed", nil])
  }

  @Test func `an app whose news are disabled has trips`() async throws {
    let fixture = try await TripsFixture()
    try fixture.harness.stub(News.announcements) { _ in
      throw MediatorError.unavailable(path: News.announcements.path, reason: "it is disabled")
    }
    try await fixture.add(["depart": "8:05"])
    #expect(try await fixture.trips.map(\.note) == [nil])
  }

  @Test func `what shows trips is loaded again after an announcement`() throws {
    let scene = try #require(TripsModule.scenes.first)
    let widget = try #require(TripsModule.widgets.first)
    for following in [scene.following, widget.following] {
      #expect(following.contains { $0 == NewsExpired.self })
    }
  }
}
