import Foundation
import Platform
import TestSupport
import Testing

@testable import Web

@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPOverloadTests {
  @Test(.enabled(if: openFilesLimit >= 2048, "too few files may be open"))
  func `a client is answered beside 800 that send half of a request, or nothing`() async throws {
    let server = try HTTPServer(port: 0) { _ in .text("answer") }
    let halves = try (0..<800).map { number in
      let client = try HTTPClient(server)
      switch number % 4 {
      case 0: client.send("GET / HTTP/1.1\r\n")
      case 1: client.send("POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\n1234")
      case 2: client.endOutput()
      case _: break
      }
      return client
    }
    for _ in 0..<3 {
      let client = try HTTPClient(server)
      client.get("/")
      #expect(await client.receive()?.body == "answer")
    }
    // The connection that has waited longest was closed.
    #expect(await halves[0].receive() == nil)
  }

  @Test(.enabled(if: openFilesLimit >= 2048, "too few files may be open"))
  func `of 300 clients for which the server works, 256 are answered and 44 are told`() async throws
  {
    let arrived = AsyncStream<Void>.makeStream()
    let isReleased = Promise<Void>()
    let server = try HTTPServer(port: 0) { _ in
      arrived.continuation.yield()
      _ = await isReleased.result
      return .text("answer")
    }
    var working: [HTTPClient] = []
    for _ in 0..<256 {
      let client = try HTTPClient(server)
      client.get("/")
      working.append(client)
    }
    var count = 0
    for await _ in arrived.stream {
      count += 1
      if count == 256 { break }
    }
    for _ in 0..<44 {
      let client = try HTTPClient(server)
      client.get("/")
      let response = await client.receive()
      #expect(response?.status == 503)
      #expect(response?.body == "all connections are in use; try again later\n")
    }
    isReleased.fulfil(.success(()))
    for client in working { #expect(await client.receive()?.body == "answer") }
  }

  @Test func `a request for which the server works is not ended for another client`() async throws {
    let (started, end) = (AsyncStream<Void>.makeStream(), Promise<Void>())
    var limits = HTTPLimits()
    limits.connections = 1
    let server = try HTTPServer(port: 0, limits: limits) { request in
      started.continuation.yield()
      if request.path == ["slow"] { _ = await end.result }
      return .text("answer")
    }
    let slow = try HTTPClient(server)
    slow.get("/slow")
    for await _ in started.stream { break }
    #expect(await (try HTTPClient(server)).receive()?.status == 503)
    end.fulfil(.success(()))
    #expect(await slow.receive()?.body == "answer")
    // Now it waits for its client, and is ended for another one.
    let next = try HTTPClient(server)
    next.get("/")
    #expect(await next.receive()?.body == "answer")
    #expect(await slow.receive() == nil)
  }
}

/// How many files this process may open.
private let openFilesLimit: rlim_t = {
  var limit = rlimit()
  #if canImport(Glibc)
    let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  #else
    let code = getrlimit(RLIMIT_NOFILE, &limit)
  #endif
  return code == 0 ? limit.rlim_cur : 0
}()
