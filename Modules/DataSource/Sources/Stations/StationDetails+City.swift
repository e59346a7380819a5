import DataSourceInterface

extension CompiledCity {
  /// All that is known of a station, with its trains on `date`.
  func details(ofStation number: Int, on date: ServiceDate) -> StationDetails {
    let stops = timetable.stations.stops(of: number)
    return StationDetails(
      station: station(number), otherNames: names.others(of: number),
      platforms: stops.dropFirst().map(stop), entrances: entrances.entrances(of: number),
      facilities: Facility.allCases.filter { facilities[number] & $0.bit != 0 },
      isStepFree: isStepFree(stops), date: date,
      departures: departures(from: number, on: date))
  }

  /// A stop as the other modules speak of it.
  private func stop(_ stop: Int) -> Stop {
    let platform = stopFacts.platform[stop]
    let station = Int(timetable.stops.station[stop])
    return Stop(
      id: timetable.stops.id[stop], name: timetable.stops.name[stop],
      platform: platform.isEmpty ? nil : platform,
      station: timetable.place(ofStation: station).id,
      coordinate: timetable.coordinate(ofStop: stop))
  }

  /// What the station says of itself, or else whether any of its platforms can be reached.
  private func isStepFree(_ stops: Range<Int>) -> Bool? {
    let own = stopFacts.access[stops.lowerBound]
    let known = own > 0 ? [own] : stops.map { stopFacts.access[$0] }.filter { $0 > 0 }
    return known.isEmpty ? nil : known.contains(1)
  }
}

extension Entrances {
  /// The entrances of a station.
  fileprivate func entrances(of station: Int) -> [Entrance] {
    (Int(first[station])..<Int(first[station + 1])).map { entrance in
      Entrance(
        id: id[entrance], name: name[entrance],
        coordinate: Coordinate(north: latitude[entrance], east: longitude[entrance]))
    }
  }
}
