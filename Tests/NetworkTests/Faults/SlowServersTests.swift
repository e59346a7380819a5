import Foundation
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// Servers that are too slow for a limit of one second, and other transfers at the same time.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct SlowServersTests {
  private static let limits: NetworkLimits = {
    var limits = NetworkLimits()
    limits.connecting = .seconds(1)
    limits.idle = .seconds(1)
    return limits
  }()
  private let fixture = NetworkFixture(attempts: 1, limits: limits)

  private func fetch(_ url: String, timeout: Duration? = nil) async throws -> Data {
    try await fixture.fetcher.fetch(FetchRequest(url: url, timeout: timeout)).body
  }

  @Test(
    arguments: [
      [], [.send("HTTP/1.1 200 OK\r\n")], [.send("HTTP/1.1 100 Continue\r\n\r\n")],
      [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\no")],
    ] as [[HTTPServer.Step]])
  func `a server that sends nothing more times out`(beginning: [HTTPServer.Step]) async throws {
    let server = try HTTPServer(["/": beginning + [.waitForDisconnect]])
    await #expect(throws: NetworkError.timedOut(server.url("/"), .idle, after: .seconds(1))) {
      try await fetch(server.url("/"))
    }
    #expect(await server.events.contains(.disconnected("/")))
  }

  /// The framing of chunks, their extensions and trailers do not count.
  @Test(arguments: [
    ("Content-Length: 1000\r\n\r\n", "onetwo", 12),
    ("Transfer-Encoding: chunked\r\n\r\n", "1\r\n1\r\n", 12),
    ("Transfer-Encoding: chunked\r\n\r\n", "1\r\n1\r\n", 1000),
    ("Transfer-Encoding: chunked\r\n\r\n", "1;name=value\r\n1\r\n", 1000),
    ("Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n", 500),
  ])
  func `a body slower than the lowest speed is an error`(
    fields: String, text: String, bytesPerSecond: Int
  ) async throws {
    let head = "HTTP/1.1 200 OK\r\n\(fields)"
    let server = try HTTPServer([
      "/": [.send(head), .drip(text, bytesPerSecond: bytesPerSecond)]
    ])
    let (url, expected) = (
      server.url("/"), NetworkError.tooSlow(server.url("/"), bytesPerSecond: 32)
    )
    // On a busy machine, the server may send nothing for a second.
    let timeout = Duration.seconds(3)
    let download = Task {
      try await fixture.downloads.download(DownloadRequest(url: url, timeout: timeout))
    }
    await #expect(throws: expected) { try await fetch(url, timeout: timeout) }
    await #expect(throws: expected) { try await download.value }
    #expect(await server.events.contains(.disconnected("/")))
  }

  /// libcurl shows only complete lines, so a slow line cannot be told apart from silence.
  @Test(arguments: ["HTTP/1.1 200 OK\r\nX-Slow: slow", "HTTP/1.1 100 Continue\r\n\r\n"])
  func `a head slower than the lowest speed is an error`(text: String) async throws {
    let server = try HTTPServer(["/": [.drip(text, bytesPerSecond: 12)]])
    let error = await #expect(throws: NetworkError.self) { try await fetch(server.url("/")) }
    switch error {
    case .tooSlow, .timedOut(_, .idle, after: .seconds(1)): break
    default: Issue.record("\(String(describing: error))")
    }
    #expect(await server.events.contains(.disconnected("/")))
  }

  @Test(arguments: ["onetwo", ""])
  func `a fetch ends after its total time`(text: String) async throws {
    var limits = NetworkLimits()
    limits.total = .seconds(1)
    let fixture = NetworkFixture(attempts: 1, limits: limits)
    let head = text.isEmpty ? "" : "HTTP/1.1 200 OK\r\n\r\n"
    let repeated = text.isEmpty ? "HTTP/1.1 100 Continue\r\n\r\n" : text
    let server = try HTTPServer(["/": [.send(head), .drip(repeated, bytesPerSecond: 100)]])
    await #expect(throws: NetworkError.timedOut(server.url("/"), .total, after: .seconds(1))) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/")))
    }
    #expect(await server.events.contains(.disconnected("/")))
  }

  /// The length of a queue is exact only on Linux.
  #if os(Linux)
    @Test func `a host that does not answer times out while connecting`() async throws {
      let port = try SilentPort(connections: 0)
      port.fill()
      let url = "http://127.0.0.1:\(port.number)/"
      await #expect(throws: NetworkError.timedOut(url, .connecting, after: .seconds(1))) {
        try await fetch(url, timeout: .seconds(3600))
      }
    }
  #endif

  @Test func `a host that does not answer the TLS handshake times out while connecting`()
    async throws
  {
    let port = try SilentPort(connections: 16)
    let url = "https://127.0.0.1:\(port.number)/"
    await #expect(throws: NetworkError.timedOut(url, .connecting, after: .seconds(1))) {
      try await fetch(url, timeout: .seconds(3600))
    }
  }

  @Test func `a request is not delayed by a hundred servers that do not answer`() async throws {
    // With the usual limits: on a loaded machine, a hundred connections may need longer than a second.
    let fixture = NetworkFixture(attempts: 1)
    let slow = try (0..<10).map { _ in try HTTPServer(["/": [.waitForDisconnect]]) }
    let good = try HTTPServer(["/": [.respond(200, "there")]])
    let calls = slow.flatMap { server in
      (0..<10).map { number in
        // Equal requests would share a transfer.
        let request = FetchRequest(
          url: server.url("/"), headers: ["X-Number": "\(number)"], timeout: .seconds(3600))
        return Task { try await fixture.fetcher.fetch(request) }
      }
    }
    for server in slow { #expect(await server.events.contains(.requested("/"))) }
    let answer = try await fixture.fetcher.fetch(FetchRequest(url: good.url("/")))
    #expect(answer.body == Data("there".utf8))
    for call in calls { call.cancel() }
    for call in calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
  }

  @Test func `a request is not delayed by a server that sends without an end`() async throws {
    let endless = try HTTPServer([
      "/": [.send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever(String(repeating: "a", count: 65_536))]
    ])
    let good = try HTTPServer(["/": [.respond(200, "there")]])
    // With the usual limits: a loaded machine may need longer than a second.
    let fixture = NetworkFixture(attempts: 1)
    let (pieces, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let address = try Address(endless.url("/"), allowsPlainHTTP: false)
    let request = try HTTPRequest(address, idle: .seconds(30), total: nil)
    let sink = Sink(begin: { _ in }, take: { continuation.yield($0.count) })
    let call = Task { try await fixture.transport.exchange(request) { _ in sink } }
    #expect(await pieces.contains { $0 > 0 })
    let answer = try await fixture.fetcher.fetch(FetchRequest(url: good.url("/")))
    #expect(answer.body == Data("there".utf8))
    call.cancel()
    _ = await call.result
  }

  /// The name has no dot, so the resolver looks for it in a file of aliases, which is a pipe here.
  /// That holds the look-up until the process ends.
  #if os(Linux)
    @Test func `a slow name lookup delays neither its cancellation nor other requests`()
      async throws
    {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        alarm(60)
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let pipe = folder.url.appending(path: "aliases").path
        mkfifo(pipe, 0o600)
        setenv("HOSTALIASES", pipe, 1)
        let good = try HTTPServer(["/": [.respond(200, "there")]])
        let fixture = NetworkFixture(attempts: 1)
        let slow = FetchRequest(url: "http://slowname/", allowsPlainHTTP: true)
        let ended = Recorder<String>()
        let call = Task {
          // A resolver that does not read the file must not block the test.
          defer {
            ended.record(slow.url)
            _ = open(pipe, O_RDWR | O_NONBLOCK)
          }
          return try await fixture.fetcher.fetch(slow)
        }
        let writer = await Task.detached { open(pipe, O_WRONLY) }.value
        #expect(try await fixture.fetcher.fetch(FetchRequest(url: good.url("/"))).status == 200)
        guard ended.values.isEmpty else { return print(notHeld) }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(try await fixture.fetcher.fetch(FetchRequest(url: good.url("/"))).status == 200)
        await fixture.transport.stop()
        #expect(writer >= 0)
      }
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      if output.contains(notHeld) {
        try Test.cancel("the resolver of this machine reads no aliases")
      }
    }
  #endif
}

private let notHeld = "the look-up was not held"
