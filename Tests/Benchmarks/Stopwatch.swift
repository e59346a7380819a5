import Foundation
import Synchronization

/// Measures in many short windows, and uses those that other processes did not disturb.
///
/// Values that are compared are measured in alternating windows, so that changes in the speed of
/// the machine affect both. On a busy machine few windows are undisturbed: it measures until there
/// are enough, or until the maximum of rounds. With fewer than half as many, it uses the quickest
/// third of all rounds.
struct Stopwatch {
  /// Repeats the measured operation a number of times.
  typealias Work = @Sendable (Int) async throws -> Void
  /// Repeats the measured operation a number of times, and measures it.
  typealias Job = (Int) async throws -> Window

  private let enoughQuietRounds = 60
  private let maximumRounds = 1500
  private let windowNanoseconds = 500_000.0

  /// Returns the nanoseconds of one operation, compared with a baseline.
  func compare(_ work: @escaping Work, with baseline: @escaping Work) async throws -> Comparison {
    Comparison(try await rounds(of: [once(work), once(baseline)]).map { ($0[0], $0[1]) })
  }

  /// Returns the nanoseconds of one operation, compared with the reference computation.
  func compare(_ work: @escaping Work) async throws -> Comparison {
    var comparison = try await compare(work, with: Reference.work)
    comparison.unit = .references
    return comparison
  }

  /// Returns the nanoseconds of one operation without an allowance, compared with a baseline.
  /// - Parameter allowance: A share of the reference computation.
  func compare(
    _ work: @escaping Work, without allowance: Double, with baseline: @escaping Work
  ) async throws -> Comparison {
    let rounds = try await rounds(of: [once(work), once(baseline), once(Reference.work)])
    return Comparison(rounds.map { ($0[0] - allowance * $0[2], $0[1]) })
  }

  /// Returns the throughput of two threads divided by that of one, compared with a baseline.
  func scaling(of work: @escaping Work, with baseline: @escaping Work) async throws -> Comparison {
    let rounds = try await rounds(of: [once(work), twice(work), once(baseline), twice(baseline)])
    return Comparison(rounds.map { (2 * $0[0] / $0[1], 2 * $0[2] / $0[3]) })
  }

  /// Returns the nanoseconds of one operation of each job, for every round that is used.
  func rounds(of jobs: [Job]) async throws -> [[Double]] {
    var counts: [Int] = []
    for job in jobs { counts.append(try await countPerWindow(job)) }
    var rounds: [[Window]] = []
    var quiet = 0
    while quiet < enoughQuietRounds && rounds.count < maximumRounds {
      var round: [Window] = []
      for (job, count) in zip(jobs, counts) { round.append(try await job(count)) }
      rounds.append(round)
      if round.allSatisfy(\.isQuiet) { quiet += 1 }
    }
    let isEnough = quiet >= enoughQuietRounds / 2
    let used = isEnough ? rounds.filter { $0.allSatisfy(\.isQuiet) } : quickest(of: rounds)
    return used.map { zip($0, counts).map { $0.nanoseconds / Double($1) } }
  }

  private func once(_ work: @escaping Work) -> Job {
    { count in try await Window.measure { try await work(count) } }
  }

  private func twice(_ work: @escaping Work) -> Job {
    { count in try await Window.measureTwice { try await work(count) } }
  }

  private func quickest(of rounds: [[Window]]) -> [[Window]] {
    func duration(_ round: [Window]) -> Double { round.reduce(0) { $0 + $1.nanoseconds } }
    return Array(rounds.sorted { duration($0) < duration($1) }.prefix(rounds.count / 3))
  }

  /// Returns how many operations fill a window. The job is warmed up afterwards. The shortest of
  /// three windows decides: one that another process interrupts would seem full too early, and
  /// every window would then measure little but itself.
  private func countPerWindow(_ job: Job) async throws -> Int {
    var count = 1
    while true {
      var windows: [Double] = []
      for _ in 0..<3 { windows.append(try await job(count).nanoseconds) }
      guard windows.allSatisfy({ $0 >= windowNanoseconds }) else {
        count *= 2
        continue
      }
      return count
    }
  }
}

/// The duration of one short measurement, and whether other processes disturbed it.
struct Window {
  let nanoseconds: Double
  let isQuiet: Bool

  /// Runs `work` once, on the current thread.
  static func measure(_ work: () async throws -> Void) async rethrows -> Window {
    let before = ThreadUsage()
    try await work()
    let after = ThreadUsage()
    let wall = after.wall - before.wall
    // A thread that lost the processor, or waited for it, was disturbed.
    let wasRunning = after.processor - before.processor >= 0.97 * wall
    return Window(
      nanoseconds: wall,
      isQuiet: wasRunning && after.involuntarySwitches == before.involuntarySwitches)
  }

  /// Runs `work` on two threads at once.
  static func measureTwice(
    _ work: @escaping @Sendable () async throws -> Void
  ) async throws -> Window {
    let barrier = SpinBarrier(for: 2)
    @Sendable func run() async throws -> Window {
      barrier.wait()
      return try await measure(work)
    }
    let first = Task.detached { try await run() }
    let second = Task.detached { try await run() }
    let (one, other) = (try await first.value, try await second.value)
    return Window(
      nanoseconds: max(one.nanoseconds, other.nanoseconds), isQuiet: one.isQuiet && other.isQuiet)
  }
}

/// The time in nanoseconds and the involuntary context switches of the current thread so far.
struct ThreadUsage {
  let involuntarySwitches: Int
  let processor = Self.now(CLOCK_THREAD_CPUTIME_ID)
  let wall = Self.now(CLOCK_MONOTONIC)

  init() {
    var usage = rusage()
    #if os(Linux)
      getrusage(1, &usage)  // RUSAGE_THREAD, which is not imported
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    involuntarySwitches = usage.ru_nivcsw
  }

  static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Blocks threads until all have arrived. It spins, so that all continue at the same moment.
private final class SpinBarrier: Sendable {
  private let missing: Atomic<Int>

  init(for count: Int) {
    missing = Atomic(count)
  }

  func wait() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 {}
  }
}

extension Collection<Double> {
  /// The middle value; of an even count, the upper of the two.
  var median: Double {
    let sorted = sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }
}
