/// Measures in many short windows, and keeps the undisturbed ones.
///
/// What is compared is measured in turns, so that a faster or slower minute of the machine falls on
/// both. A busy machine grants few quiet windows: it goes on until there are enough or its patience
/// is over, and then keeps the quickest third of all.
struct Stopwatch {
  /// Does something so many times.
  typealias Work = @Sendable (Int) async throws -> Void
  /// Does something so many times, and says how long that took.
  typealias Job = (Int) async throws -> Window

  private let enough = 60
  private let most = 1500
  private let length = 500_000.0

  /// Nanoseconds for doing it once.
  func time(_ work: @escaping Work) async throws -> Double {
    try await rounds(of: [once(work)]).map { $0[0] }.median
  }

  /// Nanoseconds for doing it once, held against a baseline.
  func compare(_ work: @escaping Work, with baseline: @escaping Work) async throws -> Pair {
    let rounds = try await rounds(of: [once(work), once(baseline)])
    return Pair(
      value: rounds.map { $0[0] }.median, baseline: rounds.map { $0[1] }.median,
      ratio: rounds.map { $0[0] / $0[1] }.median)
  }

  /// How much more two threads do than one, held against how much more they do of a baseline.
  func scaling(of work: @escaping Work, with baseline: @escaping Work) async throws -> Pair {
    let rounds = try await rounds(of: [once(work), twice(work), once(baseline), twice(baseline)])
    let values = rounds.map { 2 * $0[0] / $0[1] }
    let baselines = rounds.map { 2 * $0[2] / $0[3] }
    return Pair(
      value: values.median, baseline: baselines.median,
      ratio: zip(values, baselines).map { $0 / $1 }.median)
  }

  /// Nanoseconds for doing each once, in every round that was quiet throughout.
  func rounds(of jobs: [Job]) async throws -> [[Double]] {
    var counts: [Int] = []
    for job in jobs { counts.append(try await countForAWindow(job)) }
    var rounds: [[Window]] = []
    var quiet = 0
    while quiet < enough && rounds.count < most {
      var round: [Window] = []
      for (job, count) in zip(jobs, counts) { round.append(try await job(count)) }
      rounds.append(round)
      if round.allSatisfy(\.isQuiet) { quiet += 1 }
    }
    let isEnough = quiet >= enough / 2
    let kept = isEnough ? rounds.filter { $0.allSatisfy(\.isQuiet) } : quickest(of: rounds)
    return kept.map { zip($0, counts).map { $0.nanoseconds / Double($1) } }
  }

  private func once(_ work: @escaping Work) -> Job {
    { count in try await Window.measure { try await work(count) } }
  }

  private func twice(_ work: @escaping Work) -> Job {
    { count in try await Window.measureTwice { try await work(count) } }
  }

  private func quickest(of rounds: [[Window]]) -> [[Window]] {
    func length(_ round: [Window]) -> Double { round.reduce(0) { $0 + $1.nanoseconds } }
    return Array(rounds.sorted { length($0) < length($1) }.prefix(rounds.count / 3))
  }

  /// How often something has to be done to fill a window; it is warm afterwards.
  private func countForAWindow(_ job: Job) async throws -> Int {
    var count = 1
    while try await job(count).nanoseconds < length { count *= 2 }
    return count
  }
}

extension Collection<Double> {
  /// The middle value.
  var median: Double {
    let sorted = sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }
}
