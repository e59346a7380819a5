import DataSourceInterface
import RoutingInterface

@testable import Routing

/// Searches between stations, which tests give by their indexes.
extension TimetableSearch {
  func journeys(
    from origin: Int, to destination: Int, departingAfter time: ServiceTime
  ) -> [Journey] {
    journeys(from: .station(origin), to: .station(destination), departingAfter: time)
  }

  func journeys(from origin: Int, to destination: Int, arrivingBy time: ServiceTime) -> [Journey] {
    journeys(from: .station(origin), to: .station(destination), arrivingBy: time)
  }

  func journeys(
    from origin: Int, to destination: Int, departingWithin span: ClosedRange<ServiceTime>
  ) -> [Journey] {
    journeys(from: .station(origin), to: .station(destination), departingWithin: span)
  }

  func firstJourney(from origin: Int, to destination: Int) -> Journey? {
    firstJourney(from: .station(origin), to: .station(destination))
  }

  func lastJourney(from origin: Int, to destination: Int) -> [TrainRide]? {
    lastJourney(from: .station(origin), to: .station(destination))
  }
}

extension LeastWalkingSearch {
  func journey(
    from origin: Int, to destination: Int, departingAfter time: ServiceTime
  ) -> Journey? {
    journey(from: .station(origin), to: .station(destination), departingAfter: time)
  }

  func journey(from origin: Int, to destination: Int, arrivingBy time: ServiceTime) -> Journey? {
    journey(from: .station(origin), to: .station(destination), arrivingBy: time)
  }
}

extension LastTrainExplanation {
  init(_ schedule: ServiceDaySchedule, _ rides: [TrainRide], to destination: Int) {
    let first = rides.first.map { Int(schedule.timetable.patterns.stop[$0.calls.lowerBound]) }
    let origin = first.map { Int(schedule.timetable.stops.station[$0]) } ?? 0
    self.init(schedule, rides, from: .station(origin), to: .station(destination))
  }
}

extension ServiceDaySchedule {
  /// A journey between stations, without walks.
  func journey(of rides: [TrainRide]) -> Journey {
    journey(of: rides, from: .station(0), to: .station(0))
  }
}

extension AverageTimeSearch {
  func journey(from origin: Int, to destination: Int, departingAt time: ServiceTime) -> Journey? {
    journey(from: .station(origin), to: .station(destination), departingAt: time)
  }
}
