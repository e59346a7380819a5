import Foundation
import Mediator
import Platform

/// An HTTP/1.1 server for clients on this machine. Each connection has a thread.
final class HTTPServer: Sendable {
  /// Answers a request; nil to close the connection without an answer.
  typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse?

  private let listener: LoopbackListener
  private let connections: Connections

  var port: UInt16 { listener.port }

  /// - Parameter port: The port; 0 for one that is free.
  init(
    port: UInt16, limits: ServerLimits = ServerLimits(), handler: @escaping Handler
  ) throws {
    let connections = Connections(limit: limits.connections)
    self.connections = connections
    listener = try LoopbackListener(port: port) { client, port in
      guard connections.insert(client) else {
        let failure = HTTPFailure(503, "all connections are in use; try again later")
        HTTPReader.send(HTTPResponse.failure(failure).bytes(keepsAlive: false), to: client)
        close(client)
        return
      }
      Thread.detachNewThread {
        let reader = HTTPReader(client, at: LocalOrigin(port: port), limits: limits)
        Self.serve(client, reader, handler, connections, limits)
        connections.remove(client)
      }
    }
  }

  deinit { stop() }

  /// Accepts no connections any more, and ends those that are open.
  func stop() {
    listener.close()
    connections.end()
  }

  private static func serve(
    _ client: Int32, _ reader: HTTPReader, _ handler: @escaping Handler, _ all: Connections,
    _ limits: ServerLimits
  ) {
    for (option, limit) in [(SO_RCVTIMEO, limits.request), (SO_SNDTIMEO, limits.idle)] {
      var limit = timeval(tv_sec: max(1, Int(limit.components.seconds)), tv_usec: 0)
      setsockopt(client, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var reader = reader
    while true {
      let request: HTTPRequest
      do throws(HTTPFailure) {
        guard let next = try reader.next() else { return }
        request = next
      } catch {
        HTTPReader.send(HTTPResponse.failure(error).bytes(keepsAlive: false), to: client)
        return reader.discardInput()
      }
      guard let response = all.wait(for: client, { await handler(request) }) else { return }
      let bytes = response.bytes(keepsAlive: request.head.keepsAlive)
      let isSent = HTTPReader.send(bytes, to: client)
      _ = all.wait(for: client) {
        await response.afterwards()
        return nil as Void?
      }
      guard isSent, request.head.keepsAlive else { return }
    }
  }
}

/// How many clients a server has at the same time, and how long it waits for them.
struct ServerLimits {
  /// For one more, the server closes the connection that has waited for its client longest.
  var connections = 256
  /// From the connection, or the first byte of a later request, to the end of the request.
  var request = Duration.seconds(30)
  /// From an answer to the next request, and for reading the answer.
  var idle = Duration.seconds(600)
}

/// The open connections of a server, and the tasks that work for them.
private final class Connections: Sendable {
  fileprivate struct Connection {
    /// What the server does for the client; nil while it waits for the client.
    var task: Task<Void, Never>?
    /// The number of connections that have begun to wait before this one did.
    var order: Int
    var isEnded = false
  }

  fileprivate struct State {
    var connections: [Int32: Connection] = [:]
    var lastOrder = 0
    var isEnded = false
    /// Whether `insert` waits for a removal.
    var isAwaited = false

    mutating func nextOrder() -> Int {
      lastOrder += 1
      return lastOrder
    }
  }

  fileprivate enum Insertion { case inserted, refused, awaitsRemoval }

  private let limit: Int
  private let state = Lock(State())
  private let removed = DispatchSemaphore(value: 0)

  init(limit: Int) { self.limit = limit }

  /// Adds a connection, and ends the one that has waited for its client longest if there are too
  /// many. Only the listener's thread calls this.
  /// - Returns: false when the server works for all clients, or is stopped.
  func insert(_ client: Int32) -> Bool {
    while true {
      switch state.withLock({ $0.insert(client, limit: limit) }) {
      case .inserted: return true
      case .refused: return false
      case .awaitsRemoval: removed.wait()
      }
    }
  }

  func remove(_ client: Int32) {
    let isAwaited = state.withLock { state in
      state.connections[client] = nil
      close(client)
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if isAwaited { removed.signal() }
  }

  /// Ends all connections and cancels their tasks.
  func end() {
    state.withLock { state in
      state.isEnded = true
      for client in state.connections.keys { state.end(client) }
    }
  }

  /// Blocks the thread of a connection until `work` ends.
  func wait<Result: Sendable>(
    for client: Int32, _ work: @escaping @Sendable () async -> Result?
  ) -> Result? {
    let (result, end) = (Lock<Result?>(nil), DispatchSemaphore(value: 0))
    state.withLock { state in
      // The client waits, and has a time limit.
      let task = Task(priority: .high) {
        let value = await work()
        result.withLock { $0 = value }
        end.signal()
      }
      if state.isEnded || state.connections[client]?.isEnded == true { task.cancel() }
      state.connections[client]?.task = task
    }
    end.wait()
    state.withLock { state in
      state.connections[client]?.task = nil
      let order = state.nextOrder()
      state.connections[client]?.order = order
    }
    return result.withLock { $0 }
  }
}

extension Connections.State {
  fileprivate mutating func insert(_ client: Int32, limit: Int) -> Connections.Insertion {
    guard !isEnded else { return .refused }
    guard connections.count >= limit else {
      let order = nextOrder()
      connections[client] = .init(order: order)
      return .inserted
    }
    if !connections.values.contains(where: \.isEnded) {
      let waiting = connections.filter { $0.value.task == nil }
      guard let oldest = waiting.min(by: { $0.value.order < $1.value.order })?.key else {
        return .refused
      }
      end(oldest)
    }
    isAwaited = true
    return .awaitsRemoval
  }

  /// Wakes the thread of a connection, which removes it.
  fileprivate mutating func end(_ client: Int32) {
    connections[client]?.isEnded = true
    connections[client]?.task?.cancel()
    shutdown(client, Int32(SHUT_RDWR))
  }
}
