import DataSourceInterface
import Mediator

@testable import DataSource

/// A feed with two lines that meet at Centre; tests change single files.
struct SampleFeed {
  private var files = [
    "agency.txt": """
    agency_id,agency_name,agency_timezone
    M,Metro,Europe/Lisbon
    """,
    "stops.txt": """
    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
    A,Airport,41.1,-8.1,,
    C,Centre,41.2,-8.2,1,
    C1,Centre,41.2,-8.2,0,C
    C2,Centre,41.2,-8.2,0,C
    D,Docks,,,,
    """,
    "routes.txt": """
    route_id,agency_id,route_short_name,route_long_name,route_color
    1,M,One,,FF0000
    2,M,,Second Line,
    """,
    "calendar.txt": """
    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
    all,1,1,1,1,1,1,1,20260101,20261231
    """,
    "trips.txt": """
    trip_id,route_id,service_id,trip_headsign,direction_id
    t1,1,all,Centre,0
    t2,2,all,Docks,1
    """,
    "stop_times.txt": """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    t1,08:00:00,08:00:00,A,1
    t1,08:10:00,08:10:00,C1,2
    t2,08:20:00,08:20:00,C2,1
    t2,08:30:00,08:30:00,D,2
    """,
  ]

  /// Returns the feed with another text for a file, or without the file.
  func with(_ name: String, _ text: String?) -> SampleFeed {
    var feed = self
    feed.files[name] = text
    return feed
  }

  /// Returns the feed with more rows in a file.
  func adding(to name: String, _ rows: String...) -> SampleFeed {
    with(name, ([files[name]].compactMap(\.self) + rows).joined(separator: "\n"))
  }

  /// Returns the feed with the rows of every file in another order.
  func shuffled(_ generator: inout some RandomNumberGenerator) -> SampleFeed {
    var feed = self
    for (name, text) in files {
      let lines = text.split(separator: "\n")
      let rows = lines.dropFirst().shuffled(using: &generator)
      feed.files[name] = (lines.prefix(1) + rows).joined(separator: "\n")
    }
    return feed
  }

  /// Returns the feed with one trip, given as rows of stop_times.txt without the trip's id.
  func running(_ calls: String...) -> SampleFeed { running(calls) }

  func running(_ calls: [String]) -> SampleFeed {
    with("trips.txt", "trip_id,route_id,service_id\nt1,1,all").with(
      "stop_times.txt",
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type\n"
        + calls.map { "t1,\($0)" }.joined(separator: "\n"))
  }

  /// The content of each file.
  var bytes: [String: [UInt8]] { files.mapValues { Array($0.utf8) } }

  var feed: Feed { Feed(bytes) }

  var zip: [UInt8] {
    var writer = ZipWriter()
    for (name, text) in files.sorted(by: { $0.key < $1.key }) { writer.add(name, Array(text.utf8)) }
    return writer.finish()
  }

  func city() throws(FeedRejection) -> CompiledCity {
    try CompiledCity(feed, as: .builtIn, name: "Sample")
  }

  func timetable() throws(FeedRejection) -> Timetable {
    try city().timetable
  }
}

extension Timetable {
  /// Every trip as a text such as `One t1: A 08:00, C1 08:10`.
  var tripTexts: [String] {
    (0..<patterns.count).flatMap { pattern in
      patterns.trips(of: pattern).map { trip in
        let calls = patterns.calls(of: pattern).enumerated().map { position, call in
          let arrival = ServiceTime(seconds: trips.arrival(of: trip, at: position)).parameterText
          let departure = ServiceTime(seconds: trips.departure(of: trip, at: position))
            .parameterText
          return stops.id[Int(patterns.stop[call])] + " "
            + (arrival == departure ? arrival : "\(arrival)/\(departure)")
        }
        return "\(routes.name[Int(patterns.route[pattern])]) \(trips.id[Int(trips.label[trip])]): "
          + calls.joined(separator: ", ")
      }
    }
  }
}
