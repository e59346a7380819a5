import Console
import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import TestSupport
import Testing

@testable import Routing

/// Compares the searches on random networks with `BruteForceSearch`. The argument is the seed.
@Suite struct RandomNetworkTests {
  private static let day = CalendarDate(day: 20_000)

  /// A random station or place.
  private struct RandomEnd {
    let end: SearchEnd
    let reference: BruteForceSearch.End
    /// The station; nil for a place.
    let station: Int?
    private let position: Coordinate?

    init(_ network: SampleNetwork, using random: inout SplitMix64) {
      let search = BruteForceSearch(network, changeTime: 0)
      let station = Int.random(in: network.stations.indices, using: &random)
      let place = Coordinate.random(using: &random)
      let walkable = try? WalkablePlace(PointOfInterest(at: place), in: network.timetable())
      if let walkable, Bool.random(using: &random) {
        (end, reference) = (.place(walkable), search.place(place))
        (self.station, position) = (nil, place)
      } else {
        (end, reference) = (.station(station), search.station(station))
        self.station = station
        position = network.positions[network.stations[station].name]
      }
    }

    /// The seconds of the direct walk.
    func walk(to other: RandomEnd) -> Int? {
      guard station == nil || other.station == nil, let position, let end = other.position,
        position.metres(to: end) <= 3000
      else { return nil }
      return Int((position.metres(to: end) * 1.3 / 1.2).rounded(.up))
    }
  }

  /// A random network, with a random query between stations or places.
  private struct RandomQuery {
    let network: SampleNetwork
    let changeTime: Int
    let from: SearchEnd
    let to: SearchEnd
    /// The same ends for the reference.
    let origin: BruteForceSearch.End
    let destination: BruteForceSearch.End
    /// The seconds of the direct walk; nil for two stations, and for ends that are far apart.
    let walk: Int?
    let time: Int

    init?(using random: inout SplitMix64) {
      network = SampleNetwork.random(using: &random)
      changeTime = [0, 60, 120].randomElement(using: &random) ?? 0
      let first = RandomEnd(network, using: &random)
      let second = RandomEnd(network, using: &random)
      (from, origin) = (first.end, first.reference)
      (to, destination) = (second.end, second.reference)
      walk = first.walk(to: second)
      time = 60 * Int.random(in: 0..<40, using: &random)
      if first.station != nil, first.station == second.station { return nil }
    }

    /// A Pareto set of the reference with the direct walk.
    func withWalk(
      _ paretoSet: [BruteForceSearch.Entry], at departure: Int
    ) -> [BruteForceSearch.Entry] {
      guard let walk else { return paretoSet }
      let arrival = departure + walk
      return [.init(departure: departure, arrival: arrival, rides: 0)]
        + paretoSet.filter { $0.arrival < arrival && $0.departure >= departure }
    }

    var departure: ServiceTime { ServiceTime(seconds: time) }

    var reference: BruteForceSearch { BruteForceSearch(network, changeTime: changeTime) }

    func schedule(_ constraints: RouteConstraints = RouteConstraints()) -> ServiceDaySchedule {
      ServiceDaySchedule(
        network.timetable(), on: RandomNetworkTests.day, changeTime: changeTime, constraints)
    }

    /// The Pareto set that `TimetableSearch` finds.
    func paretoSet(_ constraints: RouteConstraints = RouteConstraints()) -> [BruteForceSearch.Entry]
    {
      TimetableSearch(schedule(constraints))
        .journeys(from: from, to: to, departingAfter: departure).map(\.entry)
    }
  }

  private func queries(_ seed: UInt64) -> [RandomQuery] {
    var random = SplitMix64(seed: seed)
    return (0..<(TestOptions.isThorough ? 3 : 1)).compactMap { _ in RandomQuery(using: &random) }
  }

  @Test(arguments: 0..<12)
  func `journeys that depart after a time are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let expected = query.reference.paretoSet(
        from: query.origin, to: query.destination, departingAfter: query.time)
      #expect(query.paretoSet() == query.withWalk(expected, at: query.time))
    }
  }

  @Test(arguments: 100..<110)
  func `journeys that arrive by a time are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let time = query.time + 1800
      let found = TimetableSearch(query.schedule()).journeys(
        from: query.from, to: query.to, arrivingBy: ServiceTime(seconds: time))
      var expected = query.reference.paretoSet(
        from: query.origin, to: query.destination, arrivingBy: time)
      if let walk = query.walk {
        expected =
          [.init(departure: time - walk, arrival: time, rides: 0)]
          + expected.filter { $0.departure > time - walk }
      }
      #expect(found.map(\.entry) == expected)
    }
  }

  @Test(arguments: 200..<206)
  func `journeys that depart within a span are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let span = query.time...query.time + 1200
      let found = TimetableSearch(query.schedule()).journeys(
        from: query.from, to: query.to,
        departingWithin: ServiceTime(
          seconds: span.lowerBound)...ServiceTime(seconds: span.upperBound))
      var expected = query.reference.profile(
        from: query.origin, to: query.destination, departingWithin: span)
      if let walk = query.walk {
        let begin = span.lowerBound
        expected =
          [.init(departure: begin, arrival: begin + walk, rides: 0)]
          + expected.filter { $0.arrival - $0.departure < walk }
      }
      #expect(found.map(\.entry) == expected)
    }
  }

  @Test(arguments: 800..<830)
  func `a profile equals one Pareto set after another`(seed: UInt64) {
    for query in queries(seed) {
      let spans: [ClosedRange<Int32>] = [
        -3600...100_000, Int32(query.time)...Int32(query.time) + 600,
      ]
      for span in spans {
        let (profile, paretoSets) = profiles(
          of: query.schedule(), from: query.from, to: query.to, within: span)
        #expect(profile == paretoSets)
      }
    }
  }

  @Test(arguments: 901..<906)
  func `a profile is exact for more rides than the lower bounds distinguish`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let network = SampleNetwork.chain(of: 14, using: &random)
    let schedule = ServiceDaySchedule(network.timetable(), on: Self.day, changeTime: 0)
    let (profile, paretoSets) = profiles(
      of: schedule, from: .station(0), to: .station(13), within: 0...30_000)
    #expect(profile == paretoSets)
    #expect(profile.contains { $0.rides > LowerBounds.levels })
  }

  /// Every journey within a span, the last departure first: by one profile search, and by one
  /// search after another.
  private func profiles(
    of schedule: ServiceDaySchedule, from origin: SearchEnd, to destination: SearchEnd,
    within span: ClosedRange<Int32>
  ) -> (profile: [BruteForceSearch.Entry], paretoSets: [BruteForceSearch.Entry]) {
    let (origins, targets) = (schedule.origins(of: origin), schedule.targets(of: destination))
    let search = ParetoSearch(schedule.forward, reverse: schedule.backward.network)
    var profile: [BruteForceSearch.Entry] = []
    search.run(from: origins, within: span, to: targets) { begin, end, rides in
      profile.append(.init(departure: Int(begin), arrival: Int(end), rides: rides))
    }
    var paretoSets: [[BruteForceSearch.Entry]] = []
    var time = span.lowerBound
    while time <= span.upperBound {
      search.run(from: origins, at: time, to: targets)
      // The Pareto set stays the same until the first of its journeys has left.
      guard let next = search.entries.map({ -$0.secondPassTime }).min(), span.contains(next)
      else { break }
      paretoSets.append(
        search.entries.filter { -$0.secondPassTime == next }.map {
          .init(departure: Int(next), arrival: Int($0.firstPassTime), rides: $0.rides)
        })
      time = next + 1
    }
    return (profile, paretoSets.reversed().flatMap(\.self))
  }

  @Test(arguments: 300..<308)
  func `the first and the last journey of a day are those of the reference`(seed: UInt64) {
    let span = 10_800...108_000
    for query in queries(seed) {
      let search = TimetableSearch(query.schedule())
      let latest = query.reference.latestDeparture(
        from: query.origin, to: query.destination, within: span)
      let last = search.lastJourney(from: query.from, to: query.to)
        .map { query.schedule().journey(of: $0, from: query.from, to: query.to) }
      #expect(last?.departure.seconds == latest)
      let lastSet = latest.map {
        query.reference.paretoSet(
          from: query.origin, to: query.destination, departingAfter: $0)
      }
      #expect(last?.entry == lastSet?.last)
      let first = search.firstJourney(from: query.from, to: query.to)?.entry
      let firstSet = query.reference.paretoSet(
        from: query.origin, to: query.destination, departingAfter: span.lowerBound)
      #expect(first == firstSet.last)
    }
  }

  @Test(arguments: 400..<408)
  func `journeys via a station are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let via = query.time / 60 % query.network.stations.count
      let reference = BruteForceSearch(
        query.network, changeTime: query.changeTime, via: via)
      #expect(
        query.paretoSet(RouteConstraints(via: via))
          == reference.paretoSet(
            from: query.origin, to: query.destination, departingAfter: query.time))
    }
  }

  @Test(arguments: 500..<506)
  func `journeys that avoid a line are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let lines = Set(query.network.trips.map(\.line)).sorted()
      let avoided = query.time / 60 % lines.count
      var network = query.network
      network.trips.removeAll { $0.line == lines[avoided] }
      let reference = BruteForceSearch(network, changeTime: query.changeTime)
      let expected = reference.paretoSet(
        from: query.origin, to: query.destination, departingAfter: query.time)
      #expect(
        query.paretoSet(RouteConstraints(avoidedLines: [Int32(avoided)]))
          == query.withWalk(expected, at: query.time))
    }
  }

  @Test(arguments: 1000..<1010)
  func `journeys with changes on foot are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let walk = 200 + query.time / 3
      let reference = BruteForceSearch(query.network, changeTime: query.changeTime, walk: walk)
      let expected = reference.paretoSet(
        from: query.origin, to: query.destination, departingAfter: query.time)
      #expect(
        query.paretoSet(RouteConstraints(walk: walk)) == query.withWalk(expected, at: query.time))
    }
  }

  /// A random query with no restriction, via a station, or with changes on foot.
  private func constraints(_ query: RandomQuery) -> RouteConstraints {
    switch query.time / 60 % 3 {
    case 0: RouteConstraints()
    case 1: RouteConstraints(via: query.time / 180 % query.network.stations.count)
    default: RouteConstraints(walk: 200 + query.time / 3)
    }
  }

  @Test(arguments: 600..<612)
  func `the journey with the least walking is that of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let constraints = constraints(query)
      let reference = BruteForceSearch(
        query.network, changeTime: query.changeTime, via: constraints.via,
        walk: constraints.walk ?? 0)
      let search = LeastWalkingSearch(query.schedule(constraints))
      let found = search.rideJourney(
        from: query.from, to: query.to, departingAfter: query.departure)
      let expected = reference.leastWalking(
        from: query.origin, to: query.destination, departingAfter: query.time)
      #expect(found?.walking == expected.map { .seconds($0.walking) })
      #expect(found?.departure.seconds == expected?.departure)
      #expect(found?.arrival.seconds == expected?.arrival)
    }
  }

  @Test(arguments: 620..<632)
  func `the journey with the least walking that arrives by a time is that of the reference`(
    seed: UInt64
  ) {
    for query in queries(seed) {
      let constraints = constraints(query)
      let reference = BruteForceSearch(
        query.network, changeTime: query.changeTime, via: constraints.via,
        walk: constraints.walk ?? 0)
      let search = LeastWalkingSearch(query.schedule(constraints))
      let time = query.time + 1800
      let found = search.rideJourney(
        from: query.from, to: query.to, arrivingBy: ServiceTime(seconds: time))
      let expected = reference.leastWalking(
        from: query.origin, to: query.destination, arrivingBy: time)
      #expect(found?.walking == expected.map { .seconds($0.walking) })
      #expect(found?.departure.seconds == expected?.departure)
      #expect(found?.arrival.seconds == expected?.arrival)
    }
  }

  @Test(arguments: 700..<704)
  func `a search that reuses its memory finds the same journeys`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let network = SampleNetwork.random(using: &random)
    let schedule = ServiceDaySchedule(network.timetable(), on: Self.day, changeTime: 60)
    let reused = TimetableSearch(schedule)
    let time = ServiceTime(seconds: 600)
    for from in network.stations.indices {
      for to in network.stations.indices {
        let new = TimetableSearch(schedule).journeys(from: from, to: to, departingAfter: time)
        #expect(reused.journeys(from: from, to: to, departingAfter: time) == new)
      }
    }
  }
}

extension Journey {
  fileprivate var entry: BruteForceSearch.Entry {
    BruteForceSearch.Entry(
      departure: departure.seconds, arrival: arrival.seconds, rides: rides)
  }
}

extension Coordinate {
  /// A place among the stations of a random network, or a little outside of them.
  fileprivate static func random(using random: inout SplitMix64) -> Coordinate {
    Coordinate(
      latitude: 41 + Double.random(in: -0.005...0.035, using: &random),
      longitude: -8 + Double.random(in: -0.005...0.035, using: &random))
  }
}
