import Foundation
import NetworkInterface

/// Tries again what failed for a while: after half a second, then twice as long each time, with
/// jitter, or when the server says.
///
/// Source: M. Brooker, "Exponential backoff and jitter", AWS Architecture Blog, 2015.
struct Patience: Sendable {
  /// A server that wants to be left alone for longer is told of instead.
  static let longestPause = Duration.seconds(30)

  /// How often something is tried without any progress.
  var attempts = 3
  /// How often something is tried that makes a little progress each time.
  var attemptsInAll = 50
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// A share of each pause, 0 to 1.
  var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

  /// - Parameters:
  ///   - progress: Grows as long as trying is worth it.
  ///   - work: Throws `Setback` for what may pass.
  /// - Throws: The reason of the last setback, and whatever else `work` throws.
  func run<Result>(
    progress: () -> Int = { 0 }, _ work: () async throws -> Result
  ) async throws -> Result {
    var failures = 0
    for attempt in 1... {
      let before = progress()
      do {
        return try await work()
      } catch let setback as Setback {
        failures = progress() > before ? 1 : failures + 1
        let pause = setback.retryAfter ?? backoff(after: failures)
        guard failures < attempts, attempt < attemptsInAll, pause <= Self.longestPause else {
          throw setback.reason
        }
        try await sleep(pause)
      }
    }
    throw CancellationError()
  }

  /// Half of it certain, half by chance.
  private func backoff(after failures: Int) -> Duration {
    .milliseconds(500 << min(failures - 1, 6)) * (0.5 + 0.5 * jitter())
  }
}
