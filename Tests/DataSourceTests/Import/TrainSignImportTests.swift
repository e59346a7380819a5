import DataSourceInterface
import Mediator
import Testing

@testable import DataSource

/// What trains show, and what passengers must do so that they stop.
struct TrainSignImportTests {
  private static let trips = SampleFeed().with(
    "trips.txt",
    """
    trip_id,route_id,service_id,trip_headsign,trip_short_name
    t1,1,all,Docks,4711
    t2,1,all,Docks,
    t3,2,all,,4711
    """)

  /// The headsigns at all calls, by trip.
  private func headsigns(_ rows: [String]) throws -> [String: [String]] {
    let header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign"
    let timetable = try Self.trips
      .with("stop_times.txt", ([header] + rows).joined(separator: "\n")).timetable()
    var headsigns: [String: [String]] = [:]
    for pattern in 0..<timetable.patterns.count {
      for trip in timetable.patterns.trips(of: pattern) {
        headsigns[timetable.trips.id[Int(timetable.trips.label[trip])]] =
          timetable.patterns.calls(of: pattern).map {
            timetable.headsign(ofTrip: trip, of: pattern, at: $0)
          }
      }
    }
    return headsigns
  }

  private static let rows = [
    "t1,8:00:00,8:00:00,A,1,", "t1,8:10:00,8:10:00,C1,2,Zoo", "t1,8:20:00,8:20:00,D,3,Docks",
    "t2,9:00:00,9:00:00,A,1,Centre", "t2,9:10:00,9:10:00,C1,2,", "t2,9:20:00,9:20:00,D,3,",
    "t3,9:00:00,9:00:00,A,1,Zoo", "t3,9:10:00,9:10:00,D,2,",
  ]

  @Test(arguments: [rows, rows.reversed(), rows.sorted { $0.suffix(4) < $1.suffix(4) }])
  func `the headsign of a call counts before that of its trip, whatever the order of the rows`(
    rows: [String]
  ) throws {
    #expect(
      try headsigns(rows) == [
        "t1": ["Docks", "Zoo", "Docks"], "t2": ["Centre", "Docks", "Docks"],
        "t3": ["Zoo", "Docks"],
      ])
  }

  @Test func `trips with the same signs share them, and repeating the trip's own adds nothing`()
    throws
  {
    let header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign\n"
    func signs(_ rows: String...) throws -> Timetable.TrainSigns {
      try Self.trips.with("stop_times.txt", header + rows.joined(separator: "\n")).timetable()
        .trainSigns
    }
    let shared = try signs(
      "t1,8:00:00,8:00:00,A,1,Zoo", "t1,8:10:00,8:10:00,D,2,", "t2,9:00:00,9:00:00,A,1,Zoo",
      "t2,9:10:00,9:10:00,D,2,")
    #expect(shared.headsign.count == 2 && Array(shared.firstHeadsign) == [0, 0, -1])
    let repeated = try signs("t1,8:00:00,8:00:00,A,1,Docks", "t1,8:10:00,8:10:00,D,2,Docks")
    #expect(repeated.firstHeadsign.isEmpty && repeated.headsign.isEmpty)
  }

  @Test(arguments: [(20, true), (21, false)])
  func `a feed with too many headsigns is rejected`(limit: Int, isRejected: Bool) throws {
    let rows = (1...21).map { "t1,8:\($0 + 10):00,8:\($0 + 10):00,A,\($0),Sign \($0)" }
    let feed = Self.trips.with(
      "stop_times.txt",
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign\n"
        + rows.joined(separator: "\n"))
    var limits = FeedLimits()
    limits.ids = limit
    let city = try? CompiledCity(Feed(feed.bytes, limits: limits), as: .builtIn, name: "Sample")
    #expect((city == nil) == isRejected)
  }

  @Test func `a train has the number of its trip`() throws {
    let signs = try Self.trips.timetable().trainSigns
    #expect((0...2).map(signs.number) == ["4711", nil, "4711"])
    #expect(signs.texts.count == 1)
    #expect(try SampleFeed().timetable().trainSigns.number.isEmpty)
  }

  @Test func `a text that does not tell trips apart is no number, nor is that of many trains`()
    throws
  {
    let kinds = (1...9).map { "k\($0),1,all,,all stops" } + ["k10,1,all,,short"]
    let signs = try Self.trips.adding(to: "trips.txt", kinds[0], kinds[1]).timetable().trainSigns
    #expect(!signs.number.isEmpty)
    let feed = SampleFeed().with(
      "trips.txt",
      (["trip_id,route_id,service_id,trip_headsign,trip_short_name"] + kinds)
        .joined(separator: "\n"))
    #expect(try feed.timetable().trainSigns.number.isEmpty)
    let frequent = Self.trips.with(
      "frequencies.txt", "trip_id,start_time,end_time,headway_secs\nt1,8:00:00,9:00:00,600")
    #expect(try (0...2).map(frequent.timetable().trainSigns.number) == [nil, nil, "4711"])
  }

  @Test(
    arguments: [
      ("2", "", StopRequest(.agency, agency: "Metro", phone: "555 0100"), nil),
      ("3", "0", StopRequest(.driver), nil),
      ("", "2", nil, StopRequest(.agency, agency: "Metro", phone: "555 0100")),
      ("1", "3", nil, StopRequest(.driver)),
      ("", "", nil, nil),
    ] as [(String, String, StopRequest?, StopRequest?)])
  func `passengers may have to phone the agency of the line, or to ask the driver`(
    pickup: String, dropOff: String, boarding: StopRequest?, alighting: StopRequest?
  ) throws {
    let timetable = try SampleFeed()
      .running("8:00:00,8:00:00,A,1,\(pickup),\(dropOff)", "8:10:00,8:10:00,D,2,,")
      .with(
        "agency.txt",
        "agency_id,agency_name,agency_timezone,agency_phone\n"
          + "M,Metro,Europe/Lisbon,555 0100\nX,Other,Europe/Lisbon,555 0199"
      ).timetable()
    #expect(timetable.boardingRequest(at: 0, of: 0) == boarding)
    #expect(timetable.alightingRequest(at: 0, of: 0) == alighting)
    #expect(timetable.boardingRequest(at: 1, of: 0) == nil)
    let needsPhones = [boarding, alighting].contains { $0?.recipient == .agency }
    #expect(timetable.routes.phone.isEmpty != needsPhones)
  }

  @Test(
    arguments: [
      (nil, nil, "phone the agency"), ("Metro", nil, "phone Metro"),
      (nil, "555 0100", "phone the agency at 555 0100"),
      ("Metro", "555 0100", "phone Metro at 555 0100"),
    ] as [(String?, String?, String)])
  func `a request names the agency and its number`(agency: String?, phone: String?, text: String) {
    #expect(StopRequest(.agency, agency: agency, phone: phone).inWords == "\(text)")
  }

  @Test func `first and last trains that stop only on request are rows of their own`() throws {
    let feed = SampleFeed().with("trips.txt", "trip_id,route_id,service_id\nt1,1,all\nt2,1,all")
      .with(
        "stop_times.txt",
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type\n"
          + "t1,8:00:00,8:00:00,A,1,\nt1,8:10:00,8:10:00,D,2,\n"
          + "t2,23:00:00,23:00:00,A,1,3\nt2,23:10:00,23:10:00,D,2,")
    let city = try CompiledCity(Feed(feed.bytes), as: .builtIn, name: "Sample")
    let station = Int(city.timetable.stops.station[0])
    let date = city.timetable.services.days.lowerBound
    let details = city.details(ofStation: station, on: date)
    #expect(
      details.operatingDay.rows.flatMap(\.trains).map {
        "\($0.boarding.after($0.destination.shown))"
      }
        == ["Docks", "Docks, to board, ask the driver"])
    #expect(
      details.departures.flatMap(\.destinations).map(\.boarding)
        == [nil, StopRequest(.driver)])
  }

  @Test func `the number of the agency is not that of a booking rule`() throws {
    let feed = SampleFeed().running("8:00:00,8:00:00,A,1,2,", "8:10:00,8:10:00,D,2,,").with(
      "agency.txt",
      "agency_id,agency_name,agency_timezone,agency_phone\nM,Metro,Europe/Lisbon,555 0100")
    #expect(
      try feed.timetable().boardingRequest(at: 0, of: 0)
        == StopRequest(.agency, phone: "555 0100"))
    let booked = feed.with("booking_rules.txt", "booking_rule_id,phone_number\nr,555 0111")
    #expect(try booked.timetable().boardingRequest(at: 0, of: 0) == StopRequest(.agency))
  }

  @Test func `without a number in the feed, passengers phone the agency all the same`() throws {
    let timetable = try SampleFeed().running(
      "8:00:00,8:00:00,A,1,2,", "8:10:00,8:10:00,D,2,,"
    ).timetable()
    #expect(timetable.boardingRequest(at: 0, of: 0) == StopRequest(.agency))
  }
}
