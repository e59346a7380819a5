import Console
import DataSourceInterface
import Foundation
import Mediator
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
  /// arrival.
  private static func paretoSetFigures(
    _ fixture: RoutingFixture, _ queries: [RandomQuery]
  ) async throws -> [Figure] {
    let paretoSets = try await fixture.paretoSets()
    var dijkstra = Dijkstra(
      TimeExpandedGraph(fixture.timetable, on: fixture.date, changeTime: 120))
    let stations = fixture.timetable.stations
    // Warm up: allocate the memory, and compute the lower bounds of each destination.
    for query in queries { _ = earliestArrival(paretoSets, query) }
    var (searches, baselines, different) = ([Double](), [Double](), 0)
    for query in queries {
      let (found, time) = timed { earliestArrival(paretoSets, query) }
      let (earliest, baseline) = timed {
        dijkstra.earliestArrival(
          from: stations.stops(of: query.from), to: stations.stops(of: query.to),
          leaving: Int32(query.time.seconds))
      }
      searches.append(time / 1e6)
      baselines.append(baseline / 1e6)
      if found?.arrival.seconds != earliest?.arrival || found?.rides != earliest?.rides {
        different += 1
      }
    }
    func pair(_ share: Double) -> Comparison {
      let (search, baseline) = (searches.quantile(share), baselines.quantile(share))
      return Comparison(value: search, baseline: baseline, ratio: search / baseline)
    }
    return [
      Figure("whole front, half of the questions", pair(0.5), "ms", bar: .atMost(0.2)),
      Figure("whole front, 99 of 100 questions", pair(0.99), "ms", bar: .atMost(1)),
      Figure("arrivals that Dijkstra finds others for", Double(different), "", bar: .atMost(0)),
    ]
  }

  /// All Pareto-optimal journeys of a day between two stations.
  private static func profileFigures(
    _ fixture: RoutingFixture, _ queries: [RandomQuery]
  ) async throws -> [Figure] {
    let paretoSets = try await fixture.paretoSets()
    let day = ServiceTime(seconds: 3 * 3600)...ServiceTime(seconds: 30 * 3600)
    let times = queries.prefix(100).map { query in
      timed {
        paretoSets.visit(from: query.from, to: query.to, leavingWithin: day) { _ in }
      }.1 / 1e6
    }
    return [
      Figure("whole day of a pair, half of the pairs", times.quantile(0.5), "ms", bar: .atMost(10)),
      Figure("whole day of a pair, 99 of 100 pairs", times.quantile(0.99), "ms", bar: .atMost(10)),
      Figure("whole day of a pair, the slowest", times.quantile(1), "ms", bar: .atMost(10)),
    ]
  }

  /// Plans between two places, compared with plans between the stations near them.
  private static func placeFigures(
    _ fixture: RoutingFixture, _ queries: [RandomQuery]
  ) async throws -> [Figure] {
    let timetable = fixture.timetable
    var (places, stations) = ([Double](), [Double]())
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
      stations.append(try await milliseconds(fixture, query, ends[0], ends[1]))
      places.append(try await milliseconds(fixture, query, from, to))
    }
    let (value, baseline) = (places.quantile(0.5), stations.quantile(0.5))
    return [
      Figure(
        "plan between places, beyond stations",
        Comparison(value: value - baseline, baseline: baseline, ratio: value / baseline), "ms",
        bar: .atMost(0.5))
    ]
  }

  /// The time of a plan.
  private static func milliseconds(
    _ fixture: RoutingFixture, _ query: RandomQuery, _ from: String, _ to: String
  ) async throws -> Double {
    let question = JourneyQuery(
      from: from, to: to, date: DayExpression(fixture.date), depart: TimeExpression(query.time))
    let start = ContinuousClock.now
    _ = try await fixture.mediator.perform(Routing.plan, question)
    return start.duration(to: .now) / .milliseconds(1)
  }

  /// The throughput of two threads, relative to one.
  private static func threadFigures(
    _ fixture: RoutingFixture, _ queries: [RandomQuery]
  ) async throws -> [Figure] {
    let searches = [try await fixture.paretoSets(), try await fixture.paretoSets()]
    let counter = Counter()
    let scaling = try await Stopwatch().scaling(
      of: { count in
        let paretoSets = searches[counter.next() % 2]
        for index in 0..<count {
          _ = earliestArrival(paretoSets, queries[index % queries.count])
        }
      },
      with: { count in
        var sum = 0.0
        for index in 0..<1000 * count { sum += Double(index).squareRoot() }
        guard sum >= 0 else { throw CancellationError() }
      })
    return [Figure("two threads, times one", scaling, "×", bar: .atLeast(1.6))]
  }

  /// The last entry of the Pareto set, which has the earliest arrival.
  private static func earliestArrival(
    _ paretoSets: ParetoSets, _ query: RandomQuery
  ) -> ParetoSets.Entry? {
    var last: ParetoSets.Entry?
    paretoSets.visit(from: query.from, to: query.to, leaving: query.time) { last = $0 }
    return last
  }

  /// The result of `body`, and its CPU time on this thread in nanoseconds. The search never waits,
  /// so this is its duration without the time that other processes take.
  private static func timed<Value>(_ body: () -> Value) -> (Value, Double) {
    let start = ThreadUsage.now(CLOCK_THREAD_CPUTIME_ID)
    let value = body()
    return (value, ThreadUsage.now(CLOCK_THREAD_CPUTIME_ID) - start)
  }
}

/// Counts from 0, on any thread.
private final class Counter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}

extension [Double] {
  /// The value that a share of all elements, 0 to 1, does not exceed.
  func quantile(_ share: Double) -> Double {
    isEmpty ? .nan : sorted()[Int(Double(count - 1) * share)]
  }
}
