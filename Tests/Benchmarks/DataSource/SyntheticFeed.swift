import Foundation

/// A feed of any size: trains on 20 lines with 20 stations each.
struct SyntheticFeed {
  /// The number of calls of every trip.
  static let calls = 20

  let stopTimes: Int

  /// Writes the feed as a zip archive without compression.
  func write(to file: URL) throws {
    var archive = StoredArchive()
    archive.add("agency.txt", "agency_name,agency_timezone\nSynthetic,UTC\n")
    archive.add(
      "calendar.txt",
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        + "all,1,1,1,1,1,1,1,20260101,20261231\n")
    let numbers = 0..<20
    archive.add(
      "routes.txt", "route_id,route_short_name\n" + numbers.map { "L\($0),\($0)\n" }.joined())
    archive.add(
      "stops.txt",
      "stop_id,stop_name\n"
        + numbers.flatMap { line in numbers.map { "S\(line)-\($0),Station \(line) \($0)\n" } }
        .joined())
    let trips = 0..<stopTimes / Self.calls
    archive.add(
      "trips.txt",
      "trip_id,route_id,service_id\n" + trips.map { "T\($0),L\($0 % 20),all\n" }.joined())
    archive.add("stop_times.txt", table(of: trips))
    try archive.finish().write(to: file)
  }

  private func table(of trips: Range<Int>) -> String {
    var text = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    for trip in trips {
      for call in 0..<Self.calls {
        let seconds = trip * 37 % 72_000 + call * (90 + trip % 7)
        let time = "\(seconds / 3600):\(twoDigits(seconds / 60)):\(twoDigits(seconds))"
        text += "T\(trip),\(time),\(time),S\(trip % 20)-\(call),\(call)\n"
      }
    }
    return text
  }

  private func twoDigits(_ number: Int) -> String {
    let number = number % 60
    return number < 10 ? "0\(number)" : "\(number)"
  }
}

/// Writes a zip archive without compression.
///
/// Source: PKWARE, "APPNOTE.TXT, .ZIP File Format Specification", version 6.3.10.
private struct StoredArchive {
  private var content = Data()
  private var directory = Data()
  private var count: UInt16 = 0

  mutating func add(_ name: String, _ text: String) {
    let start = UInt32(content.count)
    let bytes = Data(text.utf8)
    var sizes = Data()
    sizes.append(bytes.checksum)
    sizes.append(UInt32(bytes.count))
    sizes.append(UInt32(bytes.count))
    sizes.append(UInt16(name.utf8.count))
    sizes.append(UInt16(0))
    content.append(UInt32(0x0403_4B50))
    content.append(Self.version)
    content.append(sizes)
    content.append(Data(name.utf8))
    content.append(bytes)
    directory.append(UInt32(0x0201_4B50))
    directory.append(UInt16(20))
    directory.append(Self.version)
    directory.append(sizes)
    directory.append(Data(count: 10))
    directory.append(start)
    directory.append(Data(name.utf8))
    count += 1
  }

  consuming func finish() -> Data {
    let start = UInt32(content.count)
    content.append(directory)
    content.append(UInt32(0x0605_4B50))
    content.append(UInt32(0))
    content.append(count)
    content.append(count)
    content.append(UInt32(directory.count))
    content.append(start)
    content.append(UInt16(0))
    return content
  }

  /// The needed version, no flags, no method, no date.
  private static var version: Data { Data([20, 0, 0, 0, 0, 0, 0, 0, 0, 0]) }
}

extension Data {
  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// The CRC-32 of the bytes.
  fileprivate var checksum: UInt32 {
    var table: [UInt32] = []
    for index in 0..<256 as Range<UInt32> {
      var entry = index
      for _ in 0..<8 { entry = entry & 1 == 1 ? (entry >> 1) ^ 0xEDB8_8320 : entry >> 1 }
      table.append(entry)
    }
    var sum = UInt32.max
    withUnsafeBytes { bytes in
      for byte in bytes { sum = (sum >> 8) ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }
    return ~sum
  }
}
