import Foundation

/// Runs `body` on a new thread. `Thread` does not report that the system refuses one.
/// - Throws: `HostError.limitReached`.
func startThread(_ body: @escaping @Sendable () -> Void) throws(HostError) {
  final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  // Retained once here and released once: by `takeRetainedValue` in the new thread, which alone
  // receives the pointer, or by `release` if there is no thread. No two threads use it at once.
  let start = Unmanaged.passRetained(Start(body))
  #if os(Linux)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let code = pthread_create(
    &thread, nil,
    { context in
      // Optional on one system, not on the other.
      let pointer: UnsafeMutableRawPointer? = context
      if let pointer { Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body() }
      return nil
    }, start.toOpaque())
  guard code == 0 else {
    start.release()
    throw .limitReached(.threads)
  }
  #if os(Linux)
    pthread_detach(thread)
  #else
    if let thread { pthread_detach(thread) }
  #endif
}
