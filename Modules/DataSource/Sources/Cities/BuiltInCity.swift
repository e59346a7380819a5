import CZlib

/// The feed of the built-in city, whose files are embedded in the binary.
enum BuiltInCity {
  static let name = "Porto"

  static var feed: Feed { Feed(files) }

  /// The checksum of all files. A compiled city with another checksum is out of date.
  static var checksum: UInt32 {
    files.sorted { $0.key < $1.key }.reduce(0) { sum, file in
      file.value.withUnsafeBufferPointer {
        UInt32(crc32_z(UInt(sum), $0.baseAddress, $0.count))
      }
    }
  }

  private static var files: [String: [UInt8]] {
    [
      "agency.txt": PackageResources.agency_txt, "calendar.txt": PackageResources.calendar_txt,
      "fare_attributes.txt": PackageResources.fare_attributes_txt,
      "fare_rules.txt": PackageResources.fare_rules_txt,
      "frequencies.txt": PackageResources.frequencies_txt,
      "routes.txt": PackageResources.routes_txt,
      "stop_times.txt": PackageResources.stop_times_txt, "stops.txt": PackageResources.stops_txt,
      "trips.txt": PackageResources.trips_txt,
    ]
  }
}
