import DataSourceInterface
import Documents
import Testing

@testable import DataSource

struct OperatingDayTests {
  /// Monday, 16 November 2026.
  private let monday = CalendarDate(day: 20_773)

  /// Returns the day, the trains and the number of trains from A, for trains that leave there at
  /// some times on the days of a service.
  private func rows(
    _ times: [String], service: String = "all", nightOf date: Int = 0, isNight: Bool = false
  ) throws -> [String] {
    let trips = times.indices.map { "x\($0),1,\(service),Docks,0" }
    let calls = times.enumerated().flatMap { index, time in
      ["x\(index),\(time):00,\(time):00,A,1", "x\(index),60:00:00,60:00:00,D,2"]
    }
    let city = try SampleFeed()
      .with(
        "trips.txt",
        (["trip_id,route_id,service_id,trip_headsign,direction_id"] + trips)
          .joined(separator: "\n")
      )
      .with(
        "stop_times.txt",
        (["trip_id,arrival_time,departure_time,stop_id,stop_sequence"] + calls)
          .joined(separator: "\n")
      )
      .with(
        "calendar.txt",
        """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        all,1,1,1,1,1,1,1,20260101,20261231
        weekdays,1,1,1,1,1,0,0,20260101,20261231
        """
      ).city()
    let day = CalendarDate(day: monday.day + date)
    let station = try #require(city.timetable.station(ofStopID: "A"))
    return city.operatingDay(
      of: station, on: day, firstTrainsOn: CalendarDate(day: day.day + (isNight ? 1 : 0))
    ).rows.flatMap(\.trains).map {
      "\($0.destination) \($0.first?.clock ?? "-") \($0.last?.clock ?? "-") \($0.count)"
    }
  }

  @Test(
    arguments: [
      // Trains after midnight belong to the evening before, whichever service day they carry.
      (["00:32", "06:00", "23:50", "24:24"], "Docks 06:00 00:32⁺¹ 4"),
      (["06:00", "23:50", "24:24"], "Docks 06:00 00:24⁺¹ 3"),
      (["00:10", "12:30", "23:50"], "Docks 12:30 00:10⁺¹ 3"),
      // Trains until 04:30, and from 06:00 on.
      (
        ["00:30", "01:30", "02:30", "03:30", "04:30", "06:00", "07:00", "23:30"],
        "Docks 06:00 04:30⁺¹ 8"
      ),
      (["06:00", "07:00", "18:00", "22:00"], "Docks 06:00 22:00 4"),
      (["18:00"], "Docks 18:00 18:00 1"),
      // A long pause in the day is no night.
      (["05:40", "18:00", "19:00"], "Docks 05:40 19:00 3"), (["05:30"], "Docks 05:30 05:30 1"),
      (["04:00", "04:30", "20:00", "21:00"], "Docks 04:00 21:00 4"),
      // A line that only runs at night.
      (["23:00", "24:00", "25:00", "26:00", "27:00", "28:30"], "Docks 23:00 04:30⁺¹ 6"),
      // All night, with equal gaps.
      (["00:00", "04:00", "08:00", "12:00", "16:00", "20:00"], "Docks 04:00 00:00⁺¹ 6"),
      (["30:00", "50:00"], "Docks 06:00 02:00⁺¹ 2"),
    ])
  func `the longest gap at night divides the days`(times: [String], row: String) throws {
    #expect(try rows(times) == [row])
  }

  @Test func `after midnight the first train is that of the coming morning`() throws {
    let times = ["00:32", "06:00", "24:24"]
    #expect(try rows(times, service: "weekdays", nightOf: 3) == ["Docks 06:00 00:32⁺¹ 3"])
    #expect(try rows(times, service: "weekdays", nightOf: 4) == ["Docks 06:00 00:24⁺¹ 2"])
    #expect(
      try rows(times, service: "weekdays", nightOf: 4, isNight: true) == ["Docks - 00:24⁺¹ 2"])
    #expect(
      try rows(times, service: "weekdays", nightOf: 6, isNight: true) == ["Docks 06:00 00:32⁺¹ 1"])
  }
}
