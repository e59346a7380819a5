import DataSourceInterface

extension CompiledCity {
  /// Whether every index is within bounds, except those in the timetable.
  var isValid: Bool {
    let (stations, stops) = (timetable.stations.count, timetable.stops.count)
    return names.areValid(stations: stations)
      && entrances.areValid(stations: stations)
      && entranceWays.areValid(origins: entrances.id.count, stops: stops)
      && facilities.count == stations
      && routeTypes.count == timetable.routes.count
      && stationRoutes.first.count == stations + 1
      && stationRoutes.first.areStarts(of: stationRoutes.route.count)
      && stationRoutes.route.areAll(in: 0..<timetable.routes.count)
  }
}

extension StationNames {
  fileprivate func areValid(stations: Int) -> Bool {
    firstKey.count == stations + 1 && firstKey.areStarts(of: key.count)
      && kind.count == key.count && rank.count == stations && distinction.count == stations
      && departures.count == stations
      && kind.allSatisfy { Kind(rawValue: $0) != nil }
  }
}

extension Entrances {
  fileprivate func areValid(stations: Int) -> Bool {
    first.count == stations + 1 && first.areStarts(of: id.count)
      && [name.count, latitude.count, longitude.count].allSatisfy { $0 == id.count }
  }
}

extension Timetable {
  /// Whether every index is within bounds and every time in range. Code that reads a timetable
  /// relies on this.
  var isValid: Bool {
    stations.areValid(stops: stops) && routes.areValid && patterns.areValid(for: self)
      && trips.areValid(for: self) && services.areValid && transfers.areValid(for: self)
      && walkways.areValid(origins: stops.count, stops: stops.count)
      && trainSigns.areValid(for: self) && callNumbers.areValid(for: self)
      && stepFree.isValid(stops: stops.count, labels: trips.id.count)
      && inSeatTransfers.areValid(labels: trips.id.count)
      && fares?.areValid(
        stops: stops.count, routes: routes.count, services: services.count) != false
      && signs.areValid(stops: stops.count)
      && translations.areValid(names: stops.count + 2 * routes.count)
  }
}

extension Timetable.Stations {
  fileprivate func areValid(stops: Timetable.Stops) -> Bool {
    let lengths = [stops.id.count, stops.name.count, stops.latitude.count, stops.longitude.count]
    guard firstStop.areStarts(of: stops.count), lengths.allSatisfy({ $0 == stops.count }) else {
      return false
    }
    let areOnEarth =
      stops.latitude.allSatisfy { $0.isNaN || abs($0) <= 90 }
      && stops.longitude.allSatisfy { $0.isNaN || abs($0) <= 180 }
    return areOnEarth
      && (0..<count).allSatisfy { station in
        let range = self.stops(of: station)
        return !range.isEmpty && range.allSatisfy { Int(stops.station[$0]) == station }
      }
  }
}

extension Timetable.Routes {
  fileprivate var areValid: Bool {
    id.count == count && name.count == count && longName.count == count
      && [0, count].contains(phone.count) && [0, count].contains(agency.count)
      && color.areAll(in: -1..<0x100_0000)
      && [0, count].contains(textColor.count) && textColor.areAll(in: -1..<0x100_0000)
      && [0, count].contains(sortOrder.count)
  }
}

extension Timetable.Patterns {
  fileprivate func areValid(for timetable: Timetable) -> Bool {
    direction.count == count && direction.allSatisfy { (-1...1).contains($0) }
      && route.areAll(in: 0..<timetable.routes.count)
      && firstCall.count == count + 1 && firstCall.areStarts(of: stop.count)
      && firstTrip.count == count + 1 && firstTrip.areStarts(of: timetable.trips.count)
      && allows.count == stop.count && stop.areAll(in: 0..<timetable.stops.count)
      && (0..<count).allSatisfy { calls(of: $0).count > 1 }
  }
}

extension Timetable.Trips {
  fileprivate func areValid(for timetable: Timetable) -> Bool {
    let latest = CSVField.latestTime
    let areInRange =
      service.count == count && headway.count == count && times.count == count
      && label.count == count && headsign.count == id.count
      && [0, id.count].contains(block.count) && departure.count == arrival.count
      && arrival.count <= Int32.max  // `times` has 32-bit indexes.
      && service.areAll(in: 0..<timetable.services.count) && label.areAll(in: 0..<id.count)
      && start.areAll(in: 0..<latest + 1) && headway.areAll(in: 0..<latest + 1)
      && arrival.areAll(in: -latest..<latest + 1)
      && departure.areAll(in: -latest..<latest + 1)
    guard areInRange else { return false }
    return (0..<timetable.patterns.count).allSatisfy { pattern in
      let calls = timetable.patterns.calls(of: pattern).count
      return timetable.patterns.trips(of: pattern).allSatisfy { trip in
        times[trip] >= 0 && Int(times[trip]) <= arrival.count - calls
      }
    }
  }
}

extension Timetable.Services {
  fileprivate var areValid: Bool {
    firstDay.count == count && lastDay.count == count && firstException.count == count + 1
      && firstException.areStarts(of: exceptionDay.count)
      && exceptionAdds.count == exceptionDay.count
  }
}

extension Timetable.Transfers {
  fileprivate func areValid(for timetable: Timetable) -> Bool {
    let stops = timetable.stops.count
    return first.count == stops + 1 && first.areStarts(of: to.count) && to.areAll(in: 0..<stops)
      && seconds.count == to.count && seconds.areAll(in: -2..<CSVField.latestTime + 1)
      && rank.count == to.count && [0, to.count].contains(conditions.count)
  }
}

extension Timetable.TrainSigns {
  fileprivate func areValid(for timetable: Timetable) -> Bool {
    let trips = timetable.trips
    guard [0, trips.id.count].contains(number.count), number.areAll(in: -1..<texts.count),
      [0, trips.id.count].contains(firstHeadsign.count), headsign.areAll(in: -1..<texts.count),
      firstHeadsign.areAll(in: -1..<Int(Int32.max))
    else { return false }
    guard !firstHeadsign.isEmpty else { return true }
    return (0..<timetable.patterns.count).allSatisfy { pattern in
      let calls = timetable.patterns.calls(of: pattern).count
      return timetable.patterns.trips(of: pattern).allSatisfy { trip in
        let first = Int(firstHeadsign[Int(trips.label[trip])])
        return first < 0 || first <= headsign.count - calls
      }
    }
  }
}

extension Timetable.CallNumbers {
  fileprivate func areValid(for timetable: Timetable) -> Bool {
    let trips = timetable.trips
    guard [0, trips.id.count].contains(first.count), [0, first.count].contains(list.count),
      list.areAll(in: -1..<Int(Int32.max))
    else { return false }
    guard !list.isEmpty else { return true }
    return (0..<timetable.patterns.count).allSatisfy { pattern in
      let calls = timetable.patterns.calls(of: pattern).count
      return timetable.patterns.trips(of: pattern).allSatisfy { trip in
        let first = Int(list[Int(trips.label[trip])])
        return first < 0 || first <= numbers.count - calls
      }
    }
  }
}

extension Timetable.StepFreeAccess {
  fileprivate func isValid(stops: Int, labels: Int) -> Bool {
    [0, stops].contains(self.stops.count) && [0, labels].contains(trips.count)
      && (detours.first.isEmpty && detours.to.isEmpty
        || detours.areValid(origins: stops, stops: stops))
      && detourAccess.count == detours.to.count
  }
}

extension Timetable.Walkways {
  fileprivate func areValid(origins: Int, stops: Int) -> Bool {
    first.count == origins + 1 && first.areStarts(of: to.count) && to.areAll(in: 0..<stops)
      && seconds.count == to.count && seconds.areAll(in: 0..<CSVField.latestTime + 1)
      && steps.count == to.count
  }
}

extension Timetable.InSeatTransfers {
  fileprivate func areValid(labels: Int) -> Bool {
    to.count == from.count && isAllowed.count == from.count
      && from.areAll(in: 0..<labels) && to.areAll(in: 0..<labels)
  }
}

extension Timetable.Signs {
  fileprivate func areValid(stops: Int) -> Bool {
    [platform, code, spokenName].allSatisfy { [0, stops].contains($0.count) }
  }
}

extension Timetable.Translations {
  /// - Parameter names: The number of names, without those of headsigns.
  fileprivate func areValid(names: Int) -> Bool {
    guard !first.isEmpty else { return headsigns.isEmpty && text.isEmpty && language.isEmpty }
    return first.count == names + headsigns.count + 1 && first.areStarts(of: text.count)
      && languages.count >= 2 && language.count == text.count
      && language.areAll(in: 0..<languages.count)
  }
}
