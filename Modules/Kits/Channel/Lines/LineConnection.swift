import Foundation
import Platform

/// Reads and writes lines on the descriptors of a transport, with one thread of its own.
///
/// A line is written by the thread that sends it, as far as the other side accepts it at once; the
/// connection's thread writes the rest. The thread retains the connection until it is closed.
final class LineConnection: Sendable {
  /// The maximum length of a line in bytes.
  static let maximumLength = 16 << 20
  /// How many bytes of a line that is too long are read before the input ends. Otherwise, an
  /// endless line would be skipped for ever.
  static let maximumSkipped = 256 << 20
  /// How many bytes are read after `finishInput`, at most.
  private static let maximumRest = 1 << 20
  /// How many answers that were sent at once wait until the other side reads, and how many bytes
  /// they have together, before no further line is read from it.
  static let maximumUnread = (lines: 65_536, bytes: 16 << 20)
  #if os(Linux)
    /// Reports that the other side has closed its end, although what it has sent is not read yet.
    private static let hangUpEvent = Int16(0x2000)  // POLLRDHUP
  #else
    private static let hangUpEvent = Int16(0)
  #endif

  /// What the connection reports, on its own thread.
  struct Events: Sendable {
    /// Called with each line. The second parameter is false for the beginning of a line that is
    /// too long. The bytes are valid until it returns.
    let onLine: @Sendable (UnsafeRawBufferPointer, _ isWhole: Bool) -> Void
    /// Called once, when the other side can send no further line. While too many answers wait, the
    /// lines that it has sent before are reported only afterwards.
    let onInputEnd: @Sendable (ChannelError) -> Void
    /// Called at most once, when nothing can be sent any more.
    let onOutputEnd: @Sendable () -> Void
  }

  private struct State {
    var queue: LineQueue
    /// Why nothing can be sent any more; nil while it can.
    var failure: ChannelError?
    var isOutputEndReported = false
    var isInputFinished = false
    var isClosed = false
    /// The answers that were sent at once and wait.
    var unread = (lines: 0, bytes: 0)
    /// Whether lines are left that the other side has sent before it closed its end.
    var isRestWaiting = false
    /// Those that wait until there are none.
    var restWaiters: [CheckedContinuation<Void, Never>] = []

    /// Whether no further line is read until the other side reads.
    var isPaused: Bool {
      guard !isInputFinished else { return false }
      return unread.lines >= maximumUnread.lines || unread.bytes >= maximumUnread.bytes
    }
  }

  private let transport: ChannelTransport
  private let wakePipe: (read: Int32, write: Int32)
  private let state: Lock<State>

  /// - Throws: `ChannelError.lost` when the system has no descriptors for it. It has closed the
  ///   transport then.
  init(_ transport: ChannelTransport) throws(ChannelError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let reason = POSIXError.last.systemReason
      transport.closeDescriptors()
      throw .lost(reason: reason)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.transport = transport
    wakePipe = (ends[0], ends[1])
    state = Lock(State(queue: LineQueue(output: transport.output)))
  }

  deinit {
    close(wakePipe.write)
    close(wakePipe.read)
  }

  /// Starts to read. To be called once.
  func start(_ events: Events) { Thread.detachNewThread { [self] in run(events) } }

  /// The number of lines that wait until the other side reads.
  var waitingLines: Int { state.withLock { $0.queue.count } }

  /// Whether no further line is read until the other side reads.
  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Sends a line, after those that wait.
  /// - Parameters:
  ///   - id: Identifies the line for `withdraw`.
  ///   - isWanted: Called before; if it returns false, the line is not sent.
  ///   - completion: Called when the line was written, or with the reason why it will not be.
  func send(
    _ line: [UInt8], id: Int? = nil, if isWanted: () -> Bool = { true },
    completion: LineQueue.Completion? = nil
  ) {
    let (written, failed, failure) = state.withLock { state -> Outcome in
      guard isWanted() else { return ([], [], nil) }
      guard state.failure == nil else {
        return ([], [completion].compactMap(\.self), state.failure)
      }
      let isAlone = state.queue.isEmpty
      state.queue.append(line, completion, id: id)
      // Otherwise the thread already waits until the other side reads.
      guard isAlone else { return ([], [], nil) }
      let outcome = write(&state)
      if !state.queue.isEmpty || state.failure != nil { wake() }
      return outcome
    }
    for completion in written { completion(nil) }
    for completion in failed { completion(failure) }
  }

  /// Sends an answer without knowing whether the other side reads. While too many of them wait,
  /// nothing is read from it, so that it can send no further requests.
  func sendAtOnce(_ line: [UInt8]) {
    let length = line.count
    state.withLock { state in
      state.unread.lines += 1
      state.unread.bytes += length
    }
    send(
      line,
      completion: { [weak self] _ in
        self?.state.withLock { state in
          state.unread.lines -= 1
          state.unread.bytes -= length
        }
      })
  }

  /// Waits until all lines are read that the other side has sent before it closed its end.
  func waitUntilRead() async {
    await withCheckedContinuation { caller in
      let isRead = state.withLock { state in
        if state.isRestWaiting { state.restWaiters.append(caller) }
        return !state.isRestWaiting
      }
      if isRead { caller.resume() }
    }
  }

  /// Waits until the other side has read all lines that were sent before, or will not read them.
  func waitUntilWritten() async {
    await withCheckedContinuation { caller in send([], completion: { _ in caller.resume() }) }
  }

  /// Does not send a line if it still waits; returns whether it did.
  func withdraw(id: Int) -> Bool {
    state.withLock { $0.queue.remove(id: id) }
  }

  /// Ends the input as soon as what has arrived is read, even when the other side is still open.
  func finishInput() {
    state.withLock { $0.isInputFinished = true }
    wake()
  }

  /// Ends the connection, without sending the lines that wait.
  func end() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = Foundation.write(wakePipe.write, &byte, 1)
  }

  /// The completions of the lines that are written and of those that will not be, and the reason.
  private typealias Outcome = (
    written: [LineQueue.Completion], failed: [LineQueue.Completion], failure: ChannelError?
  )

  /// Writes what the other side accepts.
  private func write(_ state: inout State) -> Outcome {
    let (written, error) = state.queue.write()
    guard let error else { return (written, [], nil) }
    state.failure = .lost(reason: error.systemReason)
    return (written, state.queue.removeAll(), state.failure)
  }
}

// MARK: - The thread

extension LineConnection {
  private func run(_ events: Events) {
    var splitter = LineSplitter(limit: Self.maximumLength)
    var input = Input.open
    var rest = Self.maximumRest
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    /// The part of the buffer that is not divided into lines yet.
    var unsplit = 0..<0
    while let ready = wait(input, hasUnsplit: !unsplit.isEmpty, events) {
      if ready.hasHungUp, input == .open {
        input = .hungUp
        state.withLock { $0.isRestWaiting = true }
        events.onInputEnd(.lost(reason: Self.closedReason))
      }
      if unsplit.isEmpty, input != .ended, ready.input || ready.isInputFinished {
        let count =
          ready.input && rest > 0 ? read(transport.input, buffer.baseAddress, buffer.count) : 0
        if count > 0 {
          unsplit = 0..<count
          if ready.isInputFinished { rest -= count }
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          let reason = count == 0 ? Self.closedReason : POSIXError.last.systemReason
          splitter.finish(events.onLine)
          end(&input, .lost(reason: reason), events)
        }
      }
      if !unsplit.isEmpty, !isPaused {
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[unsplit])
        let left = splitter.append(bytes, while: { !isPaused }, events.onLine)
        unsplit = unsplit.upperBound - left..<unsplit.upperBound
        if splitter.skippedCount > Self.maximumSkipped {
          end(&input, .endlessLine(limit: Self.maximumSkipped), events)
        }
      }
      if ready.output { writeWaiting() }
    }
    fail(.closed)
    // Nobody writes any more.
    transport.closeDescriptors()
    end(&input, .closed, events)
    reportOutputEnd(events)
  }

  private static let closedReason = "the other side has closed it"

  /// What the thread knows of the input.
  private enum Input {
    case open
    /// The other side has closed its end, which is reported, but lines are left.
    case hungUp
    case ended
  }

  private func end(_ input: inout Input, _ error: ChannelError, _ events: Events) {
    if input == .open { events.onInputEnd(error) }
    input = .ended
    let waiters = state.withLock { state in
      state.isRestWaiting = false
      defer { state.restWaiters = [] }
      return state.restWaiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// What the thread can do at once.
  private struct Readiness {
    let input: Bool
    let output: Bool
    /// Whether the other side has closed its end while no line is read.
    let hasHungUp: Bool
    /// Whether the input ends when nothing can be read.
    let isInputFinished: Bool
  }

  /// Waits until one of the descriptors is ready or a line can be read, and returns what is ready;
  /// nil when the connection is closed.
  private func wait(_ input: Input, hasUnsplit: Bool, _ events: Events) -> Readiness? {
    let (isClosed, isOutputOpen, isWriting, isInputFinished, isPaused) = state.withLock { state in
      (
        state.isClosed, state.failure == nil, !state.queue.isEmpty, state.isInputFinished,
        state.isPaused
      )
    }
    if isClosed { return nil }
    if !isOutputOpen { reportOutputEnd(events) }
    // While no line is read, only the end of the input is looked for, once: its receivers must not
    // have to wait until the other side reads.
    let isPolled = isPaused ? input == .open : input != .ended && !hasUnsplit
    var polled = [
      pollfd(
        fd: isPolled ? transport.input : -1,
        events: isPaused ? Self.hangUpEvent : Int16(POLLIN), revents: 0),
      // Without any event, `poll` reports that the other side has closed its end.
      pollfd(
        fd: isOutputOpen ? transport.output : -1, events: isWriting ? Int16(POLLOUT) : 0, revents: 0
      ),
      pollfd(fd: wakePipe.read, events: Int16(POLLIN), revents: 0),
    ]
    let isReading = !isPaused && hasUnsplit || input != .ended && isInputFinished
    while poll(&polled, nfds_t(polled.count), isReading ? 0 : -1) < 0 {
      guard errno == EINTR || errno == EAGAIN else { return nil }
    }
    if polled[2].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = read(wakePipe.read, &bytes, bytes.count)
    }
    let isBroken = polled[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    // A socket reports the end of both directions at once: read first what has arrived, unless that
    // waits for the other side.
    if isBroken, isPaused || input == .ended || transport.input != transport.output {
      fail(.lost(reason: Self.closedReason))
    }
    return Readiness(
      input: !isPaused && polled[0].revents != 0, output: polled[1].revents & Int16(POLLOUT) != 0,
      hasHungUp: isPaused && polled[0].revents != 0, isInputFinished: isInputFinished)
  }

  private func writeWaiting() {
    let (written, failed, failure) = state.withLock { state in
      state.failure == nil ? write(&state) : ([], [], nil)
    }
    for completion in written { completion(nil) }
    for completion in failed { completion(failure) }
  }

  /// Sends nothing any more.
  private func fail(_ failure: ChannelError) {
    let failed = state.withLock { state in
      state.failure = state.failure ?? failure
      return state.queue.removeAll()
    }
    for completion in failed { completion(failure) }
  }

  private func reportOutputEnd(_ events: Events) {
    let isFirst = state.withLock { state in
      defer { state.isOutputEndReported = true }
      return !state.isOutputEndReported
    }
    if isFirst { events.onOutputEnd() }
  }
}
