import Console
import DataSourceInterface
import Documents
import Foundation
import TestSupport
import Testing

@testable import DataSource

struct CityFileTests {
  private func city(_ feed: SampleFeed = SampleFeed()) throws -> CompiledCity {
    try CompiledCity(feed.feed, as: .builtIn, name: "Sample City")
  }

  /// A feed with values in every column.
  private let full = SampleFeed()
    .with("transfers.txt", "from_stop_id,to_stop_id,transfer_type\nC1,C2,1\nC2,C1,3")
    .with("calendar_dates.txt", "service_id,date,exception_type\nall,20260101,2\nall,20270101,1")
    .with(
      "stops.txt",
      "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,stop_code,platform_code,"
        + "tts_stop_name\nA,Airport,41.1,-8.1,,,7,,Air port\nC,Centre,41.2,-8.2,1,,,,\n"
        + "C1,Centre,41.2,-8.2,0,C,,1,\nC2,Centre,41.2,-8.2,0,C,,,\nD,Docks,,,,,,,\n"
        + "E,Main door,41.2,-8.2,2,C,,,\nX,\u{897F}\u{76F4}\u{95E8},41.3,-8.3,,,,,"
    )
    .with(
      "routes.txt",
      "route_id,route_short_name,route_color,route_text_color,route_sort_order\n"
        + "1,One,FF0000,FFFFFF,2\n2,Two,,,"
    )
    .with("pathways.txt", "from_stop_id,to_stop_id,pathway_mode\nE,C1,5\nC1,C2,2")
    .with(
      "trips.txt",
      "trip_id,route_id,service_id,trip_headsign,trip_short_name,wheelchair_accessible\n"
        + "t1,1,all,Centre,4711,1\nt2,2,all,Docks,,2"
    )
    .with(
      "stop_times.txt",
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type\n"
        + "t1,08:00:00,08:00:00,A,1,Zoo,2\nt1,08:10:00,08:10:00,C1,2,,\n"
        + "t2,08:20:00,08:20:00,C2,1,,\nt2,08:30:00,08:30:00,D,2,,"
    )
    .with(
      "translations.txt",
      "table_name,field_name,language,translation,record_id\nstops,stop_name,en,Airfield,A\n"
        + "trips,trip_headsign,en,Quay,t2"
    )
    .with("fare_attributes.txt", "fare_id,price,currency_type\nF,1.20,EUR\nG,2,EUR")
    .with("fare_rules.txt", "fare_id,route_id\nF,1\nF,2")

  private func file(_ bytes: [UInt8]) -> CityFile { CityFile(Buffer(bytes).bytes) }

  @Test func `a city is read as it was written`() throws {
    let city = try city(full)
    let bytes = CityFile.bytes(city, feedChecksum: 7)
    let read = try #require(file(bytes).decode(as: .builtIn))
    #expect(read.timetable.tripTexts == city.timetable.tripTexts)
    let now = Date(timeIntervalSince1970: 1_900_000_000)
    #expect(read.city(isCurrent: true, now: now) == city.city(isCurrent: true, now: now))
    #expect(Array(read.names.key).contains("airport"))
    #expect(file(bytes).name == "Sample City" && file(bytes).feedChecksum == 7)
    #expect(CityFile.bytes(read, feedChecksum: 7) == bytes)
  }

  @Test func `a version keeps its bytes, so that files of earlier programs can be read`() throws {
    #expect(CityFile.version == 11)
    let checksum = CityFile.bytes(try city(), feedChecksum: 7).checksum
    #expect(checksum == 402_393_044)
  }

  @Test func `bytes after the compiled part are ignored`() throws {
    let bytes = CityFile.bytes(try city(), feedChecksum: 7) + SampleFeed().zip
    #expect(file(bytes).decode(as: .builtIn) != nil)
  }

  @Test func `every changed byte is detected`() throws {
    let bytes = CityFile.bytes(try city(full), feedChecksum: 7)
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0x10
      #expect(file(damaged).decode(as: .builtIn) == nil)
    }
  }

  @Test func `a truncated file is detected, wherever it is cut`() throws {
    let bytes = CityFile.bytes(try city(full), feedChecksum: 7)
    for count in bytes.indices {
      #expect(file(Array(bytes.prefix(count))).decode(as: .builtIn) == nil)
    }
  }

  @Test func `the name can be read when another part is damaged`() throws {
    var bytes = CityFile.bytes(try city(), feedChecksum: 7)
    bytes[8] += 1
    bytes[200] += 1
    #expect(file(bytes).decode(as: .builtIn) == nil)
    #expect(file(bytes).name == "Sample City")
    bytes[50] += 1
    #expect(file(bytes).name == nil)
  }

  @Test func `wrong values with a right checksum cause no access out of bounds`() throws {
    let bytes = CityFile.bytes(try city(full), feedChecksum: 7)
    var accepted = 0
    for position in stride(from: 16, to: bytes.count - 4, by: 4) {
      for (number, lie) in ([-1, .max, .min, 1, 100_000] as [Int32]).enumerated()
      where TestOptions.isThorough || number == position / 4 % 5 {
        var forged = bytes
        withUnsafeBytes(of: lie.littleEndian) {
          forged.replaceSubrange(position..<position + 4, with: $0)
        }
        let checksum = CityChecksum.of([Buffer(forged[16...]).bytes])
        withUnsafeBytes(of: checksum.littleEndian) { forged.replaceSubrange(12..<16, with: $0) }
        guard let read = file(forged).decode(as: .builtIn) else { continue }
        accepted += 1
        touchEverything(in: read)
      }
    }
    #expect(accepted > 0)
  }

  /// Follows every index. An index out of bounds would end the test process.
  private func touchEverything(in city: CompiledCity) {
    let timetable = city.timetable
    _ = timetable.tripTexts
    _ = city.city(isCurrent: false, now: .distantPast)
    _ = (try? StationFinder(city).stations("c", limit: nil))?.map(city.station)
    for station in 0..<timetable.stations.count {
      _ = city.details(ofStation: station, on: CalendarDate(day: 20_500))
    }
    _ = city.lines
    _ = timetable.trips.headsign.map(\.count)
    for pattern in 0..<timetable.patterns.count {
      for call in timetable.patterns.calls(of: pattern) {
        _ = timetable.boardingRequest(at: call, of: pattern)
        for trip in timetable.patterns.trips(of: pattern) {
          _ = timetable.headsign(ofTrip: trip, of: pattern, at: call)
        }
      }
    }
    for label in timetable.trips.id.indices {
      _ = (timetable.trainSigns.number(ofLabel: label), timetable.stepFree.train(ofLabel: label))
    }
    for service in 0..<timetable.services.count {
      _ = timetable.services.runs(service, on: CalendarDate(day: 20_000))
    }
    for stop in 0..<timetable.stops.count {
      for way in timetable.stepFree.detours.ways(from: stop) {
        _ = timetable.stopReference(ofStop: Int(timetable.stepFree.detours.to[way]))
      }
      for row in timetable.transfers.rows(from: stop) {
        _ = timetable.stopReference(ofStop: Int(timetable.transfers.to[row]))
      }
    }
  }
}
