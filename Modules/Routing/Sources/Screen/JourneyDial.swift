import DataSourceInterface
import RoutingInterface

/// A day's journeys between two stations, of which one is looked at: each turn of the dial is
/// another journey, and the last turn is too late for all.
struct JourneyDial: Codable, Equatable {
  /// By departure, each beaten by no other in departure, arrival and rides.
  let journeys: [Journey]
  let last: LastTrain
  /// The place in `journeys` of the one looked at; their number when it is too late.
  private(set) var position: Int

  /// - Parameter now: The journeys that leave then or later come first.
  init(_ journeys: [Journey], last: LastTrain, now: ServiceTime?) {
    self.journeys = journeys
    self.last = last
    position =
      now.map { now in
        journeys.firstIndex { $0.departure >= now } ?? journeys.count
      } ?? 0
  }

  /// The journey looked at; nil when it is too late for all.
  var journey: Journey? { position < journeys.count ? journeys[position] : nil }

  /// Whether nothing leaves later and still arrives.
  var isLast: Bool { journey.map { $0.departure == journeys.last?.departure } ?? false }

  mutating func turnEarlier() { position = max(position - 1, 0) }

  mutating func turnLater() { position = min(position + 1, journeys.count) }

  mutating func turnToFirst() { position = 0 }

  mutating func turnToLast() {
    position = journeys.firstIndex { $0.departure == journeys.last?.departure } ?? 0
  }

  /// How much later the ride of a number could be boarded to arrive at all; nil where that is not
  /// known, off the way of the last train.
  func slack(ofRide number: Int) -> Duration? {
    let rides = (journey?.legs ?? []).compactMap {
      if case .ride(let ride) = $0 { ride } else { nil }
    }
    // A limit names the station, a ride its platform; what people call it is the same.
    guard number < rides.count,
      let limit = last.stations.first(where: { $0.place.name == rides[number].from.name }),
      limit.latest >= rides[number].departure
    else { return nil }
    return limit.latest - rides[number].departure
  }
}
