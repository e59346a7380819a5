import DataSourceInterface

extension Day {
  /// The same trains, with the least time aboard: nobody rides past a stop and back to it on the next
  /// train who could have waited there. No change takes longer than before.
  func withoutDetours(_ rides: [TrainRide]) -> [TrainRide] {
    var rides = rides
    for next in rides.indices.dropFirst() {
      guard let cut = detour(from: rides[next - 1], to: rides[next]) else { continue }
      rides[next - 1] = timetable.cut(
        rides[next - 1], to: rides[next - 1].calls.lowerBound...cut.left)
      rides[next] = timetable.cut(rides[next], to: cut.boarded...rides[next].calls.upperBound)
    }
    return rides
  }

  /// The calls at which to change instead so as to wait longest; nil where there are none better.
  private func detour(
    from ride: TrainRide, to next: TrainRide
  ) -> (left: Int, boarded: Int)? {
    let patterns = timetable.patterns
    func stop(_ call: Int) -> Int { Int(patterns.stop[call]) }
    guard
      let longest = changes.seconds(
        from: stop(ride.calls.upperBound), to: stop(next.calls.lowerBound))
    else { return nil }
    var best: (left: Int, boarded: Int)?
    var wait = next.departure.seconds - ride.arrival.seconds
    for left in ride.calls.dropFirst() where patterns.allows[left].contains(.alight) {
      for change in changes.from(stop(left)) where change.seconds <= longest {
        for boarded in next.calls.dropLast()
        where patterns.stop[boarded] == change.to && patterns.allows[boarded].contains(.board) {
          let time =
            timetable.departure(of: next, at: boarded) - timetable.arrival(of: ride, at: left)
          if time > wait { (best, wait) = ((left, boarded), time) }
        }
      }
    }
    return best
  }
}

extension Timetable {
  /// A part of a ride.
  fileprivate func cut(_ ride: TrainRide, to calls: ClosedRange<Int>) -> TrainRide {
    var part = ride
    part.calls = calls
    part.departure = ServiceTime(seconds: departure(of: ride, at: calls.lowerBound))
    part.arrival = ServiceTime(seconds: arrival(of: ride, at: calls.upperBound))
    return part
  }

  /// When the train arrives at a call, in seconds of the day on which it is ridden.
  fileprivate func arrival(of ride: TrainRide, at call: Int) -> Int {
    trips.arrival(of: ride.trip, at: position(call, ride)) + shift(ride)
  }

  /// When the train departs from a call, in seconds of the day on which it is ridden.
  fileprivate func departure(of ride: TrainRide, at call: Int) -> Int {
    trips.departure(of: ride.trip, at: position(call, ride)) + shift(ride)
  }

  /// How much later the train runs than its trip says: it may be of the day before, or one of many.
  private func shift(_ ride: TrainRide) -> Int {
    ride.departure.seconds
      - trips.departure(of: ride.trip, at: position(ride.calls.lowerBound, ride))
  }

  private func position(_ call: Int, _ ride: TrainRide) -> Int {
    call - patterns.calls(of: ride.pattern).lowerBound
  }
}
