import DataSourceInterface

extension CompiledCity {
  /// A station as the other modules speak of it.
  func station(_ station: Int) -> Station {
    let place = timetable.place(ofStation: station)
    return Station(
      id: place.id, name: place.name, coordinate: timetable.coordinate(ofStation: station),
      lines: stationRoutes.routes(of: station).map { timetable.line(ofRoute: $0) })
  }
}

extension Timetable {
  /// Where a station is, if the feed says so.
  func coordinate(ofStation station: Int) -> Coordinate? {
    coordinate(ofStop: Int(stations.firstStop[station]))
  }

  /// Where a stop is, if the feed says so.
  func coordinate(ofStop stop: Int) -> Coordinate? {
    Coordinate(north: stops.latitude[stop], east: stops.longitude[stop])
  }
}

extension Coordinate {
  /// A place in degrees; nil when one of them is not a number.
  init?(north: Double, east: Double) {
    guard !north.isNaN, !east.isNaN else { return nil }
    self.init(latitude: north, longitude: east)
  }
}

extension TextColumn {
  /// The position of the first text of these bytes.
  func firstIndex(ofBytes wanted: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      indices.first { position in
        bytes[Int(starts[position])..<Int(starts[position + 1])].elementsEqual(wanted)
      }
    }
  }
}
