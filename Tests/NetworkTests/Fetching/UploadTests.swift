import Foundation
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct UploadTests {
  /// More bytes than the system buffers between a client and a server that does not read.
  private static let size = 24 << 20

  private let fixture = NetworkFixture()
  private let folder = TemporaryFolder()

  /// A file whose bytes are the last digits of their offsets.
  private func file(_ size: Int) throws -> String {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let url = folder.url.appending(path: "picture")
    try Data(HTTPServer.bytes(size)).write(to: url)
    return url.path
  }

  /// A file of zeros.
  private func largeFile() throws -> String {
    let path = try file(0)
    try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: UInt64(Self.size))
    return path
  }

  private func upload(
    _ path: String, to url: String, _ method: HTTPMethod = .put, timeout: Duration = .seconds(30),
    onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in }
  ) async throws -> FetchResponse {
    try await fixture.fetcher.fetch(
      FetchRequest(
        url: url, method: method, headers: ["Content-Type": "image/jpeg"],
        file: UploadFile(path, onProgress: onProgress), timeout: timeout))
  }

  /// Starts an upload to a server that does not read yet, and returns it when a part was sent.
  private func startedUpload(
    _ path: String, to server: HTTPServer
  ) async -> Task<FetchResponse, any Error> {
    let (progress, continuation) = AsyncStream<UploadProgress>.makeStream()
    let task = Task { try await upload(path, to: server.url("/p")) { continuation.yield($0) } }
    _ = await progress.contains { $0.sent > 0 && $0.sent < $0.total }
    return task
  }

  @Test(arguments: [HTTPMethod.put, .post, .patch], [0, 1, 65_536, 200_001])
  func `a file is sent as a body`(method: HTTPMethod, size: Int) async throws {
    let server = try HTTPServer(["/p": [.readBody, .respond(201, "stored")]])
    let response = try await upload(file(size), to: server.url("/p"), method)
    #expect(response == FetchResponse(status: 201, body: Data("stored".utf8)))
    let head = try #require(server.heads.first)
    #expect(head.hasPrefix("\(method.rawValue) /p "))
    #expect(head.contains("Content-Length: \(size)\r\n"))
    #expect(head.contains("Content-Type: image/jpeg\r\n") && !head.contains("Transfer-Encoding"))
    #expect(server.bodies == [HTTPServer.bytes(size)])
  }

  @Test func `the progress is reported while the file is sent, and at the end`() async throws {
    let server = try HTTPServer(["/p": [.waitForResume, .readBody, .respond(200)]])
    let reports = Recorder<UploadProgress>()
    _ = try await upload(largeFile(), to: server.url("/p")) { progress in
      reports.record(progress)
      if reports.values.count == 1 { server.resume() }
    }
    let sent = reports.values.map(\.sent)
    #expect(sent.count >= 2 && sent == sent.sorted() && sent.last == Self.size)
    #expect(reports.values.allSatisfy { $0.total == Self.size })
    #expect(reports.values.last?.fraction == 1)
  }

  @Test func `cancelling ends the upload and the connection`() async throws {
    let server = try HTTPServer(["/p": [.waitForResume, .waitForDisconnect]])
    let upload = await startedUpload(try largeFile(), to: server)
    upload.cancel()
    await #expect(throws: CancellationError.self) { try await upload.value }
    server.resume()
    #expect(await server.events.contains(.disconnected("/p")))
  }

  @Test func `a server that reads nothing times out`() async throws {
    let server = try HTTPServer(["/p": [.waitForResume]])
    await #expect(throws: NetworkError.timedOut(server.url("/p"), .idle, after: .seconds(1))) {
      try await upload(largeFile(), to: server.url("/p"), timeout: .seconds(1))
    }
    server.resume()
  }

  private enum Edit: CaseIterable {
    case shorten, lengthen, overwrite
  }

  @Test(arguments: Edit.allCases)
  private func `a file that changes while it is sent is an error, and never sent as a whole`(
    edit: Edit
  ) async throws {
    let path = try largeFile()
    let server = try HTTPServer(["/p": [.waitForResume, .readBody, .respond(200)]])
    let upload = await startedUpload(path, to: server)
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    switch edit {
    case .shorten: try handle.truncate(atOffset: 10)
    case .lengthen:
      try handle.seekToEnd()
      try handle.write(contentsOf: Data([1]))
    case .overwrite: try handle.write(contentsOf: Data([1]))
    }
    try handle.close()
    server.resume()
    let expected = NetworkError.unreadableFile(path, reason: "it changed while it was sent")
    await #expect(throws: expected) { try await upload.value }
    #expect(server.paths == ["/p"])
  }

  @Test func `a file that cannot be read is an error before the request`() async throws {
    let server = try HTTPServer()
    let missing = folder.url.appending(path: "missing").path
    _ = try file(1)
    for (path, reason) in [
      (missing, "no such file or directory"), (folder.url.path, "is a directory"),
      ("/dev/zero", "invalid argument"),
    ] {
      let error = await #expect(throws: NetworkError.self) {
        try await upload(path, to: server.url("/p"))
      }
      #expect(error == .unreadableFile(path, reason: reason))
    }
    #expect(server.paths == [])
  }

  @Test func `a repeated request and one that is redirected send the file from the beginning`()
    async throws
  {
    let server = try HTTPServer(scripts: [
      "/p": [[.readBody, .respond(503)], [.readBody, .redirect(307, to: "/q")]],
      "/q": [[.readBody, .respond(200)]],
    ])
    _ = try await upload(file(100_000), to: server.url("/p"))
    #expect(server.paths == ["/p", "/p", "/q"])
    #expect(server.bodies.allSatisfy { $0 == HTTPServer.bytes(100_000) })
  }

  /// libcurl repeats the request itself, on another connection.
  @Test func `a file is sent from the beginning after a kept connection has broken`() async throws {
    let fixture = NetworkFixture(attempts: 1)
    let server = try HTTPServer(scripts: [
      "/a": [[.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none"), .keepAlive]],
      "/p": [[.readBody, .reset], [.readBody, .respond(200)]],
    ])
    _ = try await fixture.fetch(server.url("/a"))
    let request = FetchRequest(
      url: server.url("/p"), method: .put, file: UploadFile(try file(100_000)))
    #expect(try await fixture.fetcher.fetch(request).status == 200)
    #expect(server.bodies == [HTTPServer.bytes(100_000), HTTPServer.bytes(100_000)])
  }
}
