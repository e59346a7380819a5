import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import TestSupport
import Testing

@testable import DataSource

struct StationDetailsTests {
  private let feed = SampleFeed()
    .with(
      "stops.txt",
      """
      stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code,wheelchair_boarding
      A,Airport,41.1,-8.1,,,,2
      C,Centre,41.2,-8.2,1,,,
      C1,Centre,41.2,-8.2,0,C,1,2
      C2,Centre,41.2,-8.2,0,C,2,1
      N,Main door,41.21,-8.2,2,C,,
      H,,,,3,C,,
      D,Docks,,,,,,
      P,Park,,,1,,,1
      P1,Park,,,0,P,1,
      P2,Park,,,0,P,2,0
      """
    )
    .with(
      "pathways.txt",
      """
      from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time,length,stair_count,signposted_as
      N,H,5,1,60,,,
      H,C1,2,0,,12,20,Line One
      H,C2,1,0,600,,,
      C1,C2,1,0,30,,,
      H,X,4,0,,,,
      """
    )
    .with(
      "translations.txt",
      "table_name,field_name,language,translation,record_id\nstops,stop_name,pt,Centro,C")

  private func details(_ id: String, on date: String = "20260302") throws -> StationDetails {
    let city = try feed.city()
    let day = try #require(CalendarDate(date))
    return city.details(ofStation: try StationFinder(city).station("id:\(id)"), on: day)
  }

  @Test func `the details contain platforms, entrances and facilities`() throws {
    let centre = try details("C")
    #expect(centre.platforms.map(\.platform) == ["1", "2"] && centre.otherNames == ["Centro"])
    #expect(centre.platforms.map(\.station) == ["C", "C"])
    let north = Coordinate(latitude: 41.21, longitude: -8.2)
    #expect(centre.entrances.map(\.name) == ["Main door"])
    #expect(centre.entrances.map(\.coordinate) == [north])
    #expect(centre.facilities == [.stairs, .lift])
  }

  @Test func `an entrance has the shortest way to each platform`() throws {
    let ways = try #require(details("C").entrances.first?.ways)
    #expect(ways.map(\.platform.id) == ["C1", "C2"])
    // 12 m at 1.2 m/s and 20 stairs, after the lift.
    #expect(ways.map(\.duration) == [60 + 10 + 20, 60 + 10 + 20 + 30])
    #expect(ways.map { "\($0.steps.inWords)" } == ["Line One", "Line One"])
  }

  @Test(
    arguments: [
      ("A", false, []), ("C", nil, [false, true]), ("D", nil, []), ("P", true, [true, true]),
    ] as [(String, Bool?, [Bool?])])
  func `a station is only said to be step-free if all of its platforms are`(
    id: String, isFree: Bool?, platforms: [Bool?]
  ) throws {
    let details = try details(id)
    #expect(details.isStepFree == isFree && details.platforms.map(\.isStepFree) == platforms)
  }

  @Test func `a platform has the lines that stop there`() throws {
    #expect(
      try details("C").platforms.map { $0.lines?.map(\.name) } == [["One"], ["Second Line"]])
  }

  @Test func `only trains that go on count as departures`() throws {
    let feed = SampleFeed().running(
      "8:00,8:00,A,1,,", "8:10,8:11,C1,2,,", "8:20,8:20,D,3,,"
    ).with("frequencies.txt", "trip_id,start_time,end_time,headway_secs\nt1,8:00:00,25:00:00,3600")
    let city = try feed.city()
    let spans = try ["A", "C", "D"].map { id in
      city.departures(
        from: try StationFinder(city).station("id:\(id)"), on: CalendarDate(day: 20_500)
      ).map { "\($0.line.name) \($0.first.parameterText) \($0.last.parameterText) \($0.count)" }
    }
    #expect(spans == [["One 08:00 24:00 17"], ["One 08:11 24:11 17"], []])
    #expect(city.departures(from: 0, on: CalendarDate(day: 0)) == [])
  }

  @Test func `each destination of a line has its own first and last departure`() throws {
    let city = try SampleFeed()
      .with(
        "trips.txt",
        "trip_id,route_id,service_id,trip_headsign\nt1,1,all,Docks\nt2,1,all,Centre\nt3,1,all,Docks"
      )
      .with(
        "stop_times.txt",
        """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t1,8:00:00,8:00:00,A,1
        t1,8:20:00,8:20:00,D,2
        t2,23:30:00,23:30:00,A,1
        t2,23:40:00,23:40:00,C1,2
        t3,22:00:00,22:00:00,A,1
        t3,22:20:00,22:20:00,D,2
        """
      ).city()
    let spans = city.departures(
      from: try StationFinder(city).station("id:A"), on: CalendarDate(day: 20_500))
    let span = try #require(spans.first)
    #expect(
      span.destinations.map { "\($0.name) \($0.first.clock) \($0.last.clock) \($0.count)" }
        == ["Docks 08:00 22:00 2", "Centre 23:30 23:30 1"])
    #expect(spans.count == 1 && span.first.clock == "08:00" && span.last.clock == "23:30")
    #expect(span.count == 3)
  }

  @Test func `lines have their stations in order, and include shorter courses in longer ones`()
    throws
  {
    let feed = SampleFeed()
      .with(
        "routes.txt", "route_id,route_short_name,route_long_name,route_type\n1,10,Ring,0\n2,9,9,1"
      )
      .with(
        "trips.txt",
        "trip_id,route_id,service_id,trip_headsign,direction_id\n"
          + "a,1,all,Docks,0\nb,1,all,Centre,0\nc,1,all,Airport,1"
      )
      .with(
        "stop_times.txt",
        "trip_id,arrival_time,stop_id,stop_sequence\n"
          + "a,8:00:00,A,1\na,8:10:00,C1,2\na,8:20:00,D,3\nb,8:00:00,A,1\nb,8:10:00,C2,2\n"
          + "c,9:00:00,D,1\nc,9:20:00,A,2")
    let lines = try feed.city().lines
    #expect(lines.map(\.line.name) == ["9", "10"] && lines.map(\.longName) == [nil, "Ring"])
    #expect(lines.map(\.kind) == [.metro, .tram] && lines[0].courses == [])
    let courses = lines[1].courses.map { course in
      "\(course.direction ?? -1) \(course.stations.map(\.id)) \(course.headsigns.map(\.local)) \(course.trips)"
    }
    #expect(
      courses == [
        #"0 ["A", "C", "D"] ["Centre", "Docks"] 2"#, #"1 ["D", "A"] ["Airport"] 1"#,
      ])
  }

  @Test(
    arguments: [
      ("ACDA", "ACD", true), ("ACDACDACD", "ACD", true), ("ACDACDAC", "ACD", true),
      ("ACA", "ACA", false), ("ACACA", "ACACA", false), ("ACD", "ACD", false),
      ("ACDCA", "ACDCA", false), ("ACDAD", "ACDAD", false), ("CACDACDA", "CACDACDA", false),
    ])
  func `a loop has the stations of one round, even if trains make several`(
    calls: String, stations: String, isLoop: Bool
  ) throws {
    let rows = calls.enumerated().map { index, stop in
      "a,\(8 + index):00:00,\(stop == "C" ? "C1" : String(stop)),\(index)\n"
    }
    let feed = SampleFeed()
      .with("routes.txt", "route_id,route_short_name,route_type\n1,10,1")
      .with("trips.txt", "trip_id,route_id,service_id\na,1,all")
      .with(
        "stop_times.txt", "trip_id,arrival_time,stop_id,stop_sequence\n" + rows.joined())
    let course = try #require(try feed.city().lines.first?.courses.first)
    #expect(course.stations.map(\.id).joined() == stations && course.isLoop == isLoop)
    #expect(course.calls == course.stations + (isLoop ? [course.stations[0]] : []))
  }

  @Test func `the details are for today by default, and an invalid station throws`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let details = try await fixture.perform(
      DataSource.stationDetails, StationDetailsQuery(name: "Trindade"))
    #expect(details.station.name == "Trindade" && details.departures.count > 8)
    #expect(try await fixture.perform(DataSource.lines, CityQuery()).count == 7)
    await #expect(throws: DataSourceError.badCoordinate("@x")) {
      try await fixture.perform(DataSource.stationDetails, StationDetailsQuery(name: "@x"))
    }
  }

  // 2026-11-22 is a Sunday.
  @Test(
    arguments: [
      ("10:00", nil, "2026-11-22"), ("22:00", nil, "2026-11-22"), ("00:30", nil, "2026-11-21"),
      ("02:50", nil, "2026-11-21"), ("03:00", nil, "2026-11-22"), ("02:50", "today", "2026-11-22"),
      ("02:50", "tomorrow", "2026-11-23"), ("22:00", "fri", "2026-11-27"),
      ("10:00", "24 Nov", "2026-11-24"), ("10:00", "+3", "2026-11-25"),
    ] as [(String, String?, String)])
  func `without a date, the first and last trains before 03:00 are those of the running night`(
    now: String, day: String?, date: String
  ) async throws {
    let instant = try Date("2026-11-22T\(now):00Z", strategy: .iso8601)
    let fixture = try await DataSourceModuleFixture(now: { instant })
    let query = StationDetailsQuery(name: "Trindade", date: day.flatMap { DayExpression($0) })
    let details = try await fixture.perform(DataSource.stationDetails, query)
    #expect(details.date.description == date)
  }

  /// The reference was computed from the same feeds by another program.
  @Test(
    .enabled(if: SharedData.isAvailable),
    arguments: TestOptions.isThorough ? ["bart-2018", "porto-2026"] : ["porto-2026"])
  func `first and last departures are those of the reference`(name: String) throws {
    let rows = SharedData.firstAndLast(of: name)
    let city = try SharedData.city("feeds/\(name).zip")
    let finder = StationFinder(city)
    for (day, rows) in Dictionary(grouping: rows, by: \.date) {
      for (id, rows) in Dictionary(grouping: rows, by: \.station) {
        let spans = city.departures(from: try finder.station("id:\(id)"), on: day)
        let found = spans.map {
          "\($0.line.id) \($0.direction ?? -1) \($0.first.seconds) \($0.last.seconds) \($0.count)"
        }
        #expect(Set(found) == Set(rows.map(\.departures)), "\(id) on \(day)")
      }
    }
    #expect(!rows.isEmpty)
  }
}

extension SharedData {
  fileprivate struct Row {
    let date: CalendarDate
    let station: String
    let departures: String
  }

  fileprivate static func firstAndLast(of feed: String) -> [Row] {
    let path = path("reference/first_last.csv")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 9, fields[0] == feed, let date = CalendarDate(fields[1]) else {
        return nil
      }
      return Row(
        date: date, station: fields[2], departures: fields[4...].joined(separator: " "))
    }
  }
}
