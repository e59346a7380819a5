import DataSourceInterface

extension [TrainGroup] {
  /// The same trains, which nobody boards or leaves where that is impossible without steps, without
  /// those that do not take wheelchairs. Trips that follow each other on one train are not checked.
  func withoutSteps(_ stops: NetworkStops) -> [TrainGroup] {
    let (access, trips) = (stops.timetable.stepFree, stops.timetable.trips)
    return compactMap { group in
      var group = group
      group.trips.removeAll { trip in
        Int(trip.number) < trips.count
          && access.train(ofLabel: Int(trips.label[Int(trip.number)])) == .impossible
      }
      for part in group.parts.indices {
        group.parts[part].calls = group.parts[part].calls.map { call in
          let stop = stops.stop(of: Int(call.stop))
          return RaptorNetwork.Call(
            stop: call.stop, mayBoard: call.mayBoard && access.entry(of: stop) != .impossible,
            mayAlight: call.mayAlight && access.exit(of: stop) != .impossible)
        }
      }
      return group.trips.isEmpty ? nil : group
    }
  }
}

extension ChangeTimes {
  /// The same changes without those that only stairs or escalators allow. The others take at least the
  /// time of the way without steps.
  func withoutSteps(_ stops: NetworkStops) -> ChangeTimes {
    let detours = stops.timetable.stepFree.detours
    return ChangeTimes(
      (0..<stops.count).map { from in
        self.from(from).compactMap { row -> Row? in
          guard let way = detours.way(from: stops.stop(of: from), to: stops.stop(of: Int(row.to)))
          else { return row }
          let seconds = detours.seconds[way]
          return seconds < 0 ? nil : Row(to: row.to, seconds: max(row.seconds, seconds))
        }
      })
  }
}

extension RouteConstraints {
  /// Whether passengers may use a trip of a line that is not avoided.
  func allows(trip: Int, in timetable: Timetable) -> Bool {
    !isStepFree
      || timetable.stepFree.train(ofLabel: Int(timetable.trips.label[trip])) != .impossible
  }

  /// Whether passengers may board a train at a call.
  func mayBoard(at call: Int, in timetable: Timetable) -> Bool {
    timetable.patterns.allows[call].contains(.board)
      && !(isStepFree
        && timetable.stepFree.entry(of: Int(timetable.patterns.stop[call])) == .impossible)
  }

  /// Whether passengers may leave a train at a call.
  func mayAlight(at call: Int, in timetable: Timetable) -> Bool {
    timetable.patterns.allows[call].contains(.alight)
      && !(isStepFree
        && timetable.stepFree.exit(of: Int(timetable.patterns.stop[call])) == .impossible)
  }
}
