import DataSourceInterface

extension Timetable {
  /// Whether every index stays within bounds and every time within reason: what nobody who reads a
  /// timetable checks again.
  var isSound: Bool {
    stations.areSound(stops: stops) && routes.areSound && patterns.areSound(for: self)
      && trips.areSound(for: self) && services.areSound && transfers.areSound(stops: stops.count)
  }
}

extension Timetable.Stations {
  fileprivate func areSound(stops: Timetable.Stops) -> Bool {
    let lengths = [stops.id.count, stops.name.count, stops.latitude.count, stops.longitude.count]
    guard firstStop.areStarts(of: stops.count), lengths.allSatisfy({ $0 == stops.count }) else {
      return false
    }
    let arePlaced =
      stops.latitude.allSatisfy { $0.isNaN || abs($0) <= 90 }
      && stops.longitude.allSatisfy { $0.isNaN || abs($0) <= 180 }
    return arePlaced
      && (0..<count).allSatisfy { station in
        let range = self.stops(of: station)
        return !range.isEmpty && range.allSatisfy { Int(stops.station[$0]) == station }
      }
  }
}

extension Timetable.Routes {
  fileprivate var areSound: Bool {
    id.count == count && name.count == count && color.areAll(in: -1..<0x100_0000)
  }
}

extension Timetable.Patterns {
  fileprivate func areSound(for timetable: Timetable) -> Bool {
    direction.count == count && direction.allSatisfy { (-1...1).contains($0) }
      && route.areAll(in: 0..<timetable.routes.count)
      && firstCall.count == count + 1 && firstCall.areStarts(of: stop.count)
      && firstTrip.count == count + 1 && firstTrip.areStarts(of: timetable.trips.count)
      && allows.count == stop.count && stop.areAll(in: 0..<timetable.stops.count)
      && (0..<count).allSatisfy { calls(of: $0).count > 1 }
  }
}

extension Timetable.Trips {
  fileprivate func areSound(for timetable: Timetable) -> Bool {
    let latest = Field.latestTime
    let areRanged =
      service.count == count && times.count == count && label.count == count
      && headsign.count == id.count && departure.count == arrival.count
      && service.areAll(in: 0..<timetable.services.count) && label.areAll(in: 0..<id.count)
      && start.areAll(in: 0..<latest + 1) && arrival.areAll(in: -latest..<latest + 1)
      && departure.areAll(in: -latest..<latest + 1)
    guard areRanged else { return false }
    return (0..<timetable.patterns.count).allSatisfy { pattern in
      let calls = timetable.patterns.calls(of: pattern).count
      return timetable.patterns.trips(of: pattern).allSatisfy { trip in
        times[trip] >= 0 && Int(times[trip]) <= arrival.count - calls
      }
    }
  }
}

extension Timetable.Services {
  fileprivate var areSound: Bool {
    firstDay.count == count && lastDay.count == count && firstException.count == count + 1
      && firstException.areStarts(of: exceptionDay.count)
      && exceptionAdds.count == exceptionDay.count
  }
}

extension Timetable.Transfers {
  fileprivate func areSound(stops: Int) -> Bool {
    first.count == stops + 1 && first.areStarts(of: to.count) && to.areAll(in: 0..<stops)
      && seconds.count == to.count && seconds.areAll(in: -2..<Field.latestTime + 1)
  }
}
