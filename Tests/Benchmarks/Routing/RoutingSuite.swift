import Console
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import Routing
import RoutingInterface
import Synchronization

/// Measures the journey searches with random queries to one city.
enum RoutingSuite: Suite {
  static let name = "routing"

  static func figures(_ options: Options) async throws -> [Figure] {
    let fixture = try await RoutingFixture(options)
    let queries = RandomQuery.queries(
      options.queries, for: fixture.timetable, seed: options.seed)
    let paretoSets = try await paretoSetFigures(fixture, queries)
    let profiles = try await profileFigures(fixture, queries)
    let places = try await placeFigures(fixture, queries)
    let threads = try await threadFigures(fixture, queries)
    let process = try RouteProcessFigure.figures(fixture, options)
    try await fixture.close()
    return paretoSets + profiles + places + threads + process
  }

  /// One query at a time, compared with Dijkstra's algorithm, which only finds the earliest
  /// arrival. The bars are the same for every city, so they are counted in references: Dijkstra's
  /// algorithm is quick in a small one.
  private static func paretoSetFigures(
    _ fixture: RoutingFixture, _ queries: [RandomQuery]
  ) async throws -> [Figure] {
    let search = fixture.search()
    var dijkstra = Dijkstra(
      TimeExpandedGraph(fixture.timetable, on: fixture.date, changeTime: 120))
    let stations = fixture.timetable.stations
    // Warm up: allocate the memory, and compute the lower bounds of each destination.
    for query in queries { _ = earliestArrival(search, query) }
    let shares = [("half of the questions", 0.5, 0.2), ("99 of 100 questions", 0.99, 1)]
    var pairs = shares.map { _ in (references: Pairs(), dijkstra: Pairs()) }
    var different = 0
    for round in 0..<5 {
      var (searches, baselines) = ([Double](), [Double]())
      for query in queries {
        let (found, time) = timed { earliestArrival(search, query) }
        let (earliest, baseline) = timed { dijkstra.earliestArrival(query, stations) }
        searches.append(time)
        baselines.append(baseline)
        if round == 0,
          found?.arrival.seconds != earliest?.arrival || found?.rides != earliest?.rides
        {
          different += 1
        }
      }
      let reference = Reference.milliseconds()
      for (index, share) in shares.enumerated() {
        let quantile = searches.quantile(share.1)
        pairs[index].references.append((quantile, reference))
        pairs[index].dijkstra.append((quantile, baselines.quantile(share.1)))
      }
    }
    // At most 0.2 ms and 1 ms.
    return zip(shares, pairs).flatMap { share, pairs in
      [
        Figure("front, \(share.0)", .references(pairs.references), "ms", ratio: .atMost(share.2)),
        Figure(
          "front, \(share.0), against Dijkstra", Comparison(pairs.dijkstra), "ms", ratio: nil),
      ]
    } + [Figure("arrivals that Dijkstra finds others for", Double(different), "", bar: .atMost(0))]
  }

  /// All Pareto-optimal journeys of a day between two stations.
  private static func profileFigures(
    _ fixture: RoutingFixture, _ queries: [RandomQuery]
  ) async throws -> [Figure] {
    let search = fixture.search()
    let day = ServiceTime(seconds: 3 * 3600)...ServiceTime(seconds: 30 * 3600)
    // At most 1.2 ms for half of the pairs, and 10 ms.
    let shares = [
      ("half of the pairs", 0.5, 1.2), ("99 of 100 pairs", 0.99, 10), ("the slowest", 1, 10),
    ]
    var pairs = shares.map { _ in Pairs() }
    for _ in 0..<5 {
      var (times, baselines) = ([Double](), [Double]())
      for query in queries.prefix(100) {
        times.append(
          timed {
            search.visit(from: query.from, to: query.to, leavingWithin: day) { _ in }
          }.1)
        baselines.append(timed { Reference.compute() }.1)
      }
      for (index, share) in shares.enumerated() {
        pairs[index].append((times.quantile(share.1), baselines.quantile(0.5)))
      }
    }
    return zip(shares, pairs).map { share, pairs in
      Figure(
        "whole day of a pair, \(share.0)", .references(pairs), "ms", ratio: .atMost(share.2),
        because:
          "each departure has its own search; trip-based search was no quicker for half of the "
          + "pairs, after 0.8 s of preparation for each day")
    }
  }

  /// Plans between two places, compared with plans between the stations near them.
  private static func placeFigures(
    _ fixture: RoutingFixture, _ queries: [RandomQuery]
  ) async throws -> [Figure] {
    let timetable = fixture.timetable
    var pairs = Pairs()
    for (number, query) in queries.prefix(500).enumerated() {
      // A different place for each query, at most 600 m from its station.
      func place(_ station: Int, _ number: Int) -> String? {
        timetable.coordinate(ofStation: station).map {
          let (north, east) = (Double(number % 21 - 10), Double(number % 19 - 9))
          return "@\($0.latitude + north * 0.0004),\($0.longitude + east * 0.0004)"
        }
      }
      guard let from = place(query.from, number), let to = place(query.to, number + 7) else {
        continue
      }
      let ends = [query.from, query.to].map { "id:\(timetable.stopReference(ofStation: $0).id)" }
      // What is computed once for a station is known, as after many queries; each place is new.
      _ = try await milliseconds(fixture, query, ends[0], ends[1])
      let known = try await milliseconds(fixture, query, ends[0], ends[1])
      pairs.append((try await milliseconds(fixture, query, from, to), known))
    }
    // At most 0.5 ms more than the 0.22 ms between stations.
    return [
      Figure("plan between places, against stations", Comparison(pairs), "ms", ratio: .atMost(3.2))
    ]
  }

  /// The time of a plan.
  private static func milliseconds(
    _ fixture: RoutingFixture, _ query: RandomQuery, _ from: String, _ to: String
  ) async throws -> Double {
    let question = JourneyQuery(
      from: from, to: to, date: DayExpression(fixture.date), depart: TimeExpression(query.time))
    return try await processorMilliseconds {
      _ = try await fixture.mediator.perform(Journeys.plan, question)
    }
  }

  /// The throughput of two threads, relative to one.
  private static func threadFigures(
    _ fixture: RoutingFixture, _ queries: [RandomQuery]
  ) async throws -> [Figure] {
    let searches = [fixture.search(), fixture.search()]
    let counter = Counter()
    let scaling = try await Stopwatch().scaling(
      of: { count in
        let search = searches[counter.next() % 2]
        for index in 0..<count {
          _ = earliestArrival(search, queries[index % queries.count])
        }
      },
      with: { count in
        var sum = 0.0
        for index in 0..<1000 * count { sum += Double(index).squareRoot() }
        guard sum >= 0 else { throw CancellationError() }
      })
    return [Figure("two threads, times one", scaling, "×", ratio: .atLeast(0.8))]
  }

  /// The last entry of the Pareto set, which has the earliest arrival.
  private static func earliestArrival(
    _ search: DaySearch, _ query: RandomQuery
  ) -> DaySearch.Entry? {
    var last: DaySearch.Entry?
    search.visit(from: query.from, to: query.to, leaving: query.time) { last = $0 }
    return last
  }

  /// The result of `body`, and its CPU time on this thread in milliseconds. The search never waits,
  /// so this is its duration without the time that other processes take.
  private static func timed<Value>(_ body: () -> Value) -> (Value, Double) {
    let start = ThreadUsage.now(CLOCK_THREAD_CPUTIME_ID)
    let value = body()
    return (value, (ThreadUsage.now(CLOCK_THREAD_CPUTIME_ID) - start) / 1e6)
  }
}

/// Counts from 0, on any thread.
private final class Counter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}

/// Milliseconds that were measured in turns.
private typealias Pairs = [(value: Double, baseline: Double)]

extension Dijkstra {
  fileprivate mutating func earliestArrival(_ query: RandomQuery, _ stations: Timetable.Stations)
    -> (arrival: Int, rides: Int)?
  {
    earliestArrival(
      from: stations.stops(of: query.from), to: stations.stops(of: query.to),
      leaving: Int32(query.time.seconds))
  }
}
