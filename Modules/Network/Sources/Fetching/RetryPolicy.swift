import Foundation
import NetworkInterface

/// Repeats work that failed with a retryable error, after pauses that grow exponentially with
/// jitter, or after the pause that the server asks for.
///
/// Source: M. Brooker, "Exponential backoff and jitter", AWS Architecture Blog, 2015.
struct RetryPolicy: Sendable {
  /// If the server asks for a longer pause, the error is thrown at once.
  static let longestPause = Duration.seconds(30)

  /// How often the work may fail in succession, the first attempt included, without progress.
  var maximumFailures = 3
  /// The maximum number of attempts in total, even if they make progress.
  var totalAttempts = 50
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Returns the random part of a pause, 0 to 1.
  var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }

  /// - Parameters:
  ///   - progress: A number; an attempt that makes it larger than ever before makes progress.
  ///   - work: Throws `RetryableError` for failures that should be retried.
  /// - Throws: The reason of the last retryable error, or any other error of `work`.
  func run<Result>(
    progress: () -> Int = { 0 }, _ work: () async throws -> Result
  ) async throws -> Result {
    var failures = 0
    var largestProgress = progress()
    for attempt in 1... {
      do {
        return try await work()
      } catch let error as RetryableError {
        let reached = progress()
        failures = reached > largestProgress ? 1 : failures + 1
        largestProgress = max(largestProgress, reached)
        let pause = error.retryAfter ?? backoff(after: failures)
        guard failures < maximumFailures, attempt < totalAttempts, pause <= Self.longestPause else {
          throw error.reason
        }
        try await sleep(pause)
      }
    }
    throw CancellationError()
  }

  /// A pause whose longest length is 0.5 s after the first failure, twice as much after each
  /// further one, and 32 s from the seventh on. A random part of at most a half is subtracted.
  private func backoff(after failures: Int) -> Duration {
    .milliseconds(500 << min(failures - 1, 6)) * (0.5 + 0.5 * jitter())
  }
}

/// A failure that may not recur in a later attempt, and the pause that the server asks for.
struct RetryableError: Error {
  let reason: NetworkError
  let retryAfter: Duration?

  init(_ reason: NetworkError, retryAfter: Duration? = nil) {
    self.reason = reason
    self.retryAfter = retryAfter
  }

  /// Creates the error of a response from a busy or broken server; nil for other responses.
  init?(_ response: HTTPResponse, now: Date) {
    guard [429, 500, 502, 503, 504].contains(response.status) else { return nil }
    retryAfter = response.header("Retry-After").flatMap { HeaderField.retryAfter($0, now: now) }
    let url = response.address.shown
    if let retryAfter, retryAfter > RetryPolicy.longestPause {
      reason = .retryLater(url, after: retryAfter)
    } else {
      reason = .status(response.status, url)
    }
  }
}

extension NetworkError {
  /// Whether the same request may succeed when it is repeated at once. A time-out is not transient:
  /// the caller has waited long enough.
  var isTransient: Bool {
    switch self {
    case .incomplete, .tooShort: true
    case .badURL, .badHeader, .badPathValue, .plainHTTP, .badRedirect, .insecureRedirect,
      .foreignRedirect, .tooManyRedirects, .missingLibrary, .outOfResources, .proxy, .offline,
      .unknownHost, .refused, .unreachable, .tls, .badCertificates, .timedOut, .tooSlow, .status,
      .retryLater, .tooLarge, .headersTooLarge, .headLineTooLong, .notHTTP, .wrongPart,
      .notDecodable, .busy, .unreadableFile, .storage:
      false
    }
  }
}
