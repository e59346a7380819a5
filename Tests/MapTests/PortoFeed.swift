import DataSourceFixture
import DataSourceInterface
import Foundation
import TestSupport

/// The lines and stations of the built-in city, read from its feed.
struct PortoFeed {
  let lines: [LineDetails]
  let stations: [Station]

  init() throws {
    stations = try Self.rows(of: "stops").map { stop in
      let coordinate = Coordinate(
        latitude: Double(stop["stop_lat"] ?? "") ?? 0,
        longitude: Double(stop["stop_lon"] ?? "") ?? 0)
      return .sample(stop["stop_id"] ?? "", name: stop["stop_name"], at: coordinate)
    }
    let names = Dictionary(stations.map { ($0.id, $0.name) }) { first, _ in first }
    var calls: [String: [StopReference]] = [:]
    for call in try Self.rows(of: "stop_times") {
      let id = call["stop_id"] ?? ""
      calls[call["trip_id"] ?? "", default: []].append(
        StopReference(id: id, name: TranslatedName(names[id] ?? "")))
    }
    let trips = try Self.rows(of: "trips")
    lines = try Self.rows(of: "routes").map { route in
      let name = route["route_short_name"] ?? ""
      var courses: [LineDetails.Course] = []
      for trip in trips where trip["route_id"] == route["route_id"] {
        let stations = calls[trip["trip_id"] ?? ""] ?? []
        guard !courses.contains(where: { $0.stations == stations }) else { continue }
        courses.append(
          LineDetails.Course(
            direction: Int(trip["direction_id"] ?? "") ?? 0,
            headsigns: [TranslatedName(trip["trip_headsign"] ?? "")], stations: stations, trips: 1))
      }
      let color = UInt32(route["route_color"] ?? "", radix: 16).map { LineColor(rgb: $0) }
      return LineDetails(
        line: Line(id: name, name: TranslatedName(name), color: color), longName: nil, kind: .metro,
        courses: courses)
    }
  }

  /// The rows of a file of the feed, which quotes no field.
  private static func rows(of file: String) throws -> [[String: String]] {
    let path = "Modules/DataSource/Sources/Porto/\(file).txt"
    let text = try String(contentsOf: SharedData.checkout.appending(path: path), encoding: .utf8)
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return rows.dropFirst().map { Dictionary(zip(rows[0], $0)) { first, _ in first } }
  }
}
