import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Testing

@testable import Realtime

/// Which trains a file means, and which extra ones it has.
struct PatchBuilderTests {
  /// 2026-11-23 08:00 in Lisbon, a Monday.
  private static let now = Date(timeIntervalSince1970: 1_795_420_800)
  private static let today = CalendarDate(day: 20_780)

  private static let network = SampleNetwork(
    timeZone: "Europe/Lisbon", stations: [("A", []), ("B", []), ("C", [])],
    trips: [
      .init("t", line: "L", headsign: "Cedar", "A 8:00, B 8:10, C 8:20"),
      .init("night", line: "L", "A 24:30, B 24:40"),
      .init("weekend", line: "L", service: 1, "A 8:00, B 8:10"),
      .init("f", line: "L", headway: 600, "A 8:00, B 8:10"),
      .init("f", line: "L", headway: 600, "A 8:10, B 8:20"),
    ], services: [0b111_1111, 0b110_0000])

  private func build(
    at now: Date = now, _ updates: RealtimeFeed.TripUpdate...
  ) -> (patch: TimetablePatch, builder: PatchBuilder) {
    var builder = PatchBuilder(TripIndex(Self.network.timetable()), at: now)
    for update in updates { builder.add(update) }
    return (builder.patch(source: "s", asOf: now), builder)
  }

  private static func update(
    _ trip: String?, _ relationship: RealtimeFeed.TripScheduleRelationship? = nil,
    date: String? = nil, start: String? = nil, route: String? = nil,
    stops: [(stop: String, time: Int?)] = []
  ) -> RealtimeFeed.TripUpdate {
    var update = RealtimeFeed.TripUpdate()
    update.entityID = "e"
    update.trip.tripID = trip
    update.trip.scheduleRelationship = relationship
    (update.trip.startDate, update.trip.startTime) = (date, start)
    update.trip.routeID = route
    update.stopTimeUpdates = stops.map { stop, time in
      var update = RealtimeFeed.StopTimeUpdate()
      update.stopID = stop
      if let time {
        update.departure = RealtimeFeed.StopTimeEvent(
          time: Int(now.timeIntervalSince1970) + 60 * time)
      }
      return update
    }
    return update
  }

  @Test(arguments: [
    ("t", nil, 0, 20_780), ("t", nil, 11 * 3600, 20_780), ("t", nil, 13 * 3600, 20_781),
    ("t", "20261124", 0, 20_781),
    // A train after midnight belongs to the day before.
    ("night", nil, -7 * 3600, 20_779), ("night", nil, 0, 20_779), ("night", nil, 9 * 3600, 20_780),
    ("weekend", nil, 0, 20_779),
  ])
  func `a trip without a date is that of the day on which it runs nearest to now`(
    trip: String, date: String?, seconds: Int, day: Int
  ) {
    let (patch, _) = build(at: Self.now + Double(seconds), Self.update(trip, .canceled, date: date))
    #expect(patch.cancelled.map(\.date.day) == [day])
  }

  @Test(arguments: [
    (update("x"), TripMismatch.unknownTrip), (update(nil), .unknownTrip),
    (update("weekend", date: "20261123"), .notRunning), (update("t", date: "today"), .badDate),
    (update("f"), .noStartTime), (update("f", start: "8:05"), .unknownTrip),
    (update("t", .unrecognized), .unknownKind), (update("x", .added), .unknownLine),
    (update("x", .new, route: "L", stops: [("A", 5), ("Z", 9)]), .tooFewStops),
    (update("x", .new, route: "L", stops: [("A", 5), ("B", nil)]), .tooFewStops),
    (update("t", .duplicated), .noStartTime),
  ])
  func `what does not fit is counted, and changes nothing`(
    update: RealtimeFeed.TripUpdate, reason: TripMismatch
  ) {
    let (patch, builder) = build(update)
    #expect(patch.isEmpty && builder.used == 0 && builder.unused[reason.rawValue] == 1)
  }

  @Test func `of two updates of one trip, the first one counts`() {
    let (patch, builder) = build(Self.update("t", .canceled), Self.update("t"))
    #expect(patch.cancelled.count == 1 && patch.trips.isEmpty)
    #expect(builder.unused == ["more than one update": 1])
  }

  @Test func `a trip with headways is told by its start`() {
    let (patch, _) = build(Self.update("f", .canceled, start: "08:10:00"))
    let timetable = Self.network.timetable()
    #expect(patch.cancelled.map { timetable.trips.start[$0.trip] } == [29_400])
  }

  @Test func `a deleted trip does not run, but is not told as cancelled`() {
    let (patch, _) = build(Self.update("t", .deleted))
    #expect(patch.cancelled.isEmpty && patch.deleted.count == 1)
  }

  @Test func `an extra train has the stops that are known and have times`() throws {
    let stops: [(stop: String, time: Int?)] = [("A", 5), ("Z", 7), ("C", 9)]
    let (patch, builder) = build(Self.update("x", .new, route: "L", stops: stops))
    let extra = try #require(patch.extraTrips.first)
    #expect(extra.id == "x" && extra.date == Self.today && extra.replaced == nil)
    #expect(extra.stops == [0, 2] && extra.times.map(\.departure) == [29_100, 29_340])
    #expect(builder.unused == ["stop that is not on the trip": 1])
  }

  @Test func `an extra train that is listed twice runs once`() {
    let extra = Self.update("x", .added, route: "L", stops: [("A", 5), ("B", 9)])
    let (patch, builder) = build(extra, extra)
    #expect(patch.extraTrips.count == 1 && builder.unused == ["more than one update": 1])
  }

  @Test func `a replacement runs in the place of its trip`() {
    let (patch, _) = build(Self.update("t", .replacement, stops: [("A", 5), ("C", 15)]))
    #expect(patch.extraTrips.map(\.replaced?.date) == [Self.today] && patch.cancelled.isEmpty)
  }

  @Test func `a copy of a trip has its stops at another time`() throws {
    var update = Self.update("t", .duplicated)
    update.properties = RealtimeFeed.TripProperties(
      tripID: "copy", startDate: "20261124", startTime: "09:00:00")
    let copy = try #require(build(update).patch.extraTrips.first)
    #expect(copy.id == "copy" && copy.date.day == 20_781 && copy.headsign == "Cedar")
    #expect(copy.times.map(\.departure) == [32_400, 33_000, 33_600])
  }
}
