import DataSourceInterface
import Foundation
import TestSupport
import Testing

@testable import DataSource

struct CityFileTests {
  private func city(_ feed: SampleFeed = SampleFeed()) throws -> CompiledCity {
    try CompiledCity(feed.feed, as: .builtIn, name: "Sample City")
  }

  /// A feed with something in every column.
  private let full = SampleFeed()
    .with("transfers.txt", "from_stop_id,to_stop_id,transfer_type\nC1,C2,1\nC2,C1,3")
    .with("calendar_dates.txt", "service_id,date,exception_type\nall,20260101,2\nall,20270101,1")
    .adding(to: "stops.txt", "E,Main door,41.2,-8.2,2,C", "X,\u{897F}\u{76F4}\u{95E8},41.3,-8.3,,")
    .with("pathways.txt", "from_stop_id,to_stop_id,pathway_mode\nE,C1,5")
    .with(
      "translations.txt",
      "table_name,field_name,language,translation,record_id\nstops,stop_name,en,Airfield,A")

  private func file(_ bytes: [UInt8]) -> CityFile { CityFile(Buffer(bytes).bytes) }

  @Test func `what is written is read again`() throws {
    let city = try city(full)
    let bytes = CityFile.encode(city, source: 7)
    let read = try #require(file(bytes).compiled(as: .builtIn))
    #expect(read.timetable.runs == city.timetable.runs)
    let now = Date(timeIntervalSince1970: 1_900_000_000)
    #expect(read.city(isCurrent: true, now: now) == city.city(isCurrent: true, now: now))
    #expect(Array(read.names.key).contains("airport"))
    #expect(file(bytes).name == "Sample City" && file(bytes).source == 7)
    #expect(CityFile.encode(read, source: 7) == bytes)
  }

  @Test func `what follows the compiled form makes no difference`() throws {
    let bytes = CityFile.encode(try city(), source: 7) + SampleFeed().zip
    #expect(file(bytes).compiled(as: .builtIn) != nil)
  }

  @Test func `a changed byte is noticed wherever it is`() throws {
    let bytes = CityFile.encode(try city(full), source: 7)
    for position in bytes.indices {
      var damaged = bytes
      damaged[position] ^= 0x10
      #expect(file(damaged).compiled(as: .builtIn) == nil)
    }
  }

  @Test func `a file that is cut short is noticed wherever it is cut`() throws {
    let bytes = CityFile.encode(try city(full), source: 7)
    for count in bytes.indices {
      #expect(file(Array(bytes.prefix(count))).compiled(as: .builtIn) == nil)
    }
  }

  @Test func `a name survives damage elsewhere`() throws {
    var bytes = CityFile.encode(try city(), source: 7)
    bytes[8] += 1
    bytes[200] += 1
    #expect(file(bytes).compiled(as: .builtIn) == nil)
    #expect(file(bytes).name == "Sample City")
    bytes[50] += 1
    #expect(file(bytes).name == nil)
  }

  @Test func `a file that lies with the right checksum can do no harm`() throws {
    let bytes = CityFile.encode(try city(full), source: 7)
    var accepted = 0
    for position in stride(from: 16, to: bytes.count - 4, by: 4) {
      for (number, lie) in ([-1, .max, .min, 1, 100_000] as [Int32]).enumerated()
      where Thorough.isOn || number == position / 4 % 5 {
        var forged = bytes
        withUnsafeBytes(of: lie.littleEndian) {
          forged.replaceSubrange(position..<position + 4, with: $0)
        }
        let checksum = Array(forged[16...]).checksum
        withUnsafeBytes(of: checksum.littleEndian) { forged.replaceSubrange(12..<16, with: $0) }
        guard let read = file(forged).compiled(as: .builtIn) else { continue }
        accepted += 1
        touchEverything(in: read)
      }
    }
    #expect(accepted > 0)
  }

  /// Reads whatever an index leads to; a bad one would end the test process.
  private func touchEverything(in city: CompiledCity) {
    let timetable = city.timetable
    _ = timetable.runs
    _ = city.city(isCurrent: false, now: .distantPast)
    _ = (try? StationFinder(city).stations("c", limit: nil))?.map(city.station)
    for station in 0..<timetable.stations.count {
      _ = city.details(ofStation: station, on: ServiceDate(day: 20_500))
    }
    _ = city.lines
    _ = timetable.trips.headsign.map(\.count)
    for service in 0..<timetable.services.count {
      _ = timetable.services.runs(service, on: ServiceDate(day: 20_000))
    }
    for stop in 0..<timetable.stops.count {
      for row in timetable.transfers.rows(from: stop) {
        _ = timetable.place(ofStop: Int(timetable.transfers.to[row]))
      }
    }
  }
}
