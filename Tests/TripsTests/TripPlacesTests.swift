import Console
import DataSourceInterface
import Foundation
import Mediator
import Scenes
import Testing
import TripsInterface

@testable import Trips

/// Trips in several cities.
struct TripPlacesTests {
  /// The trips as a person sees them whose clocks show UTC.
  /// - Parameter now: The time in minutes after 00:00 of 2026-11-20.
  private func trips(_ fixture: TripsFixture, now: Int = 480) async throws -> [PlannedTrip] {
    fixture.change { $0.now = now }
    let date = Date(timeIntervalSince1970: 1_795_132_800 + 60 * Double(now))
    let planner = TripPlanner(mediator: fixture.mediator, now: { date }, timeZone: .gmt)
    return await planner.naming(try await fixture.trips)
  }

  private func fixture() async throws -> TripsFixture {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    try await fixture.add(
      ["depart": "8:05", "date": "tomorrow", "city": "beijing", "name": "北京"])
    return fixture
  }

  @Test(arguments: [
    (
      38,
      """
        1  08:15–08:30 A → B (Porto)
        2  08:15–08:30 北京: A → B (Beijing,
           UTC+8)
      """
    ),
    (
      50,
      """
      no.  time               trip
        1  08:15–08:30        A → B
        2  08:15–08:30 UTC+8  北京: A → B
      """
    ),
    (
      78,
      """
      no.  time               trip
        1  08:15–08:30        A → B        Porto
        2  08:15–08:30 UTC+8  北京: A → B  Beijing
      """
    ),
  ])
  func `with trips in another city, each names its city, and the time there if it differs`(
    columns: Int, text: String
  ) async throws {
    let trips = try await trips(fixture())
    #expect(Page(columns: columns).text(of: TripsView.list.document(of: trips)) == text)
    #expect(
      TripsView.summary(of: trips[1]).description
        == "08:15–08:30 北京: A → B (Beijing, UTC+8)")
  }

  @Test(arguments: [
    ("Asia/Kolkata", "UTC+5:30"), ("America/St_Johns", "UTC−3:30"), ("Europe/Lisbon", nil),
  ])
  func `the offset is that on the day of the trip`(zone: String, offset: String?) async throws {
    let fixture = try await fixture()
    fixture.change { $0.beijingZone = zone }
    #expect(try await trips(fixture).map(\.place) == ["Porto", "Beijing"])
    #expect(try await trips(fixture).map(\.utcOffset) == [nil, offset])
  }

  @Test(arguments: [
    (15 * 60, "tomorrow", "tomorrow, Sat 21 Nov, 08:15–08:30, Beijing, UTC+8"),
    (17 * 60, "Sat 21 Nov", "Sat 21 Nov, 08:15–08:30, Beijing, UTC+8"),
  ])
  func `while it is another date in a city than for the person, days are dates`(
    now: Int, group: String, day: String
  ) async throws {
    let fixture = try await fixture()
    try await fixture.add(["depart": "8:05", "date": "tomorrow"])
    let trips = try await trips(fixture, now: now).filter { $0.trip.id > 1 }
    #expect(trips.map { TripsView.group(of: $0).title.description } == [group, group])
    let trip = try #require(trips.first { $0.trip.id == 2 })
    #expect(TripsView.added(trip).description == "Added '北京: A → B' as number 2: \(day).")
    _ = try await fixture.mediator.perform(Trips.done, TripReference(id: 2))
    #expect(try await self.trips(fixture, now: now).allSatisfy { !$0.needsDate })
  }

  @Test func `trips in the current city, and in one that is not installed, name no city`()
    async throws
  {
    let fixture = try await fixture()
    fixture.change { $0.isInstalled = false }
    #expect(try await trips(fixture).map(\.place) == [nil, nil])
    fixture.change { $0.isInstalled = true }
    _ = try await fixture.mediator.perform(Trips.remove, TripReference(id: 2))
    #expect(try await trips(fixture).map(\.place) == [nil])
  }
}
