import DataSourceInterface
import Foundation

extension Timetable {
  /// Stations as the other modules speak of them.
  func stations(_ stations: [Int]) -> [Station] {
    let routes = routesByStation
    return stations.map { station in
      let stop = Int(self.stations.firstStop[station])
      let (north, east) = (stops.latitude[stop], stops.longitude[stop])
      let isPlaced = !north.isNaN && !east.isNaN
      return Station(
        id: stops.id[stop], name: stops.name[stop],
        coordinate: isPlaced ? Coordinate(latitude: north, longitude: east) : nil,
        lines: routes[station].map(line(ofRoute:)).sorted(by: Line.precedes))
    }
  }

  /// The routes that call at each station, in order.
  private var routesByStation: [[Int]] {
    var routes = [[Int]](repeating: [], count: stations.count)
    // The patterns of one route are side by side.
    for pattern in 0..<patterns.count {
      let route = Int(patterns.route[pattern])
      for call in patterns.calls(of: pattern) {
        let station = Int(stops.station[Int(patterns.stop[call])])
        if routes[station].last != route { routes[station].append(route) }
      }
    }
    return routes
  }
}

extension Line {
  /// In the order of names, numbers in them as numbers.
  fileprivate static func precedes(_ first: Line, _ second: Line) -> Bool {
    let order = first.name.compare(second.name, options: [.numeric, .caseInsensitive])
    return order == .orderedSame ? first.id < second.id : order == .orderedAscending
  }
}
