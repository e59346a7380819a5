import Foundation
import Mediator

/// An HTTP/1.1 server for clients on this machine. Each connection has a thread.
final class HTTPServer: Sendable {
  /// Answers a request; nil to close the connection without an answer.
  typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse?

  /// How long a client may take for a request, and for reading the answer.
  private static let timeLimit = timeval(tv_sec: 600, tv_usec: 0)
  /// More connections are closed at once.
  private static let maximumConnections = 256

  private let listener: LoopbackListener
  private let connections: Connections

  var port: UInt16 { listener.port }

  /// - Parameter port: The port; 0 for one that is free.
  init(port: UInt16, handler: @escaping Handler) throws {
    let connections = Connections(limit: Self.maximumConnections)
    self.connections = connections
    listener = try LoopbackListener(port: port) { client in
      guard connections.insert(client) else {
        close(client)
        return
      }
      Thread.detachNewThread {
        Self.serve(client, handler, connections)
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

  private static func serve(_ client: Int32, _ handler: @escaping Handler, _ all: Connections) {
    var limit = timeLimit
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var reader = HTTPReader(client)
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

/// The open connections of a server, and the tasks that work for them.
private final class Connections: Sendable {
  private struct State {
    var tasks: [Int32: Task<Void, Never>?] = [:]
    var isEnded = false
  }

  private let limit: Int
  private let state = Lock(State())

  init(limit: Int) { self.limit = limit }

  /// Returns false when there are too many connections.
  func insert(_ client: Int32) -> Bool {
    state.withLock { state in
      guard !state.isEnded, state.tasks.count < limit else { return false }
      state.tasks[client] = .some(nil)
      return true
    }
  }

  func remove(_ client: Int32) {
    state.withLock { state in
      state.tasks[client] = nil
      close(client)
    }
  }

  /// Ends all connections and cancels their tasks.
  func end() {
    state.withLock { state in
      state.isEnded = true
      for (client, task) in state.tasks {
        task?.cancel()
        shutdown(client, Int32(SHUT_RDWR))
      }
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
      if state.isEnded { task.cancel() }
      state.tasks[client] = task
    }
    end.wait()
    return result.withLock { $0 }
  }
}
