import Foundation
import Mediator

/// Reads and writes lines on the descriptors of a transport, with one thread of its own.
///
/// A line is written by the thread that sends it, as far as the other side accepts it at once; the
/// connection's thread writes the rest. The thread retains the connection until it is closed.
final class LineConnection: Sendable {
  /// The maximum length of a line in bytes.
  static let maximumLength = 16 << 20
  /// How many bytes of a line that is too long are read before the input ends. Otherwise, an endless
  /// line would be skipped for ever.
  static let maximumSkipped = 256 << 20
  /// How many bytes are read after `finishInput`, at most.
  private static let maximumRest = 1 << 20
  /// How many answers that were sent at once wait until the other side reads, and how many bytes they
  /// have together, before nothing more is read from it. What was read together is still answered:
  /// at most 64 KiB.
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
    /// Called once, when no further line can arrive.
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

  }

  private let transport: ChannelTransport
  private let maximumUnreadLines: Int
  private let wakePipe: (read: Int32, write: Int32)
  private let state: Lock<State>

  /// - Throws: `ChannelError.lost` when the system has no descriptors for it. It has closed the
  ///   transport then.
  init(
    _ transport: ChannelTransport, maximumUnreadLines: Int = maximumUnread.lines
  ) throws(ChannelError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let reason = POSIXError.last.systemReason
      transport.closeDescriptors()
      throw .lost(reason: reason)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.transport = transport
    self.maximumUnreadLines = maximumUnreadLines
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

  /// Sends an answer without knowing whether the other side reads. While too many of them wait, nothing
  /// is read from it, so that it can send no further requests.
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
    var isInputOpen = true
    var rest = Self.maximumRest
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while let ready = wait(isInputOpen: isInputOpen, events) {
      if isInputOpen, ready.input || ready.isInputFinished {
        let count =
          ready.input && rest > 0 ? read(transport.input, buffer.baseAddress, buffer.count) : 0
        if count > 0 {
          splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), events.onLine)
          if ready.isInputFinished { rest -= count }
          if splitter.skippedCount > Self.maximumSkipped {
            isInputOpen = false
            events.onInputEnd(.endlessLine(limit: Self.maximumSkipped))
          }
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          let reason = count == 0 ? "the other side has closed it" : POSIXError.last.systemReason
          splitter.finish(events.onLine)
          isInputOpen = false
          events.onInputEnd(.lost(reason: reason))
        }
      }
      if ready.output { writeWaiting() }
    }
    fail(.closed)
    // Nobody writes any more.
    transport.closeDescriptors()
    if isInputOpen { events.onInputEnd(.closed) }
    reportOutputEnd(events)
  }

  /// What the thread can do at once.
  private struct Readiness {
    let input: Bool
    let output: Bool
    /// Whether the input ends when nothing can be read.
    let isInputFinished: Bool
  }

  /// Waits until one of the descriptors is ready, and returns which; nil when the connection is
  /// closed.
  private func wait(isInputOpen: Bool, _ events: Events) -> Readiness? {
    let (isClosed, isOutputOpen, isWriting, isInputFinished, isPaused) = state.withLock { state in
      let isFull =
        state.unread.lines >= maximumUnreadLines || state.unread.bytes >= Self.maximumUnread.bytes
      let isPaused = isFull && !state.isInputFinished
      return (
        state.isClosed, state.failure == nil, !state.queue.isEmpty, state.isInputFinished, isPaused
      )
    }
    if isClosed { return nil }
    if !isOutputOpen { reportOutputEnd(events) }
    var polled = [
      // What arrived before the other side closed its end is read, however many answers wait: nothing
      // more can follow, and the end must not be missed.
      pollfd(
        fd: isInputOpen ? transport.input : -1,
        events: isPaused ? Self.hangUpEvent : Int16(POLLIN), revents: 0),
      // Without any event, `poll` reports that the other side has closed its end.
      pollfd(
        fd: isOutputOpen ? transport.output : -1, events: isWriting ? Int16(POLLOUT) : 0, revents: 0
      ),
      pollfd(fd: wakePipe.read, events: Int16(POLLIN), revents: 0),
    ]
    let timeout: Int32 = isInputOpen && isInputFinished ? 0 : -1
    while poll(&polled, nfds_t(polled.count), timeout) < 0 {
      guard errno == EINTR || errno == EAGAIN else { return nil }
    }
    if polled[2].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = read(wakePipe.read, &bytes, bytes.count)
    }
    let isBroken = polled[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    // A socket reports the end of both directions at once: read first what has arrived.
    if isBroken, !isInputOpen || transport.input != transport.output {
      fail(.lost(reason: "the other side has closed it"))
    }
    return Readiness(
      input: polled[0].revents != 0, output: polled[1].revents & Int16(POLLOUT) != 0,
      isInputFinished: isInputFinished)
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
