public import Foundation

/// A value that only one thread at a time can access.
///
/// ```swift
/// let count = Lock(0)
/// count.withLock { $0 += 1 }
/// ```
///
/// The closures of `withLock` must be brief, and must not use the same lock. Work that awaits needs
/// an actor instead. `Synchronization.Mutex` would do the same, but the thread sanitizer on Linux
/// reports false races in it.
public final class Lock<Value>: @unchecked Sendable {
  // Safe to share: `value` is accessed only between lock and unlock of `mutex`, and neither address
  // ever changes. LockTests runs it from many threads under the thread sanitizer. The value is
  // allocated outside the object to avoid the runtime's check for exclusive access.
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  /// Creates a lock for a value.
  public init(_ value: sending Value) {
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

  /// Runs `body` with exclusive access to the value, and returns its result.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
