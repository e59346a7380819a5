import CCurl
import Foundation
import NetworkInterface
import Platform

/// Runs all transfers on one thread, with libcurl's multi interface.
///
/// The thread retains the loop until it is stopped.
final class TransferLoop: Sendable {
  /// The time between two checks of the transfers' time limits.
  private static let checkInterval = Duration.milliseconds(250)
  /// The number of idle connections that are kept for later requests.
  private static let idleConnections = 64

  /// libcurl's handle of all transfers.
  private struct MultiHandle: @unchecked Sendable {
    // Safe to share: the loop's thread uses it and frees it, after it has removed it from the
    // state. Other threads only wake that thread, while they hold the lock.
    let pointer: UnsafeMutableRawPointer
  }

  private struct State {
    /// Nil after the end of the thread.
    var multi: MultiHandle?
    var added: [Transfer] = []
    var isStopped = false
    var thread: pthread_t?
  }

  private let curl: CurlLibrary
  private let limits: NetworkLimits
  private let userAgent: String
  private let state: Lock<State>

  /// Starts the thread.
  /// - Throws: `NetworkError.missingLibrary` and `NetworkError.outOfResources`.
  init(limits: NetworkLimits, userAgent: String) throws(NetworkError) {
    curl = try CurlLibrary.load()
    self.limits = limits
    self.userAgent = userAgent
    guard let multi = curl.functions.pointee.curl_multi_init() else {
      throw .outOfResources(reason: "libcurl has no memory")
    }
    curl_multi_set_number(curl.functions, multi, CURLMOPT_MAXCONNECTS, Self.idleConnections)
    // The end of the thread does not wait for the end of a name's look-up, in versions that can do
    // that.
    curl_multi_set_number(curl.functions, multi, CURLMOPT_QUICK_EXIT, 1)
    state = Lock(State(multi: MultiHandle(pointer: multi)))
    guard let thread = makeThread() else {
      _ = curl.functions.pointee.curl_multi_cleanup(multi)
      throw .outOfResources(reason: "the system cannot start a thread")
    }
    state.withLock { $0.thread = thread }
  }

  /// Starts a transfer.
  func add(_ transfer: Transfer) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.added.append(transfer) }
      return state.isStopped
    }
    if isStopped { transfer.finish(.failure(CancellationError())) }
    wake()
  }

  /// Removes the transfers that were cancelled.
  func wake() {
    state.withLock { state in
      if let multi = state.multi?.pointer {
        _ = curl.functions.pointee.curl_multi_wakeup(multi)
      }
    }
  }

  /// Cancels all transfers and ends the thread, without waiting for its end.
  func cancel() {
    if let thread = endThread() { pthread_detach(thread) }
  }

  /// Cancels all transfers and waits for the end of the thread: if the process exited before, the
  /// thread and the exit handlers of the TLS library would use the same memory.
  func stop() async {
    guard let thread = endThread() else { return }
    await withCheckedContinuation { caller in
      DispatchQueue.global().async {
        pthread_join(thread, nil)
        caller.resume()
      }
    }
  }

  private func endThread() -> pthread_t? {
    defer { wake() }
    return state.withLock { state in
      state.isStopped = true
      return state.thread.take()
    }
  }
}

// MARK: - The thread

extension TransferLoop {
  private typealias ActiveTransfers = [UnsafeMutableRawPointer: ActiveTransfer]

  private func makeThread() -> pthread_t? {
    // The thread inherits the blocked signals: a write to a closed connection must not send
    // SIGPIPE, and other threads handle all signals but those of a crash.
    var (signals, previous) = (sigset_t(), sigset_t())
    sigfillset(&signals)
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] { sigdelset(&signals, crash) }
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    // The thread releases the loop when it ends.
    let loop = Unmanaged.passRetained(self)
    #if os(Linux)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard pthread_create(&thread, nil, { runLoop($0) }, loop.toOpaque()) == 0 else {
      loop.release()
      return nil
    }
    return thread
  }

  fileprivate func run() {
    guard let multi = state.withLock({ $0.multi })?.pointer else { return }
    var active: ActiveTransfers = [:]
    var nextCheck = SuspendingClock.now
    while startTransfers(&active, in: multi) {
      var count: Int32 = 0
      _ = curl.functions.pointee.curl_multi_perform(multi, &count)
      completeTransfers(&active, in: multi)
      let now = SuspendingClock.now
      if now >= nextCheck {
        for transfer in active.values { transfer.checkLimits(at: now) }
        nextCheck = now + Self.checkInterval
      }
      for transfer in active.values where transfer.transfer.isComplete && transfer.isRemovable {
        remove(transfer, from: &active, in: multi)
      }
      wait(in: multi, isIdle: active.isEmpty)
    }
    for transfer in active.values {
      transfer.transfer.finish(.failure(CancellationError()))
      remove(transfer, from: &active, in: multi)
    }
    state.withLock { $0.multi = nil }
    _ = curl.functions.pointee.curl_multi_cleanup(multi)
  }

  /// Starts the transfers that were added; returns false when the loop is stopped.
  private func startTransfers(
    _ active: inout ActiveTransfers, in multi: UnsafeMutableRawPointer
  ) -> Bool {
    let (added, isStopped) = state.withLock { state in
      defer { state.added = [] }
      return (state.added, state.isStopped)
    }
    if isStopped {
      for transfer in added { transfer.finish(.failure(CancellationError())) }
      return false
    }
    for transfer in added where !transfer.isComplete {
      guard let new = ActiveTransfer(transfer, curl, limits: limits, userAgent: userAgent),
        curl.functions.pointee.curl_multi_add_handle(multi, new.easy.pointer) == CURLM_OK
      else {
        let error = NetworkError.outOfResources(reason: "libcurl has no memory")
        transfer.finish(.failure(error))
        continue
      }
      active[new.easy.pointer] = new
    }
    return true
  }

  private func completeTransfers(
    _ active: inout ActiveTransfers, in multi: UnsafeMutableRawPointer
  ) {
    var count: Int32 = 0
    while let message = curl.functions.pointee.curl_multi_info_read(multi, &count)?.pointee {
      guard message.msg == CURLMSG_DONE, let easy = message.easy_handle,
        let transfer = active[easy]
      else { continue }
      transfer.complete(message.data.result)
      remove(transfer, from: &active, in: multi)
    }
  }

  private func remove(
    _ transfer: ActiveTransfer, from active: inout ActiveTransfers,
    in multi: UnsafeMutableRawPointer
  ) {
    _ = curl.functions.pointee.curl_multi_remove_handle(multi, transfer.easy.pointer)
    active[transfer.easy.pointer] = nil
  }

  /// Waits for data, for a time limit of libcurl or for `wake()`.
  private func wait(in multi: UnsafeMutableRawPointer, isIdle: Bool) {
    let timeout = isIdle ? Int32.max : Int32(Self.checkInterval / .milliseconds(1))
    let code = curl.functions.pointee.curl_multi_poll(multi, nil, 0, timeout, nil)
    // A failure must not make the loop use all of a processor.
    if code != CURLM_OK { poll(nil, 0, 10) }
  }
}

private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
