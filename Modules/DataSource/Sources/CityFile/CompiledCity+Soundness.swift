import DataSourceInterface

extension CompiledCity {
  /// Whether every index beside the timetable stays within bounds too.
  var isSound: Bool {
    let (stations, stops) = (timetable.stations.count, timetable.stops.count)
    return names.areSound(stations: stations)
      && stopFacts.platform.count == stops && stopFacts.access.count == stops
      && entrances.areSound(stations: stations) && facilities.count == stations
      && routeFacts.longName.count == timetable.routes.count
      && routeFacts.type.count == timetable.routes.count
      && stationRoutes.first.count == stations + 1
      && stationRoutes.first.areStarts(of: stationRoutes.route.count)
      && stationRoutes.route.areAll(in: 0..<timetable.routes.count)
  }
}

extension StationNames {
  fileprivate func areSound(stations: Int) -> Bool {
    firstOther.count == stations + 1 && firstOther.areStarts(of: other.count)
      && firstKey.count == stations + 1 && firstKey.areStarts(of: key.count)
      && kind.count == key.count && rank.count == stations
      && kind.allSatisfy { Kind(rawValue: $0) != nil }
  }
}

extension Entrances {
  fileprivate func areSound(stations: Int) -> Bool {
    first.count == stations + 1 && first.areStarts(of: id.count)
      && [name.count, latitude.count, longitude.count].allSatisfy { $0 == id.count }
  }
}
