import CCurl
import Foundation
import Mediator
import NetworkInterface

/// Runs all transfers on one thread, with libcurl's multi interface.
///
/// The thread retains the loop until it is stopped.
final class TransferLoop: Sendable {
  /// The time between two checks of the transfers' time limits.
  private static let checkInterval = Duration.milliseconds(250)
  /// The number of idle connections that are kept for later requests.
  private static let idleConnections = 64

  private struct State {
    var added: [Transfer] = []
    var isStopped = false
    var thread: pthread_t?
  }

  private let curl: CurlLibrary
  private let limits: NetworkLimits
  private let userAgent: String
  private let state = Lock(State())
  // Safe to share: only `curl_multi_wakeup` is called on other threads, which libcurl allows. The
  // handle exists as long as the loop.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  /// Starts the thread.
  /// - Throws: `NetworkError.missingLibrary`.
  init(limits: NetworkLimits, userAgent: String) throws(NetworkError) {
    curl = try CurlLibrary.load()
    guard let multi = curl.functions.pointee.curl_multi_init() else {
      throw .missingLibrary(reason: "libcurl has no memory")
    }
    self.multi = multi
    self.limits = limits
    self.userAgent = userAgent
    curl_multi_set_number(curl.functions, multi, CURLMOPT_MAXCONNECTS, Self.idleConnections)
    guard let thread = makeThread() else {
      throw .missingLibrary(reason: "the system cannot start a thread")
    }
    state.withLock { $0.thread = thread }
  }

  deinit { _ = curl.functions.pointee.curl_multi_cleanup(multi) }

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
  func wake() { _ = curl.functions.pointee.curl_multi_wakeup(multi) }

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
  private func makeThread() -> pthread_t? {
    // The thread releases the loop when it ends.
    let loop = Unmanaged.passRetained(self)
    #if os(Linux)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let code = pthread_create(&thread, nil, { runLoop($0) }, loop.toOpaque())
    guard code == 0 else {
      loop.release()
      return nil
    }
    return thread
  }

  fileprivate func run() {
    // A write to a closed connection must not send SIGPIPE, and other threads handle all signals.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    var active: [UnsafeMutableRawPointer: ActiveTransfer] = [:]
    var nextCheck = ContinuousClock.now
    while startTransfers(&active) {
      var count: Int32 = 0
      _ = curl.functions.pointee.curl_multi_perform(multi, &count)
      completeTransfers(&active)
      let now = ContinuousClock.now
      if now >= nextCheck {
        for transfer in active.values { transfer.checkLimits(at: now) }
        nextCheck = now + Self.checkInterval
      }
      for transfer in active.values where transfer.transfer.isComplete && transfer.isRemovable {
        remove(transfer, from: &active)
      }
      wait(isIdle: active.isEmpty)
    }
    for transfer in active.values {
      transfer.transfer.finish(.failure(CancellationError()))
      remove(transfer, from: &active)
    }
  }

  /// Starts the transfers that were added; returns false when the loop is stopped.
  private func startTransfers(_ active: inout [UnsafeMutableRawPointer: ActiveTransfer]) -> Bool {
    let (added, isStopped) = state.withLock { state in
      defer { state.added = [] }
      return (state.added, state.isStopped)
    }
    if isStopped {
      for transfer in added { transfer.finish(.failure(CancellationError())) }
      return false
    }
    for transfer in added where !transfer.isComplete {
      guard
        let new = ActiveTransfer(transfer, curl, limits: limits, userAgent: userAgent),
        curl.functions.pointee.curl_multi_add_handle(multi, new.easy) == CURLM_OK
      else {
        transfer.finish(.failure(NetworkError.missingLibrary(reason: "libcurl has no memory")))
        continue
      }
      active[new.easy] = new
    }
    return true
  }

  private func completeTransfers(_ active: inout [UnsafeMutableRawPointer: ActiveTransfer]) {
    var count: Int32 = 0
    while let message = curl.functions.pointee.curl_multi_info_read(multi, &count)?.pointee {
      guard message.msg == CURLMSG_DONE, let easy = message.easy_handle,
        let transfer = active[easy]
      else { continue }
      transfer.complete(message.data.result)
      remove(transfer, from: &active)
    }
  }

  private func remove(
    _ transfer: ActiveTransfer, from active: inout [UnsafeMutableRawPointer: ActiveTransfer]
  ) {
    _ = curl.functions.pointee.curl_multi_remove_handle(multi, transfer.easy)
    active[transfer.easy] = nil
  }

  /// Waits for data, for a time limit of libcurl or for `wake()`.
  private func wait(isIdle: Bool) {
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
