import Foundation

/// A value that one thread at a time may touch.
///
/// `Synchronization.Mutex` would do, but the thread sanitizer on Linux reports races that it does
/// not have. Keep what runs inside short, and never await there.
package final class Lock<Value>: @unchecked Sendable {
  // Safe to share: `value` is touched only between lock and unlock of `mutex`, and neither address
  // ever changes. LockTests runs it from many threads under the thread sanitizer. The value lies
  // outside the object, where the runtime does not check once more that accesses exclude each other.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ value: sending Value) {
    self.value.initialize(to: value)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` while no other thread can touch the value.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
