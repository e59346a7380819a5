import Foundation

/// What one short measurement took, and whether other processes disturbed it.
struct Window {
  let nanoseconds: Double
  let isQuiet: Bool

  /// Runs `work` once, on the thread that it is on.
  static func measure(_ work: () async throws -> Void) async rethrows -> Window {
    let before = Usage()
    try await work()
    let after = Usage()
    let wall = after.wall - before.wall
    // Whoever was driven from the processor, or had none for a while, was disturbed.
    let wasRunning = after.processor - before.processor >= 0.97 * wall
    return Window(
      nanoseconds: wall, isQuiet: wasRunning && after.evictions == before.evictions)
  }

  /// Runs `work` on two threads at once.
  static func measureTwice(
    _ work: @escaping @Sendable () async throws -> Void
  ) async throws -> Window {
    let gate = Gate(for: 2)
    @Sendable func run() async throws -> Window {
      gate.pass()
      return try await measure(work)
    }
    let first = Task.detached { try await run() }
    let second = Task.detached { try await run() }
    let (one, other) = (try await first.value, try await second.value)
    return Window(
      nanoseconds: max(one.nanoseconds, other.nanoseconds), isQuiet: one.isQuiet && other.isQuiet)
  }
}

/// What the thread has used so far: nanoseconds and involuntary context switches.
struct Usage {
  let evictions: Int
  let processor = Self.now(CLOCK_THREAD_CPUTIME_ID)
  let wall = Self.now(CLOCK_MONOTONIC)

  init() {
    var usage = rusage()
    #if os(Linux)
      getrusage(1, &usage)  // RUSAGE_THREAD, which is not imported
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    evictions = usage.ru_nivcsw
  }

  static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
