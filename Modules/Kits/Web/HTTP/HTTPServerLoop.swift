import Foundation
import Platform

/// Waits for all sockets of a server at the same time, on one thread, and does what is possible.
final class HTTPServerLoop {
  /// How many refused clients can read that all connections are in use.
  private static let maximumRefused = 32

  private let listeners: HTTPListeners
  private let signal: HTTPSignal
  private let service: HTTPConnection.Service
  private var connections: [Int: HTTPConnection] = [:]
  private var lastID = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// Until when no connection is accepted, because the process has too many open files.
  private var pausesUntil: ContinuousClock.Instant?

  init(_ listeners: HTTPListeners, _ signal: HTTPSignal, _ service: HTTPConnection.Service) {
    self.listeners = listeners
    self.signal = signal
    self.service = service
  }

  deinit { buffer.deallocate() }

  /// Runs until the server is stopped.
  func run() {
    while !signal.isStopped {
      let ids = Array(connections.keys)
      let (ready, acceptsMore) = wait(ids)
      let now = ContinuousClock.now
      for id in signal.take() { connections[id]?.advance(now: now) }
      for (id, events) in zip(ids, ready) where events != 0 {
        connections[id]?.handle(events, buffer, now: now)
      }
      for connection in connections.values where connection.deadline.map({ $0 <= now }) == true {
        connection.expire(now: now)
      }
      removeClosed()
      if let end = pausesUntil, end <= now { pausesUntil = nil }
      if acceptsMore { accept(now) }
    }
    for connection in connections.values { connection.close() }
  }

  /// Waits for an event or a deadline.
  /// - Returns: The events of each connection, and whether new ones can be accepted.
  private func wait(_ ids: [Int]) -> ([Int16], acceptsMore: Bool) {
    let sockets = pausesUntil == nil ? listeners.all : []
    var polled = [pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)]
    polled.reserveCapacity(1 + sockets.count + ids.count)
    for socket in sockets { polled.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
    for id in ids {
      guard let connection = connections[id] else { continue }
      polled.append(pollfd(fd: connection.socket, events: connection.events, revents: 0))
    }
    guard poll(&polled, nfds_t(polled.count), timeout) >= 0 else {
      return ([Int16](repeating: 0, count: ids.count), false)
    }
    let acceptsMore = polled[1...].prefix(sockets.count).contains { $0.revents != 0 }
    return (polled.dropFirst(1 + sockets.count).map(\.revents), acceptsMore)
  }

  /// Milliseconds until the next deadline; -1 if there is none.
  private var timeout: Int32 {
    let deadlines = connections.values.compactMap(\.deadline) + [pausesUntil].compactMap(\.self)
    guard let next = deadlines.min() else { return -1 }
    let milliseconds = (next - .now) / .milliseconds(1)
    return Int32(max(0, min(milliseconds.rounded(.up), 86_400_000)))
  }

  private func removeClosed() {
    for (id, connection) in connections where connection.isClosed { connections[id] = nil }
  }

  /// Accepts connections, but not for so long that others would wait.
  private func accept(_ now: ContinuousClock.Instant) {
    for _ in 0..<64 {
      switch listeners.accept() {
      case .connection(let socket): add(socket, now)
      case .none: return
      case .lacksDescriptors:
        guard !closeLongestWaiting() else { continue }
        pausesUntil = now + .milliseconds(100)
        return
      }
    }
  }

  private func add(_ socket: Int32, _ now: ContinuousClock.Instant) {
    let isFull = connections.count { !$0.value.waitsForClient } >= service.limits.connections
    let maximum = service.limits.connections + (isFull ? Self.maximumRefused : 0)
    while connections.count >= maximum, closeLongestWaiting() {}
    lastID += 1
    let connection = HTTPConnection(socket, service, now: now) { [signal, lastID] in
      signal.post(lastID)
    }
    connections[lastID] = connection
    guard isFull else { return }
    connection.refuse(HTTPFailure(503, "all connections are in use; try again later"))
    connection.advance(now: now)
  }

  /// Returns false when the server works for all clients.
  private func closeLongestWaiting() -> Bool {
    let waiting = connections.filter(\.value.waitsForClient)
    guard let oldest = waiting.min(by: { $0.value.waitsSince < $1.value.waitsSince }) else {
      return false
    }
    oldest.value.close()
    connections[oldest.key] = nil
    return true
  }
}

/// Wakes the thread of a server.
final class HTTPSignal: Sendable {
  private struct State {
    /// The connections for which there is something to do.
    var ids: [Int] = []
    var isStopped = false
  }

  private let state = Lock(State())
  private let pipe: (reading: Int32, writing: Int32)

  init() throws {
    var ends: [Int32] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { throw POSIXError.last }
    pipe = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(pipe.reading)
    close(pipe.writing)
  }

  /// Becomes readable after a call of `post` or `stop`.
  var descriptor: Int32 { pipe.reading }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  func post(_ id: Int) {
    let isFirst = state.withLock { state in
      defer { state.ids.append(id) }
      return state.ids.isEmpty
    }
    if isFirst { wake() }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  /// Returns the connections for which there is something to do.
  func take() -> [Int] {
    var bytes = (0, 0)
    while read(pipe.reading, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    return state.withLock { state in
      defer { state.ids = [] }
      return state.ids
    }
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(pipe.writing, &byte, 1)
  }
}
