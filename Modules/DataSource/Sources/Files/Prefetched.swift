import Dispatch
import Platform

/// A value that another thread begins to compute at once.
///
/// The first reader computes it itself if no other thread has begun, so it never waits for a thread
/// to become free.
final class Prefetched<Value: Sendable>: Sendable {
  private let compute: @Sendable () -> Value
  private let result = Lock<Value?>(nil)

  init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
    // A value that nobody needs any more is not computed.
    DispatchQueue.global().async { [weak self] in _ = self?.value }
  }

  /// The value; waits until it is computed.
  var value: Value {
    result.withLock { result in
      if let value = result { return value }
      let value = compute()
      result = value
      return value
    }
  }
}
