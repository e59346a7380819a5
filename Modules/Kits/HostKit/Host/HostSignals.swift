import Console
import Foundation
import Platform
import Plugins
import Synchronization

/// Receives the signals of the process and passes them on as requests to the host.
///
/// The first SIGINT, SIGTERM or SIGHUP requests a stop. A second one ends the process at once, and
/// so does SIGQUIT, a signal before `start`, and a stop that takes too long. SIGTSTP requests the
/// background; when the host has handled the request, the process is suspended, unless it was
/// continued meanwhile or no shell could continue it, and then requests the foreground. So does a
/// SIGCONT at another time. SIGWINCH requests a redraw.
///
/// The signal handlers only write to a pipe, so no signal is lost after `start`. A separate thread
/// reads the pipe, so the process can end even when modules block all other threads. It also ends
/// the process that has lost its client; see `endProcess`. SIGTSTP has no handler: see
/// `PendingSuspension`.
final class HostSignals: Sendable {
  /// What a signal asks the host to do.
  enum Request {
    case stop
    case enterBackground
    case enterForeground
    case redraw
  }

  /// What `endProcess` writes to the pipe of the signals; no signal has this number.
  private static let endTimeChange: Int32 = 255

  /// When the process ends, at the latest.
  private let endTime = Lock<ContinuousClock.Instant?>(nil)

  /// The first signal that requested a stop; 0 before there is one.
  private let firstStopSignal = Atomic<Int32>(0)

  /// The signal that requested the stop; nil before there is one.
  var stopSignal: Int32? {
    let number = firstStopSignal.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// Signalled when work of the main actor may begin.
  private let mainActorIsNeeded = DispatchSemaphore(value: 0)

  /// Makes a signal that requests a stop end the process with an exit code, until `start`. A shell
  /// would print a line about a process that was killed. Call it before the process has other
  /// threads than this one, which therefore never receive SIGTSTP.
  init() {
    PendingSuspension.block()
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { install(number) }
  }

  /// Starts to pass requests to `handler`. Only one instance per process may do so. The background
  /// and the foreground are requested one after the other.
  /// - Parameter deadline: How long a stop may take. The process ends at the latest one
  ///   second after that.
  /// - Throws: `HostError.limitReached` when the system cannot create a pipe or a thread.
  func start(
    deadline: Duration, _ handler: @escaping @Sendable (Request) async -> Void
  ) throws(HostError) {
    let suspension = try PendingSuspension()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .limitReached(.files) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    pipeWriteEnd.store(writeEnd, ordering: .sequentiallyConsistent)
    do throws(HostError) {
      try startThread { [self] in
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        var loop = SignalLoop(
          pipe: (readEnd, writeEnd), handler: handler, suspension: suspension)
        while true { handleNext(in: &loop, deadline: deadline) }
      }
    } catch {
      pipeWriteEnd.store(-1, ordering: .sequentiallyConsistent)
      throw error
    }
    for number in [SIGCONT, SIGWINCH] { install(number) }
    beginMainActor()
  }

  /// Ends the process after some time if it has not ended itself by then, with the exit code 0
  /// unless a signal has requested a stop. Only after `start`.
  func endProcess(within time: Duration) {
    let time = ContinuousClock.now + time
    endTime.withLock { $0 = min($0 ?? time, time) }
    writeToPipe(Self.endTimeChange)
  }

  /// Lets `waitForMainActor` return, for modules that start without a session. `start` does so,
  /// too.
  func beginMainActor() { mainActorIsNeeded.signal() }

  /// Blocks the thread until work of the main actor may begin.
  func waitForMainActor() { mainActorIsNeeded.wait() }

  /// Waits for the next signal, and ends the process at `endTime`, which the first request for a
  /// stop sets, too.
  private func handleNext(in loop: inout SignalLoop, deadline: Duration) {
    let rest = endTime.withLock(\.self).map { $0 - .now }
    if let rest, rest <= .zero { exitAtOnce(stopSignal.map { 128 + $0 } ?? 0) }
    switch loop.next(within: rest) {
    case nil, Self.endTimeChange: break
    case SIGTSTP: loop.suspend()
    case SIGCONT: loop.enterForeground()
    case SIGWINCH: loop.redraw()
    case SIGQUIT: exitAtOnce(128 + SIGQUIT)
    case let number?:
      let (isFirst, _) = firstStopSignal.compareExchange(
        expected: 0, desired: number, ordering: .sequentiallyConsistent)
      if !isFirst { exitAtOnce(128 + number) }
      let time = ContinuousClock.now + deadline + .milliseconds(900)
      endTime.withLock { $0 = min($0 ?? time, time) }
      loop.stop()
    }
  }

  private func exitAtOnce(_ code: Int32) -> Never {
    Screen.restoreTerminal()
    RunningPlugins.killAll()
    _exit(code)
  }

  /// Installs the handler of a signal, unless the parent process set the signal to be ignored, as
  /// `nohup` does. SIGINT is always handled.
  private func install(_ number: Int32) {
    if SignalAction(for: number) != .ignored || number == SIGINT { signal(number, writeToPipe) }
  }
}

/// What the thread that reads the pipe knows.
private struct SignalLoop {
  let pipe: (read: Int32, write: Int32)
  let handler: @Sendable (HostSignals.Request) async -> Void
  let suspension: PendingSuspension?
  private var isSuspending = false
  /// The latest change between foreground and background.
  private var change: Task<Void, Never>?

  init(
    pipe: (read: Int32, write: Int32),
    handler: @escaping @Sendable (HostSignals.Request) async -> Void,
    suspension: PendingSuspension?
  ) {
    self.pipe = pipe
    self.handler = handler
    self.suspension = suspension
  }

  /// The next signal; nil after the timeout.
  mutating func next(within timeout: Duration?) -> Int32? {
    let milliseconds = timeout.map { Int32(clamping: Int($0 / .milliseconds(1)) + 1) } ?? -1
    // `poll` ignores a negative descriptor. A pending SIGTSTP remains while the host prepares for
    // it.
    let signalEnd = isSuspending ? -1 : suspension?.descriptor ?? -1
    var ends = [pipe.read, signalEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&ends, 2, milliseconds) > 0 else { return nil }
    guard ends[0].revents != 0 else {
      suspension?.acknowledge()
      return SIGTSTP
    }
    var number: UInt8 = 0
    guard read(pipe.read, &number, 1) == 1 else { return nil }
    guard number != 0 else {
      suspension?.deliver()
      isSuspending = false
      enterForeground()
      return nil
    }
    return Int32(number)
  }

  func stop() {
    Task { [handler] in await handler(.stop) }
  }

  func redraw() {
    Task { [handler] in await handler(.redraw) }
  }

  mutating func suspend() {
    guard suspension?.isPending == true else { return }
    isSuspending = true
    append { [handler, pipe] in
      await handler(.enterBackground)
      // Zero is no signal.
      var ready: UInt8 = 0
      _ = write(pipe.write, &ready, 1)
    }
  }

  mutating func enterForeground() {
    guard !isSuspending else { return }
    append { [handler] in await handler(.enterForeground) }
  }

  private mutating func append(_ work: @escaping @Sendable () async -> Void) {
    change = Task { [change] in
      await change?.value
      await work()
    }
  }
}

/// The end of the pipe that the signal handlers write to; -1 before `HostSignals.start`.
private let pipeWriteEnd = Atomic<Int32>(-1)

/// The signal handler: calls only async-signal-safe functions, and preserves `errno`.
func writeToPipe(_ number: Int32) {
  let code = errno
  let end = pipeWriteEnd.load(ordering: .sequentiallyConsistent)
  // Only signals that request a stop have a handler before `start`.
  if end < 0 { _exit(128 + number) }
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(end, &byte, 1)
  errno = code
}
