import DataSourceFixture
import DataSourceInterface
import Documents
import RoutingInterface
import TestSupport
import Testing

@testable import Routing

/// Compares the searches on random networks with `BruteForceSearch`. The argument is the seed.
@Suite struct RandomNetworkTests {
  private func queries(_ seed: UInt64) -> [RandomQuery] {
    var random = SplitMix64(seed: seed)
    return (0..<(TestOptions.isThorough ? 3 : 1)).compactMap { _ in RandomQuery(using: &random) }
  }

  @Test(arguments: 0..<30)
  func `journeys that depart after a time are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let expected = query.reference().paretoSet(
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
      var expected = query.reference().paretoSet(
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
      var expected = query.reference().profile(
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
    let schedule = ServiceDaySchedule(network.timetable(), on: RandomQuery.day, changeTime: 0)
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
      let latest = query.reference().latestDeparture(
        from: query.origin, to: query.destination, within: span)
      let last = search.lastJourney(from: query.from, to: query.to)
        .map { query.schedule().journey(of: $0, from: query.from, to: query.to) }
      #expect(last?.departure.seconds == latest)
      let lastSet = latest.map {
        query.reference().paretoSet(
          from: query.origin, to: query.destination, departingAfter: $0)
      }
      #expect(last?.entry == lastSet?.last)
      let first = search.firstJourney(from: query.from, to: query.to)?.entry
      let firstSet = query.reference().paretoSet(
        from: query.origin, to: query.destination, departingAfter: span.lowerBound)
      #expect(first == firstSet.last)
    }
  }

  @Test(arguments: 400..<408)
  func `journeys via a station are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let constraints = RouteConstraints(via: query.time / 60 % query.network.stations.count)
      let expected = query.reference(constraints).paretoSet(
        from: query.origin, to: query.destination, departingAfter: query.time)
      #expect(query.paretoSet(constraints) == expected)
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
      let constraints = RouteConstraints(walk: 200 + query.time / 3)
      let expected = query.reference(constraints).paretoSet(
        from: query.origin, to: query.destination, departingAfter: query.time)
      #expect(query.paretoSet(constraints) == query.withWalk(expected, at: query.time))
    }
  }

  @Test(arguments: 1100..<1130)
  func `journeys without steps are those of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let constraints = RouteConstraints(isStepFree: true)
      let reference = query.reference(constraints)
      let expected = reference.paretoSet(
        from: query.origin, to: query.destination, departingAfter: query.time)
      #expect(query.paretoSet(constraints) == query.withWalk(expected, at: query.time))
      let latest = reference.latestDeparture(
        from: query.origin, to: query.destination, within: 10_800...108_000)
      let last = TimetableSearch(query.schedule(constraints))
        .latestDeparture(from: query.from, to: query.to)
      #expect(last?.seconds == latest)
    }
  }

  /// A random query with no restriction, via a station, with changes on foot, or without steps.
  private func constraints(_ query: RandomQuery) -> RouteConstraints {
    switch query.time / 60 % 4 {
    case 0: RouteConstraints()
    case 1: RouteConstraints(via: query.time / 180 % query.network.stations.count)
    case 2: RouteConstraints(walk: 200 + query.time / 3)
    default: RouteConstraints(isStepFree: true)
    }
  }

  /// Compares the times and the walking time with those of the reference.
  private func expect(
    _ found: Journey?, toEqual expected: (walking: Int, departure: Int, arrival: Int)?
  ) {
    #expect(found?.walking == expected.map { .seconds($0.walking) })
    #expect(found?.departure.seconds == expected?.departure)
    #expect(found?.arrival.seconds == expected?.arrival)
  }

  @Test(arguments: 600..<630)
  func `the journey with the least walking is that of the reference`(seed: UInt64) {
    for query in queries(seed) {
      let constraints = constraints(query)
      expect(
        LeastWalkingSearch(query.schedule(constraints))
          .rideJourney(from: query.from, to: query.to, departingAfter: query.departure),
        toEqual: query.reference(constraints)
          .leastWalking(from: query.origin, to: query.destination, departingAfter: query.time))
    }
  }

  @Test(arguments: 630..<650)
  func `the journey with the least walking that arrives by a time is that of the reference`(
    seed: UInt64
  ) {
    for query in queries(seed) {
      let constraints = constraints(query)
      let time = query.time + 1800
      expect(
        LeastWalkingSearch(query.schedule(constraints))
          .rideJourney(from: query.from, to: query.to, arrivingBy: ServiceTime(seconds: time)),
        toEqual: query.reference(constraints)
          .leastWalking(from: query.origin, to: query.destination, arrivingBy: time))
    }
  }

  @Test(arguments: 700..<704)
  func `a search that reuses its memory finds the same journeys`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let network = SampleNetwork.random(using: &random)
    let schedule = ServiceDaySchedule(network.timetable(), on: RandomQuery.day, changeTime: 60)
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
