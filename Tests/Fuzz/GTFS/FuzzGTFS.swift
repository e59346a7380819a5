import Console
import DataSourceInterface
import Documents
import FuzzSupport

@testable import DataSource

/// Compiles a small feed in which pieces of the input replace some files. The first byte of a piece
/// selects the file.
@main
enum FuzzGTFS {
  private static let names = feed.keys.sorted()

  static func main() {
    Fuzzer.run { bytes, count in
      FuzzGTFS.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }

  private static func test(_ input: [UInt8]) {
    var files = feed.mapValues { Array($0.utf8) }
    for piece in input.split(separator: 0x1C) {
      guard let first = piece.first else { continue }
      files[names[Int(first) % names.count]] = Array(piece.dropFirst())
    }
    let limits = FeedLimits(stops: 1000, lines: 1000, ids: 1000, trips: 1000, transfers: 1000)
    let feed = Feed(files, limits: limits)
    guard let city = try? CompiledCity(feed, as: .builtIn, name: "Any") else { return }
    let bytes = encoded(city)
    guard let again = CityFile(Buffer(bytes).bytes).decode(as: .builtIn) else {
      preconditionFailure("the compiled city is not valid")
    }
    precondition(
      encoded(again) == bytes,
      "the city is encoded differently after it was decoded")
    _ = try? StationFinder(again).stations("a b", limit: nil)
    _ = again.lines
    _ = again.details(ofStation: 0, on: CalendarDate(day: 20_500))
  }

  private static func encoded(_ city: CompiledCity) -> [UInt8] {
    CityFile.encode(city, feedChecksum: 0).flatMap { (part: Bytes) -> [UInt8] in
      withExtendedLifetime(part) { [UInt8](part.memory) }
    }
  }

  private static let feed = [
    "agency.txt": "agency_id,agency_name,agency_timezone\nM,Metro,Europe/Lisbon",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n"
      + "A,Airport,41.1,-8.1,,\nC,Centre,41.2,-8.2,1,\nC1,,41.2,-8.2,0,C\nE,Door,,,2,C\nD,Docks,,,,",
    "routes.txt": "route_id,route_short_name,route_type,route_color\n1,One,1,FF0000\n2,Two,0,",
    "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,"
      + "start_date,end_date\nall,1,1,1,1,1,1,1,20260101,20261231",
    "calendar_dates.txt": "service_id,date,exception_type\nall,20261225,2",
    "trips.txt":
      "trip_id,route_id,service_id,trip_headsign,direction_id\nt,1,all,Docks,0\nu,2,all,,1",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
      + "t,8:00:00,8:00:00,A,1\nt,,,C1,2\nt,8:20:00,8:20:00,D,3\nu,9:00:00,,D,1\nu,,9:30:00,A,2",
    "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nu,6:00:00,7:00:00,600",
    "transfers.txt": "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nA,C1,2,60",
    "translations.txt": "table_name,field_name,language,translation,record_id\n"
      + "stops,stop_name,en,Town,C",
    "pathways.txt": "from_stop_id,to_stop_id,pathway_mode\nE,C1,5",
  ]
}
