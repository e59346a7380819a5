import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct DownloadManagerTests {
  private let fixture = NetworkFixture()
  private let whole = HTTPServer.bytes(100)

  @Test func `a file is downloaded and its progress is reported`() async throws {
    let server = try HTTPServer(["/a": .file()])
    let reports = Recorder<DownloadProgress>()
    let request = DownloadRequest(url: server.url("/a"), onProgress: { reports.record($0) })
    let outcome = try await fixture.downloads.download(request)
    #expect(outcome == .file(DownloadFolder(of: request.url, in: fixture.downloads.folder).part))
    #expect(reports.values.last?.received == 100)
    #expect(reports.values.last?.fraction == 1)
    #expect(server.heads.allSatisfy { $0.contains("Accept-Encoding: identity") })
  }

  @Test func `a file without a length ends with its connection`() async throws {
    let server = try HTTPServer(["/a": .file(of: nil)])
    #expect(try await fixture.download(server.url("/a")) == whole)
  }

  @Test func `a cancelled download closes its connection and has no failure`() async throws {
    let server = try HTTPServer(["/a": .file(50) + [.waitForDisconnect]])
    let call = await fixture.startDownload(server.url("/a"))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(await server.events.contains(.disconnected("/a")))
    let record = try #require(fixture.downloads.records.first)
    #expect(record.total == 100 && !record.isActive && record.failure == nil)
  }

  @Test func `a download cancelled before its response leaves no files`() async throws {
    let server = try HTTPServer(["/a": [.waitForDisconnect]])
    let call = Task { try await fixture.download(server.url("/a"), timeout: .seconds(3600)) }
    #expect(await server.events.contains(.requested("/a")))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(fixture.files == ["downloads"])
  }

  @Test func `a slow server does not time out while it sends data`() async throws {
    let server = try HTTPServer(["/a": .file(50) + [.waitForResume, .fill(50, from: 50)]])
    let call = await fixture.startDownload(server.url("/a"))
    server.resume()
    guard case .file(let path) = try await call.value else { throw CancellationError() }
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == whole)
  }

  @Test(arguments: [
    ([HTTPServer.Step.respond(404)], 1), ([.respond(401)], 1), ([.respond(304)], 1),
    ([.respond(500)], 3), ([.respond(300)], 1),
  ])
  func `an error status is thrown and its body is not stored`(
    steps: [HTTPServer.Step], visits: Int
  ) async throws {
    let server = try HTTPServer(["/a": steps])
    let error = await #expect(throws: NetworkError.self) {
      try await fixture.download(server.url("/a"))
    }
    guard case .status = error else { throw CancellationError() }
    #expect(server.paths.count == visits)
    #expect(fixture.files.filter { $0.hasSuffix("part") } == [])
  }

  @Test func `a download is retried after status 500`() async throws {
    let server = try HTTPServer(scripts: ["/a": [[.respond(500)], .file()]])
    #expect(try await fixture.download(server.url("/a")) == whole)
  }

  @Test func `a redirect loop and a closed port are errors`() async throws {
    let server = try HTTPServer(["/a": [.redirect(302, to: "/a")]])
    await #expect(throws: NetworkError.tooManyRedirects(server.url("/a"), limit: 10)) {
      try await fixture.download(server.url("/a"))
    }
    let port = try HTTPServer.unusedPort()
    await #expect(throws: NetworkError.refused("127.0.0.1:\(port)")) {
      try await fixture.download("http://127.0.0.1:\(port)/")
    }
  }

  @Test(arguments: [100, nil])
  func `a file above the limit is rejected`(announcedLength: Int?) async throws {
    let server = try HTTPServer(["/a": .file(of: announcedLength)])
    await #expect(throws: NetworkError.tooLarge(server.url("/a"), limit: 99)) {
      try await fixture.download(server.url("/a"), limit: 99)
    }
  }

  @Test func `a consumed file is downloaded again only if it changed`() async throws {
    let server = try HTTPServer(scripts: [
      "/a": [
        .file(), [.respond(304)], [.respond(304)], [.head("200 OK", length: 0, "ETag: \"2\"")],
        .file(3, of: 3, "ETag: \"2\""),
      ]
    ])
    let reference = DownloadReference(url: server.url("/a"))
    #expect(try await fixture.download(reference.url) == whole)
    #expect(try await fixture.downloads.hasChanged(reference) == nil)
    try fixture.downloads.consume(reference)
    #expect(fixture.files.filter { $0.hasSuffix("part") } == [])
    #expect(fixture.downloads.records.first?.isConsumed == true)
    #expect(try await fixture.download(reference.url, acceptsUnchanged: true) == nil)
    #expect(try await fixture.downloads.hasChanged(reference) == false)
    #expect(try await fixture.downloads.hasChanged(reference) == true)
    let new = try await fixture.download(reference.url, acceptsUnchanged: true)
    #expect(new == HTTPServer.bytes(3))
    #expect(fixture.downloads.records.first?.isConsumed == false)
  }

  @Test func `whether a file has changed is unknown if the server does not support HEAD`()
    async throws
  {
    let server = try HTTPServer(scripts: ["/a": [.file(), [.respond(405)]]])
    let reference = DownloadReference(url: server.url("/a"))
    _ = try await fixture.download(reference.url)
    try fixture.downloads.consume(reference)
    #expect(try await fixture.downloads.hasChanged(reference) == nil)
  }

  @Test func `a file that was complete before a restart is revalidated`() async throws {
    let server = try HTTPServer(scripts: ["/a": [.file(), [.respond(304)]]])
    for _ in 0..<2 { #expect(try await fixture.download(server.url("/a")) == whole) }
    #expect(server.heads.last?.contains("If-None-Match: \"1\"") == true)
  }

  @Test func `a download that is running elsewhere is busy`() async throws {
    let server = try HTTPServer([
      "/a": [.head("200 OK", length: 100), .waitForResume, .fill(100, from: 0)]
    ])
    let reference = DownloadReference(url: server.url("/a"))
    let other = NetworkFixture(folder: fixture.folder)
    let first = await fixture.startDownload(reference.url)
    #expect(other.downloads.records.map(\.isActive) == [true])
    await #expect(throws: NetworkError.busy(reference.url)) {
      try await other.download(reference.url)
    }
    #expect(throws: NetworkError.busy(reference.url)) { try other.downloads.discard(reference) }
    server.resume()
    let path = DownloadFolder(of: reference.url, in: fixture.downloads.folder).part
    #expect(try await first.value == .file(path))
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == whole)
    #expect(server.paths == ["/a"])
  }

  @Test func `a fourth download waits for one of three to finish`() async throws {
    let paths = ["/a", "/b", "/c", "/d"]
    let steps = [
      HTTPServer.Step.head("200 OK", length: 10), .waitForResume, .fill(10, from: 0),
    ]
    let server = try HTTPServer(Dictionary(uniqueKeysWithValues: paths.map { ($0, steps) }))
    let calls = paths.map { path in Task { try await fixture.download(server.url(path)) } }
    var requests = 0
    for await event in server.events {
      guard case .requested = event else { continue }
      requests += 1
      if requests == 3 { break }
    }
    #expect(fixture.downloads.records.count <= 3)
    for _ in paths { server.resume() }
    for call in calls { #expect(try await call.value == HTTPServer.bytes(10)) }
  }
}
