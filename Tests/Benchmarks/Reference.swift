import Foundation

/// A fixed computation, the baseline of what has no natural one: hashing, sorting and texts.
///
/// It takes about 1 ms of processor time on the quiet machine on which the bars were set, so a
/// limit of 20 references stands for at most 20 ms there. On a slower or busier machine both grow.
enum Reference {
  @inline(never) static func compute() {
    var random = SplitMix64(state: 1)
    var counts: [String: Int] = [:]
    for _ in 0..<2400 {
      let word = "Ω" + String(random.next() % 900, radix: 36)
      counts[word.uppercased(), default: 0] += word.count
    }
    keep(counts.sorted { ($0.value, $0.key) < ($1.value, $1.key) })
  }

  /// For measurements with `Stopwatch`.
  static let work: Stopwatch.Work = { count in
    for _ in 0..<count { compute() }
  }

  /// The median of the milliseconds of several repetitions.
  static func milliseconds(of repetitions: Int = 15) -> Double {
    (0..<repetitions).map { _ in processorMilliseconds(compute) }.median
  }
}

/// Work that is too long for `Stopwatch` or runs on several threads, measured in turns with a
/// baseline.
enum Turns {
  /// Compares two measurements; the first of each warms up and does not count.
  /// - Parameters:
  ///   - work: Returns its milliseconds.
  ///   - baseline: Returns its milliseconds.
  static func compare(
    _ count: Int, _ work: () async throws -> Double, with baseline: () async throws -> Double
  ) async rethrows -> Comparison {
    var pairs: [(value: Double, baseline: Double)] = []
    for _ in 0...count { pairs.append((try await work(), try await baseline())) }
    return Comparison(Array(pairs.dropFirst()))
  }

  /// Compares with the reference computation.
  static func compare(
    _ count: Int, _ work: () async throws -> Double
  ) async rethrows -> Comparison {
    var comparison = try await compare(count, work) { processorMilliseconds(Reference.compute) }
    comparison.unit = .references
    return comparison
  }
}

/// The milliseconds of processor time that this process uses during `body`, on all its threads.
func processorMilliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ThreadUsage.now(CLOCK_PROCESS_CPUTIME_ID)
  try await body()
  return (ThreadUsage.now(CLOCK_PROCESS_CPUTIME_ID) - start) / 1e6
}

/// The same for work that does not wait.
func processorMilliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ThreadUsage.now(CLOCK_PROCESS_CPUTIME_ID)
  try body()
  return (ThreadUsage.now(CLOCK_PROCESS_CPUTIME_ID) - start) / 1e6
}
