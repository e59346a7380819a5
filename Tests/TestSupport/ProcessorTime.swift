import Foundation

/// The time that the processor spends on work of this thread, whatever other processes do; the
/// least of three runs.
package func processorTime(of work: () -> Void) -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let times = (0..<3).map { _ in
    let start = now()
    work()
    return now() - start
  }
  return times.min() ?? .zero
}
