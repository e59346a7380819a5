import DataSourceInterface
import Foundation
import RoutingInterface

/// Searching for journeys: random questions to one city, as a program that asks many would.
enum RoutingSuite: Suite {
  static let name = "routing"

  static func figures(_ options: Options) async throws -> [Figure] {
    let city = try await SearchedCity(options)
    let questions = RandomQuestion.some(
      options.queries, of: city.timetable, seed: options.seed)
    let fronts = try await fronts(city, questions)
    let profiles = try await profiles(city, questions)
    let threads = try await threads(city, questions)
    let process = try RouteProcess.figures(city, options)
    try await city.close()
    return fronts + profiles + threads + process
  }

  /// One question at a time, next to Dijkstra's algorithm, which finds the earliest arrival alone.
  private static func fronts(
    _ city: SearchedCity, _ questions: [RandomQuestion]
  ) async throws -> [Figure] {
    let fronts = try await city.fronts()
    var dijkstra = Dijkstra(TimeExpandedGraph(city.timetable, on: city.date, changeTime: 120))
    let stations = city.timetable.stations
    // The memory and the bounds of every destination are there after this.
    for question in questions { _ = front(fronts, question) }
    var (searches, baselines, different) = ([Double](), [Double](), 0)
    for question in questions {
      let (found, time) = timed { front(fronts, question) }
      let (earliest, baseline) = timed {
        dijkstra.earliest(
          from: stations.stops(of: question.from), to: stations.stops(of: question.to),
          leaving: Int32(question.time.seconds))
      }
      searches.append(time / 1e6)
      baselines.append(baseline / 1e6)
      if found?.arrival.seconds != earliest?.arrival || found?.rides != earliest?.rides {
        different += 1
      }
    }
    func pair(_ share: Double) -> Pair {
      let (search, baseline) = (searches.quantile(share), baselines.quantile(share))
      return Pair(value: search, baseline: baseline, ratio: search / baseline)
    }
    return [
      Figure("whole front, half of the questions", pair(0.5), "ms", bar: .atMost(0.2)),
      Figure("whole front, 99 of 100 questions", pair(0.99), "ms", bar: .atMost(1)),
      Figure("arrivals that Dijkstra finds others for", Double(different), "", bar: .atMost(0)),
    ]
  }

  /// Every best journey of a day between two stations.
  private static func profiles(
    _ city: SearchedCity, _ questions: [RandomQuestion]
  ) async throws -> [Figure] {
    let fronts = try await city.fronts()
    let day = ServiceTime(seconds: 3 * 3600)...ServiceTime(seconds: 30 * 3600)
    let times = questions.prefix(100).map { question in
      timed {
        fronts.visit(from: question.from, to: question.to, leavingWithin: day) { _ in }
      }.1 / 1e6
    }
    return [
      Figure("whole day of a pair, half of the pairs", times.quantile(0.5), "ms", bar: .atMost(10)),
      Figure("whole day of a pair, 99 of 100 pairs", times.quantile(0.99), "ms", bar: .atMost(10)),
      Figure("whole day of a pair, the slowest", times.quantile(1), "ms", bar: .atMost(10)),
    ]
  }

  /// How much more two threads find than one.
  private static func threads(
    _ city: SearchedCity, _ questions: [RandomQuestion]
  ) async throws -> [Figure] {
    let searches = [try await city.fronts(), try await city.fronts()]
    let turns = Turns()
    let scaling = try await Stopwatch().scaling(
      of: { count in
        let fronts = searches[turns.next() % 2]
        for index in 0..<count { _ = front(fronts, questions[index % questions.count]) }
      },
      with: { count in
        var sum = 0.0
        for index in 0..<1000 * count { sum += Double(index).squareRoot() }
        guard sum >= 0 else { throw CancellationError() }
      })
    return [Figure("two threads, times one", scaling, "×", bar: .atLeast(1.6))]
  }

  /// The last entry of a front: the earliest arrival.
  private static func front(_ fronts: Fronts, _ question: RandomQuestion) -> Fronts.Entry? {
    var last: Fronts.Entry?
    fronts.visit(from: question.from, to: question.to, leaving: question.time) { last = $0 }
    return last
  }

  /// What `body` answers, and how many nanoseconds the thread needed; it never waits, and what other
  /// processes take from it is not counted.
  private static func timed<Value>(_ body: () -> Value) -> (Value, Double) {
    let began = Usage.now(CLOCK_THREAD_CPUTIME_ID)
    let value = body()
    return (value, Usage.now(CLOCK_THREAD_CPUTIME_ID) - began)
  }
}

extension [Double] {
  /// The value that a share of all does not exceed.
  fileprivate func quantile(_ share: Double) -> Double {
    isEmpty ? .nan : sorted()[Int(Double(count - 1) * share)]
  }
}
