import DataSourceInterface
import RoutingInterface

/// Where journeys begin or end.
enum SearchEnd: Sendable {
  /// A station, by its index in the timetable.
  case station(Int)
  /// A place, from which stations are reached on foot.
  case place(WalkablePlace)
}

extension SearchEnd {
  /// The stops of the station, or of all stations that are reached from the place.
  /// - Parameters:
  ///   - stops: Returns the stops of a station.
  ///   - isUsable: Returns whether journeys may begin or end at a stop.
  func accessStops(
    _ stops: (Int) -> Range<Int>, where isUsable: (Int) -> Bool = { _ in true }
  ) -> AccessStops {
    // The bounds to a station are kept by its first stop, so the parts of a station are always the
    // same.
    func parts(_ station: Int, _ seconds: Int32) -> [AccessStops.Station] {
      let stops = stops(station)
      return stops.allSatisfy(isUsable)
        ? [.init(stops: stops, seconds: seconds)]
        : stops.filter(isUsable).map { .init(stops: $0..<$0 + 1, seconds: seconds) }
    }
    switch self {
    case .station(let station):
      let stops = stops(station)
      return stops.allSatisfy(isUsable) ? AccessStops(stops) : AccessStops(parts(station, 0))
    case .place(let place):
      return AccessStops(place.stations.flatMap { parts($0.station, $0.walk.seconds) })
    }
  }

  /// The walks to stations; nil for a station itself.
  var walkablePlace: WalkablePlace? {
    switch self {
    case .station: nil
    case .place(let place): place
    }
  }

  /// The station or place, for display.
  func pointOfInterest(in timetable: Timetable) -> PointOfInterest {
    switch self {
    case .station(let station): timetable.pointOfInterest(ofStation: station)
    case .place(let place): place.pointOfInterest
    }
  }
}

/// The walk over a straight line between two points.
struct WalkingDistance: Comparable, Sendable {
  /// The length of the line.
  let metres: Double

  /// The time that the walk takes.
  var seconds: Int32 { Int32(Duration.walking(metres: metres).components.seconds) }

  static func < (one: Self, other: Self) -> Bool { one.metres < other.metres }
}

/// The walk from one end to the other.
struct DirectWalk {
  /// The greatest distance for which the walk is an answer, in metres.
  private static let maximumDistance = 3000.0

  private let from: PointOfInterest
  private let to: PointOfInterest
  private let walk: WalkingDistance
  private let timeline: Timeline
  private let isStepFree: Bool

  /// Nil if both ends are stations, or the distance is too great.
  init?(
    from origin: SearchEnd, to destination: SearchEnd, in timetable: Timetable,
    on timeline: Timeline, isStepFree: Bool
  ) {
    guard origin.walkablePlace != nil || destination.walkablePlace != nil else { return nil }
    from = origin.pointOfInterest(in: timetable)
    to = destination.pointOfInterest(in: timetable)
    self.timeline = timeline
    self.isStepFree = isStepFree
    guard let start = from.coordinate, let end = to.coordinate else { return nil }
    walk = WalkingDistance(metres: start.metres(to: end))
    if walk.metres > Self.maximumDistance { return nil }
  }

  func journey(departingAt time: ServiceTime) -> Journey {
    Journey(
      departure: timeline.time(time.seconds),
      arrival: timeline.time(time.seconds + Int(walk.seconds)), rides: 0,
      legs: [.walk(Walk(from: from, to: to, walk))],
      unknownAccess: isStepFree ? UnknownAccess(stops: [], lines: [], hasWalk: true) : nil)
  }

  func journey(arrivingAt time: ServiceTime) -> Journey {
    journey(departingAt: time + .seconds(-walk.seconds))
  }
}

extension Walk {
  fileprivate init(from: PointOfInterest, to: PointOfInterest, _ walk: WalkingDistance) {
    self.init(
      from: from, to: to, duration: .seconds(walk.seconds), distance: Int(walk.metres.rounded()))
  }
}

extension Timetable {
  /// The walk from an end to a stop of its stations; nil for a station.
  func walk(from end: SearchEnd, toStop stop: Int) -> Walk? {
    end.walkablePlace.flatMap { place in
      place.walk(toStation: Int(stops.station[stop])).map {
        Walk(from: place.pointOfInterest, to: pointOfInterest(ofStop: stop), $0)
      }
    }
  }

  /// The walk from a stop to an end; nil for a station.
  func walk(fromStop stop: Int, to end: SearchEnd) -> Walk? {
    walk(from: end, toStop: stop).map {
      Walk(from: $0.to, to: $0.from, duration: $0.duration, distance: $0.distance)
    }
  }

  /// A stop with its position, or else that of its station.
  private func pointOfInterest(ofStop stop: Int) -> PointOfInterest {
    let place = stopReference(ofStop: stop)
    return PointOfInterest(
      id: place.id, name: place.translatedName,
      coordinate: coordinate(ofStop: stop) ?? coordinate(ofStation: Int(stops.station[stop])))
  }
}

/// A place, with the stations that are reached from it on foot.
struct WalkablePlace: Sendable {
  let pointOfInterest: PointOfInterest
  /// The stations with the walks to them, by index.
  let stations: [(station: Int, walk: WalkingDistance)]

  /// - Throws: `DataSourceError.badCoordinate` if the place has no coordinate, `noStationNearby` if
  ///   no station is within 20 km.
  init(_ place: PointOfInterest, in timetable: Timetable) throws(DataSourceError) {
    guard let coordinate = place.coordinate else { throw .badCoordinate(place.id) }
    let walks = (0..<timetable.stations.count).compactMap { station in
      timetable.coordinate(ofStation: station).map {
        (station: station, walk: WalkingDistance(metres: coordinate.metres(to: $0)))
      }
    }
    let nearest = walks.min { $0.walk < $1.walk }
    guard let nearest, nearest.walk.metres <= Coordinate.maximumDistance else {
      throw .noStationNearby(
        place.name, city: timetable.name,
        metres: nearest.map { Int($0.walk.metres.rounded(.up)) })
    }
    let reached = walks.filter { $0.walk.metres <= Coordinate.walkingRadius }
    stations = reached.isEmpty ? [nearest] : reached
    pointOfInterest = place
  }

  /// The walk between the place and a station; nil where the station is too far away.
  func walk(toStation station: Int) -> WalkingDistance? {
    stations.first { $0.station == station }?.walk
  }
}

/// The stops at an end of journeys, each with the time of the walk between the end and the stop.
struct AccessStops: Equatable {
  /// The stops of a station.
  struct Station: Equatable {
    var stops: Range<Int>
    /// The seconds of the walk.
    var seconds: Int32
  }

  /// All stops are in this range.
  let range: Range<Int>
  /// For each stop of `range`, the seconds of the walk; −1 where it is none of the stops. Empty if
  /// the range has all stops and no walks.
  private let walks: [Int32]
  /// The stations that are reached on foot; empty for stops without walks.
  let stations: [Station]

  /// Stops without walks.
  init(_ stops: Range<Int>) {
    range = stops
    walks = []
    stations = []
  }

  /// The stops of stations that are reached on foot.
  init(_ stations: [Station]) {
    let lower = stations.map(\.stops.lowerBound).min() ?? 0
    range = lower..<(stations.map(\.stops.upperBound).max() ?? 0)
    var walks = [Int32](repeating: -1, count: range.count)
    for station in stations {
      for stop in station.stops { walks[stop - lower] = station.seconds }
    }
    self.walks = walks
    self.stations = stations
  }

  /// The seconds of the walk to a stop; nil where it is none of the stops.
  @inline(__always)
  func walk(_ stop: Int) -> Int32? {
    guard range.contains(stop) else { return nil }
    guard !walks.isEmpty else { return 0 }
    let walk = walks[stop - range.lowerBound]
    return walk < 0 ? nil : walk
  }

  /// All stops with their walks.
  var stops: StopSequence {
    stations.isEmpty
      ? StopSequence(rest: range, walk: 0, stations: [])
      : StopSequence(rest: 0..<0, walk: 0, stations: stations[...])
  }

  /// The stops of stations, one station after the other.
  struct StopSequence: Sequence, IteratorProtocol {
    /// The stops of the current station that follow.
    fileprivate var rest: Range<Int>
    /// The walk to the current station.
    fileprivate var walk: Int32
    /// The stations that follow.
    fileprivate var stations: ArraySlice<Station>

    mutating func next() -> (stop: Int, walk: Int32)? {
      while rest.isEmpty {
        guard let station = stations.popFirst() else { return nil }
        (rest, walk) = (station.stops, station.seconds)
      }
      let stop = rest.lowerBound
      rest = stop + 1..<rest.upperBound
      return (stop, walk)
    }
  }
}

extension ServiceDaySchedule {
  /// The stops where journeys from an end begin.
  func origins(of end: SearchEnd) -> AccessStops {
    guard constraints.isStepFree else { return end.accessStops(origins) }
    return end.accessStops(origins) {
      timetable.stepFree.allowsEntry(to: stops.stop(of: $0 % stops.count))
    }
  }

  /// The stops where journeys to an end end.
  func targets(of end: SearchEnd) -> AccessStops {
    guard constraints.isStepFree else { return end.accessStops(targets) }
    return end.accessStops(targets) {
      timetable.stepFree.allowsExit(from: stops.stop(of: $0 % stops.count))
    }
  }

  /// The walk from one end to the other, if it is an answer. A query via a station has none,
  /// because the walk does not pass that station.
  func directWalk(from origin: SearchEnd, to destination: SearchEnd) -> DirectWalk? {
    guard constraints.via == nil else { return nil }
    return DirectWalk(
      from: origin, to: destination, in: timetable, on: timeline,
      isStepFree: constraints.isStepFree)
  }

  /// Whether both ends are the same station.
  func isAlreadyThere(_ origin: SearchEnd, _ destination: SearchEnd) -> Bool {
    guard case .station(let origin) = origin, case .station(let destination) = destination else {
      return false
    }
    return origins(of: origin) == targets(of: destination)
  }
}
