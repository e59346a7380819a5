import Foundation
import Platform
import TestSupport
import Testing

@testable import Web

/// Time limits, with times that the tests choose.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPConnectionTests {
  private let start = ContinuousClock.now
  private static let head = "GET / HTTP/1.1\r\nHost: a\r\n"

  @Test(arguments: [
    ("", 30, nil), ("G", 30, 408), (head, 30, 408),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{", 40, 408),
  ])
  func `a client that sends no whole request in time is not waited for`(
    input: String, seconds: Int, status: Int?
  ) throws {
    let pair = try SocketPair()
    let connection = HTTPConnection(pair.server, .test(), now: start) {}
    // The bytes of the head do not extend its time, and the body has a time of its own.
    for byte in input.utf8 {
      pair.send([byte])
      connection.receive(at: start + .seconds(10))
    }
    #expect(connection.deadline == start + .seconds(seconds))
    connection.expire(now: start + .seconds(seconds))
    #expect(pair.status == status)
    #expect(connection.isClosed == (status == nil))
    // A refused client has five seconds to read the answer.
    guard status != nil else { return }
    connection.expire(now: start + .seconds(seconds + 5))
    #expect(connection.isClosed)
  }

  @Test func `an idle client is closed after ten minutes, and a later head has its own time`()
    async throws
  {
    let pair = try SocketPair()
    let (changes, isReleased) = (AsyncStream<Void>.makeStream(), Promise<Void>())
    let service = HTTPConnection.Service.test { _ in
      _ = await isReleased.result
      return .text("")
    }
    let connection = HTTPConnection(pair.server, service, now: start) {
      changes.continuation.yield()
    }
    pair.send(Array("\(Self.head)\r\n".utf8))
    connection.receive(at: start)
    #expect(connection.deadline == nil && !connection.waitsForClient)
    isReleased.fulfil(.success(()))
    for await _ in changes.stream {
      connection.advance(now: start)
      if connection.deadline != nil { break }
    }
    #expect(pair.status == 200)
    #expect(connection.deadline == start + .seconds(600))
    pair.send(Array("G".utf8))
    connection.receive(at: start + .seconds(100))
    #expect(connection.deadline == start + .seconds(130))
    connection.close()
  }

  @Test func `a client that does not read its answer is closed after a minute`() async throws {
    let pair = try SocketPair()
    let changes = AsyncStream<Void>.makeStream()
    let service = HTTPConnection.Service.test { _ in
      HTTPResponse(body: .data(Data(repeating: 0, count: 16 << 20)))
    }
    let connection = HTTPConnection(pair.server, service, now: start) {
      changes.continuation.yield()
    }
    pair.send(Array("\(Self.head)\r\n".utf8))
    connection.receive(at: start)
    for await _ in changes.stream {
      connection.advance(now: start)
      if connection.deadline != nil { break }
    }
    #expect(connection.deadline == start + .seconds(60))
    connection.advance(now: start + .seconds(59))
    #expect(connection.deadline == start + .seconds(60) && !connection.isClosed)
    connection.expire(now: start + .seconds(60))
    #expect(connection.isClosed)
  }

  @Test(arguments: [(head, 400), ("", nil)])
  func `a client that ends in a request is told`(input: String, status: Int?) throws {
    let pair = try SocketPair()
    let connection = HTTPConnection(pair.server, .test(), now: start) {}
    pair.send(Array(input.utf8))
    if !input.isEmpty { connection.receive(at: start) }
    pair.endOutput()
    connection.receive(at: start)
    #expect(pair.status == status)
    #expect(connection.isClosed)
  }

  @Test func `a client that sends more requests is not read further than one head`() throws {
    let pair = try SocketPair()
    let service = HTTPConnection.Service.test { _ in
      for await _ in AsyncStream<Void>.makeStream().stream {}
      return nil
    }
    let connection = HTTPConnection(pair.server, service, now: start) {}
    pair.send(Array("\(Self.head)\r\n".utf8))
    connection.receive(at: start)
    #expect(connection.events & Int16(POLLIN) != 0)
    pair.send([UInt8](repeating: 0, count: 16 << 10))
    connection.receive(at: start)
    #expect(connection.events & Int16(POLLIN) == 0)
    connection.close()
  }
}

extension HTTPConnection.Service {
  fileprivate static func test(
    _ handler: @escaping HTTPServer.Handler = { _ in .text("") }
  ) -> Self {
    HTTPConnection.Service(
      hosts: ["a"], limits: HTTPLimits(), failure: { failure, _ in .text(of: failure) },
      handler: handler)
  }
}

extension HTTPConnection {
  /// Reads what has arrived.
  fileprivate func receive(at now: Instant) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    handle(Int16(POLLIN), buffer, now: now)
  }
}

/// Two sockets that are connected with each other. The connection closes the one of the server.
private final class SocketPair {
  let server: Int32
  private let client: Int32

  init() throws {
    var pair: [Int32] = [-1, -1]
    #if os(Linux)
      let code = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    #else
      let code = socketpair(AF_UNIX, SOCK_STREAM, 0, &pair)
    #endif
    guard code == 0 else { throw POSIXError.last }
    for socket in pair {
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    }
    (client, server) = (pair[0], pair[1])
  }

  deinit { close(client) }

  func send(_ bytes: [UInt8]) { _ = write(client, bytes, bytes.count) }

  func endOutput() { shutdown(client, Int32(SHUT_WR)) }

  /// The status of the answer that has arrived; nil for none.
  var status: Int? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(client, &bytes, bytes.count)
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]) : nil
  }
}
