import DataSourceInterface
import Foundation
import TestSupport

@testable import DataSource

extension SharedData {
  static func archive(_ name: String) throws -> Archive {
    try Archive(OpenFile.reading(path(name)).content().bytes)
  }

  static func timetable(_ name: String) throws -> Timetable {
    try city(name).timetable
  }

  static func city(_ name: String) throws -> CompiledCity {
    try CompiledCity(Feed(archive(name)), as: .builtIn, name: "Shared")
  }

  /// The stations, lines and fares of a feed.
  static func cityWithoutTrips(_ name: String) throws -> CompiledCity {
    try CompiledCity(feedWithoutTrips(name), as: .builtIn, name: "Shared")
  }

  /// A feed without its trips, which take most of the time to compile.
  static func feedWithoutTrips(_ name: String) throws -> Feed {
    let omitted = ["trips.txt", "stop_times.txt", "frequencies.txt", "shapes.txt"]
    let archive = try archive(name)
    var budget = archive.budget
    var files: [String: [UInt8]] = [:]
    for member in archive.members
    where member.name.hasSuffix(".txt") && !omitted.contains(member.name) {
      files[member.name] = Array(try archive.unpack(member, budget: &budget).text.utf8)
    }
    files["trips.txt"] = Array("trip_id,route_id,service_id\nt,r,s".utf8)
    files["stop_times.txt"] = Array(
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence".utf8)
    return Feed(files)
  }

  /// The archives of `bad/manifest.csv` with their expected results, which are its column
  /// `verdict`; empty when the file is missing.
  static var badArchives: [(file: String, expected: String)] {
    guard let text = try? String(contentsOfFile: path("bad/manifest.csv"), encoding: .utf8),
      let table = try? CSVTable(LineReader(Buffer(text.utf8).bytes))
    else { return [] }
    let (file, expected) = (table.column("file"), table.column("verdict"))
    var archives: [(String, String)] = []
    try? table.forEachRow { archives.append(($0[file].text, $0[expected].text)) }
    return archives
  }
}
