import DataSourceInterface
import RoutingInterface
import TestSupport
import Testing

@testable import Routing

/// Answers on random networks, held against those of `Exhaustion`. The argument is the seed.
@Suite struct RandomNetworkTests {
  private static let day = ServiceDate(day: 20_000)

  /// A random network, a random pair of its stations, a time and a way of changing.
  private struct Case {
    let network: SmallNetwork
    let changeTime: Int
    let from: Int
    let to: Int
    let time: Int

    init?(using random: inout SplitMix64) {
      network = SmallNetwork.random(using: &random)
      changeTime = [0, 60, 120].randomElement(using: &random) ?? 0
      from = Int.random(in: network.stations.indices, using: &random)
      to = Int.random(in: network.stations.indices, using: &random)
      time = 60 * Int.random(in: 0..<40, using: &random)
      if from == to { return nil }
    }

    var exhaustion: Exhaustion { Exhaustion(network, changeTime: changeTime) }

    func day(_ limits: Limits = Limits()) -> Day {
      Day(
        network.timetable(), on: RandomNetworkTests.day, changeTime: changeTime, limits)
    }

    func answers(_ aim: Question.Aim, _ strategy: some JourneyStrategy) -> [Exhaustion.Answer] {
      strategy.journeys(for: Question(from: from, to: to, aim: aim)).map(\.answer)
    }
  }

  private func cases(_ seed: UInt64) -> [Case] {
    var random = SplitMix64(seed: seed)
    return (0..<(Thorough.isOn ? 3 : 1)).compactMap { _ in Case(using: &random) }
  }

  @Test(arguments: 0..<12)
  func `leaving at a time`(seed: UInt64) {
    for one in cases(seed) {
      let found = one.answers(
        .leaving(ServiceTime(seconds: one.time)), TimetableStrategy(one.day()))
      #expect(found == one.exhaustion.front(from: one.from, to: one.to, leaving: one.time))
    }
  }

  @Test(arguments: 100..<110)
  func `arriving by a time`(seed: UInt64) {
    for one in cases(seed) {
      let time = one.time + 1800
      let found = one.answers(
        .arriving(ServiceTime(seconds: time)), TimetableStrategy(one.day()))
      #expect(found == one.exhaustion.front(from: one.from, to: one.to, arriving: time))
    }
  }

  @Test(arguments: 200..<206)
  func `leaving within a span`(seed: UInt64) {
    for one in cases(seed) {
      let span = one.time...one.time + 1200
      let found = TimetableStrategy(one.day()).journeys(
        from: one.from, to: one.to,
        within: ServiceTime(seconds: span.lowerBound)...ServiceTime(seconds: span.upperBound))
      let expected = one.exhaustion.profile(from: one.from, to: one.to, within: span)
      #expect(found.map(\.answer) == expected)
    }
  }

  @Test(arguments: 800..<830)
  func `a profile is what one front after the other tells`(seed: UInt64) {
    for one in cases(seed) {
      for span: ClosedRange<Int32> in [-3600...100_000, Int32(one.time)...Int32(one.time) + 600] {
        let (profile, fronts) = profiles(of: one.day(), from: one.from, to: one.to, within: span)
        #expect(profile == fronts)
      }
    }
  }

  @Test(arguments: 901..<906)
  func `so it is for more rides than the bounds tell apart`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let network = SmallNetwork.chain(of: 10, using: &random)
    let day = Day(network.timetable(), on: Self.day, changeTime: 0)
    let (profile, fronts) = profiles(of: day, from: 0, to: 9, within: 0...20_000)
    #expect(profile == fronts)
    #expect(profile.contains { $0.rides > Bounds.levels })
  }

  /// Every journey within a span, the last departure first: found at once, and front by front.
  private func profiles(
    of day: Day, from origin: Int, to destination: Int, within span: ClosedRange<Int32>
  ) -> (atOnce: [Exhaustion.Answer], byFronts: [Exhaustion.Answer]) {
    let (origins, targets) = (day.origins(of: origin), day.targets(of: destination))
    let search = FrontSearch(day.onward, then: day.backward.network)
    var profile: [Exhaustion.Answer] = []
    search.run(from: origins, within: span, to: targets) { begin, end, rides in
      profile.append(.init(departure: Int(begin), arrival: Int(end), rides: rides))
    }
    var fronts: [[Exhaustion.Answer]] = []
    var time = span.lowerBound
    while time <= span.upperBound {
      search.run(from: origins, at: time, to: targets)
      // The front stays the same until the first of its journeys has left.
      guard let next = search.entries.map({ -$0.end }).min(), span.contains(next) else { break }
      fronts.append(
        search.entries.filter { -$0.end == next }.map {
          .init(departure: Int(next), arrival: Int($0.time), rides: $0.rides)
        })
      time = next + 1
    }
    return (profile, fronts.reversed().flatMap(\.self))
  }

  @Test(arguments: 300..<308)
  func `the last train and the first`(seed: UInt64) {
    let span = 10_800...108_000
    for one in cases(seed) {
      let trains = TimetableStrategy(one.day())
      let latest = one.exhaustion.latestDeparture(from: one.from, to: one.to, within: span)
      let last = trains.last(from: one.from, to: one.to).map(one.day().journey)
      #expect(last?.departure.seconds == latest)
      let front = latest.map {
        one.exhaustion.front(from: one.from, to: one.to, leaving: $0)
      }
      #expect(last?.answer == front?.last)
      let first = trains.first(from: one.from, to: one.to)?.answer
      let opening = one.exhaustion.front(
        from: one.from, to: one.to, leaving: span.lowerBound)
      #expect(first == opening.last)
    }
  }

  @Test(arguments: 400..<408)
  func `by way of a station`(seed: UInt64) {
    for one in cases(seed) {
      let waypoint = one.time / 60 % one.network.stations.count
      let found = one.answers(
        .leaving(ServiceTime(seconds: one.time)),
        TimetableStrategy(one.day(Limits(waypoint: waypoint))))
      let exhaustion = Exhaustion(
        one.network, changeTime: one.changeTime, waypoint: waypoint)
      #expect(found == exhaustion.front(from: one.from, to: one.to, leaving: one.time))
    }
  }

  @Test(arguments: 500..<506)
  func `without a line`(seed: UInt64) {
    for one in cases(seed) {
      let lines = Set(one.network.trips.map(\.line)).sorted()
      let avoided = one.time / 60 % lines.count
      let found = one.answers(
        .leaving(ServiceTime(seconds: one.time)),
        TimetableStrategy(one.day(Limits(avoided: [Int32(avoided)]))))
      var network = one.network
      network.trips.removeAll { $0.line == lines[avoided] }
      let exhaustion = Exhaustion(network, changeTime: one.changeTime)
      #expect(found == exhaustion.front(from: one.from, to: one.to, leaving: one.time))
    }
  }

  @Test(arguments: 600..<604)
  func `with the least walking`(seed: UInt64) {
    for one in cases(seed) {
      let strategy = LeastWalkingStrategy(day: one.day())
      let aim = Question.Aim.leaving(ServiceTime(seconds: one.time))
      let found = strategy.journeys(for: Question(from: one.from, to: one.to, aim: aim)).first
      let expected = one.exhaustion.leastWalking(from: one.from, to: one.to, leaving: one.time)
      #expect(found?.walking == expected.map { .seconds($0.walking) })
      #expect(found?.departure.seconds == expected?.departure)
      #expect(found?.arrival.seconds == expected?.arrival)
    }
  }

  @Test(arguments: 700..<704)
  func `what was found once is found again with the same memory`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let network = SmallNetwork.random(using: &random)
    let day = Day(network.timetable(), on: Self.day, changeTime: 60)
    let again = TimetableStrategy(day)
    for from in network.stations.indices {
      for to in network.stations.indices {
        let question = Question(from: from, to: to, aim: .leaving(ServiceTime(seconds: 600)))
        let fresh = TimetableStrategy(day).journeys(for: question)
        #expect(again.journeys(for: question) == fresh)
      }
    }
  }
}

extension Journey {
  fileprivate var answer: Exhaustion.Answer {
    Exhaustion.Answer(departure: departure.seconds, arrival: arrival.seconds, rides: rides)
  }
}
