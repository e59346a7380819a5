import DataSourceInterface

extension [TrainGroup] {
  /// The same trains, which nobody boards or leaves where that is impossible without steps, without
  /// those that do not take wheelchairs. `InSeatLinks.chains` has checked those that passengers may
  /// stay on.
  func withoutSteps(_ stops: NetworkStops) -> [TrainGroup] {
    let (access, trips) = (stops.timetable.stepFree, stops.timetable.trips)
    return compactMap { group in
      var group = group
      group.trips.removeAll { trip in
        Int(trip.number) < trips.count
          && !access.allowsPassengers(onLabel: Int(trips.label[Int(trip.number)]))
      }
      for part in group.parts.indices {
        group.parts[part].calls = group.parts[part].calls.map { call in
          let stop = stops.stop(of: Int(call.stop))
          return RaptorNetwork.Call(
            stop: call.stop, mayBoard: call.mayBoard && access.allowsTrains(at: stop),
            mayAlight: call.mayAlight && access.allowsTrains(at: stop))
        }
      }
      return group.trips.isEmpty ? nil : group
    }
  }
}

extension ChangeTimes {
  /// The same changes without those that only stairs or escalators allow. The others take at least
  /// the time of the way without steps. Changes between stations lead over the street.
  func withoutSteps(_ stops: NetworkStops) -> ChangeTimes {
    let (access, station) = (stops.timetable.stepFree, stops.timetable.stops.station)
    return ChangeTimes(
      (0..<stops.count).map { from in
        let origin = stops.stop(of: from)
        return self.from(from).compactMap { row -> Row? in
          let destination = stops.stop(of: Int(row.to))
          if station[origin] != station[destination] {
            return access.allowsExit(from: origin) && access.allowsEntry(to: destination)
              ? row : nil
          }
          guard let way = access.detours.way(from: origin, to: destination) else { return row }
          return access.access(ofDetour: way) == .impossible
            ? nil : Row(to: row.to, seconds: max(row.seconds, access.detours.seconds[way]))
        }
      })
  }
}

extension Timetable.StepFreeAccess {
  /// Whether passengers may be able to reach a stop from the street.
  func allowsEntry(to stop: Int) -> Bool { entry(of: stop) != .impossible }

  /// Whether passengers may be able to reach the street from a stop.
  func allowsExit(from stop: Int) -> Bool { exit(of: stop) != .impossible }

  /// Whether passengers may be able to board and leave trains at a stop.
  func allowsTrains(at stop: Int) -> Bool { platform(of: stop) != .impossible }

  /// Whether passengers may be able to use the trips of a label.
  func allowsPassengers(onLabel label: Int) -> Bool { train(ofLabel: label) != .impossible }
}

extension RouteConstraints {
  /// Whether passengers may use a trip of a line that is not avoided.
  func allows(trip: Int, in timetable: Timetable) -> Bool {
    !isStepFree || timetable.stepFree.allowsPassengers(onLabel: Int(timetable.trips.label[trip]))
  }

  /// Whether passengers may board a train at a call.
  func mayBoard(at call: Int, in timetable: Timetable) -> Bool {
    timetable.patterns.allows[call].contains(.board)
      && (!isStepFree
        || timetable.stepFree.allowsTrains(at: Int(timetable.patterns.stop[call])))
  }

  /// Whether passengers may leave a train at a call.
  func mayAlight(at call: Int, in timetable: Timetable) -> Bool {
    timetable.patterns.allows[call].contains(.alight)
      && (!isStepFree
        || timetable.stepFree.allowsTrains(at: Int(timetable.patterns.stop[call])))
  }
}
