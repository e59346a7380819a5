import DataSourceInterface
import Foundation

extension Timetable {
  /// Stations as the other modules speak of them.
  func stations(_ stations: [Int]) -> [Station] {
    let routes = routesByStation(stations)
    let rank = routeOrder
    return stations.map { station in
      let stop = Int(self.stations.firstStop[station])
      let (north, east) = (stops.latitude[stop], stops.longitude[stop])
      return Station(
        id: stops.id[stop], name: stops.name[stop],
        coordinate: north.isNaN || east.isNaN
          ? nil : Coordinate(latitude: north, longitude: east),
        lines: (routes[station] ?? []).sorted { rank[$0] < rank[$1] }.map(line(ofRoute:)))
    }
  }

  /// The routes that call at each of some stations.
  private func routesByStation(_ stations: [Int]) -> [Int: Set<Int>] {
    var routes = Dictionary(
      stations.map { ($0, Set<Int>()) }, uniquingKeysWith: { first, _ in first })
    for pattern in 0..<patterns.count {
      for call in patterns.calls(of: pattern) {
        routes[Int(stops.station[Int(patterns.stop[call])])]?.insert(Int(patterns.route[pattern]))
      }
    }
    return routes
  }

  /// The place of each route among all by name, numbers in names as numbers.
  private var routeOrder: [Int] {
    let names = Array(routes.name)
    var rank = [Int](repeating: 0, count: names.count)
    let sorted = names.indices.sorted { first, second in
      let order = names[first].compare(names[second], options: [.numeric, .caseInsensitive])
      return order == .orderedSame ? first < second : order == .orderedAscending
    }
    for (position, route) in sorted.enumerated() { rank[route] = position }
    return rank
  }
}
