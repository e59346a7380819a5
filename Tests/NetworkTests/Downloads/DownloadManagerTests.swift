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

  private func head(
    _ status: String, length: Int?, _ fields: String = "ETag: \"1\""
  ) -> HTTPServer.Step {
    let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
    return .send("HTTP/1.1 \(status)\r\n\(length)\(fields)\r\nConnection: close\r\n\r\n")
  }

  /// Sends the first half of the file and closes the connection.
  private var brokenHalf: [HTTPServer.Step] {
    [head("200 OK", length: 100), .fill(50, from: 0)]
  }

  private var secondHalf: [HTTPServer.Step] {
    [
      head("206 Partial", length: 50, "ETag: \"1\"\r\nContent-Range: bytes 50-99/100"),
      .fill(50, from: 50),
    ]
  }

  private func download(
    _ url: String, sha256: String? = nil, limit: Int = 1000, timeout: Duration = .seconds(30),
    acceptsUnchanged: Bool = false
  ) async throws -> [UInt8]? {
    let request = DownloadRequest(
      url: url, sha256: sha256, limit: limit, timeout: timeout, acceptsUnchanged: acceptsUnchanged)
    switch try await fixture.downloads.download(request) {
    case .file(let path): return try Array(Data(contentsOf: URL(filePath: path)))
    case .unchanged: return nil
    }
  }

  @Test func `a file is downloaded and its progress is reported`() async throws {
    let server = try HTTPServer(["/a": [head("200 OK", length: 100), .fill(100, from: 0)]])
    let reports = Recorder<DownloadProgress>()
    let request = DownloadRequest(url: server.url("/a"), onProgress: { reports.record($0) })
    let outcome = try await fixture.downloads.download(request)
    #expect(outcome == .file(DownloadFolder(of: request.url, in: fixture.downloads.folder).part))
    #expect(reports.values.last?.received == 100)
    #expect(reports.values.last?.fraction == 1)
    #expect(server.heads.allSatisfy { $0.contains("Accept-Encoding: identity") })
  }

  @Test func `an interrupted transfer is resumed`() async throws {
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, secondHalf]])
    #expect(try await download(server.url("/a")) == whole)
    #expect(server.heads.last?.contains("Range: bytes=50-") == true)
    #expect(server.heads.last?.contains("If-Range: \"1\"") == true)
  }

  @Test func `a download is resumed after a restart`() async throws {
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, secondHalf]])
    let before = NetworkFixture(folder: fixture.folder, attempts: 1)
    let request = DownloadRequest(url: server.url("/a"))
    let expected = NetworkError.tooShort(request.url, received: 50, expected: 100)
    await #expect(throws: expected) { try await before.downloads.download(request) }
    let record = DownloadRecord(
      url: request.url, received: 50, total: 100, failure: expected.description)
    #expect(fixture.downloads.records == [record])
    #expect(try await download(request.url) == whole)
  }

  @Test func `a cancelled download closes its connection and has no failure`() async throws {
    let server = try HTTPServer(["/a": brokenHalf + [.waitForDisconnect]])
    let (progress, continuation) = AsyncStream<Int>.makeStream()
    let request = DownloadRequest(
      url: server.url("/a"), onProgress: { continuation.yield($0.received) })
    let call = Task { try await fixture.downloads.download(request) }
    #expect(await progress.contains(0))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(await server.events.contains(.disconnected("/a")))
    let record = try #require(fixture.downloads.records.first)
    #expect(record.total == 100 && !record.isActive && record.failure == nil)
  }

  @Test func `a file that changed between two parts is downloaded from the beginning`() async throws
  {
    let changed = [head("200 OK", length: 30, "ETag: \"2\""), .fill(30, from: 7)]
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, changed]])
    #expect(try await download(server.url("/a")) == HTTPServer.bytes(30, from: 7))
  }

  @Test(arguments: [
    "ETag: \"1\"\r\nContent-Range: bytes 40-89/100", "ETag: \"1\"",
    "ETag: \"2\"\r\nContent-Range: bytes 50-99/100",
    "ETag: \"1\"\r\nContent-Range: bytes 50-99/300",
    "ETag: \"1\"\r\nContent-Range: lines 50-99/100",
    "ETag: \"1\"\r\nContent-Range: bytes 99999999999999999999-99/100",
  ])
  func `a wrong part is rejected and the file is downloaded from the beginning`(
    fields: String
  ) async throws {
    let wrong = [head("206 Partial", length: 50, fields), .fill(50, from: 3)]
    let good = [head("200 OK", length: 100), .fill(100, from: 0)]
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, wrong, good]])
    #expect(try await download(server.url("/a")) == whole)
    #expect(server.heads.last?.contains("Range") == false)
  }

  @Test(arguments: [
    "ETag: \"1\"\r\nContent-Range: bytes 0-99/100", "ETag: \"2\"\r\nContent-Range: bytes 50-99/100",
  ])
  func `a server that always sends a wrong part and breaks gets three requests`(
    fields: String
  ) async throws {
    let wrong = [head("206 Partial", length: 50, fields), .fill(50, from: 3)]
    // The second answer from the beginning breaks a little later, which is progress.
    let longer = [head("200 OK", length: 100), HTTPServer.Step.fill(60, from: 0)]
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, wrong, longer, wrong]])
    let expected = NetworkError.tooShort(server.url("/a"), received: 60, expected: 100)
    await #expect(throws: expected) { try await download(server.url("/a")) }
    #expect(server.heads.map { $0.contains("Range") } == [false, true, false])
  }

  @Test func `bytes that were received before are no progress`() async throws {
    let steps = (0..<100).map {
      [head("200 OK", length: 100, "ETag: \"\($0)\""), .fill($0 % 2 == 0 ? 50 : 20, from: 0)]
    }
    let server = try HTTPServer(scripts: ["/a": steps])
    await #expect(throws: NetworkError.self) { try await download(server.url("/a")) }
    #expect(server.paths.count == 3)
  }

  @Test(arguments: ["201 Created", "202 Accepted", "204 No Content", "205 Reset Content"])
  func `a success without a file is an error and the received bytes are kept`(
    status: String
  ) async throws {
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, [head(status, length: 0)]]])
    let expected = NetworkError.status(Int(status.prefix(3)) ?? 0, server.url("/a"))
    await #expect(throws: expected) { try await download(server.url("/a")) }
    #expect(fixture.downloads.records.first?.received == 50)
  }

  @Test
  func `a part longer than announced is rejected and the file is downloaded from the beginning`()
    async throws
  {
    let long = [
      head("206 Partial", length: nil, "ETag: \"1\"\r\nContent-Range: bytes 50-99/100"),
      .fill(60, from: 50),
    ]
    let good = [head("200 OK", length: 100), .fill(100, from: 0)]
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, long, good]])
    #expect(try await download(server.url("/a")) == whole)
  }

  @Test func `a transfer that keeps breaking is resumed as long as it makes progress`() async throws
  {
    let parts = stride(from: 10, to: 100, by: 10).map { start in
      [
        head(
          "206 Partial", length: 100 - start,
          "ETag: \"1\"\r\nContent-Range: bytes \(start)-99/100"),
        .fill(10, from: start),
      ]
    }
    let first = [head("200 OK", length: 100), .fill(10, from: 0)]
    let server = try HTTPServer(scripts: ["/a": [first] + parts])
    #expect(try await download(server.url("/a")) == whole)
  }

  @Test func `a download cancelled before its response leaves no files`() async throws {
    let server = try HTTPServer(["/a": [.waitForDisconnect]])
    let call = Task { try await download(server.url("/a"), timeout: .seconds(3600)) }
    #expect(await server.events.contains(.requested("/a")))
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(fixture.files == ["downloads"])
  }

  @Test func `whether a file has changed is unknown if the server does not support HEAD`()
    async throws
  {
    let good = [head("200 OK", length: 100), .fill(100, from: 0)]
    let server = try HTTPServer(scripts: ["/a": [good, [.respond(405)]]])
    let reference = DownloadReference(url: server.url("/a"))
    _ = try await download(reference.url)
    try fixture.downloads.consume(reference)
    #expect(try await fixture.downloads.hasChanged(reference) == nil)
  }

  @Test func `a part that was not requested is rejected`() async throws {
    let server = try HTTPServer(["/a": secondHalf])
    await #expect(throws: NetworkError.wrongPart(server.url("/a"))) {
      try await download(server.url("/a"))
    }
  }

  @Test func `an unsatisfiable range restarts the download from the beginning`() async throws {
    let good = [head("200 OK", length: 100), .fill(100, from: 0)]
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, [.respond(416)], good]])
    #expect(try await download(server.url("/a")) == whole)
  }

  @Test func `a server that refuses every range, or changes the file each time, is an error`()
    async throws
  {
    let steps = (0..<100).map {
      [head("200 OK", length: 100, "ETag: \"\($0)\""), .fill(50, from: 0)]
    }
    let server = try HTTPServer(scripts: [
      "/a": Array(repeating: [brokenHalf, [.respond(416)]], count: 100).flatMap { $0 }, "/b": steps,
      "/c": steps.map { $0.dropLast() + [.fill(10, from: 0)] },
    ])
    for path in ["/a", "/b", "/c"] {
      await #expect(throws: NetworkError.self) { try await download(server.url(path)) }
    }
    #expect(server.paths.count < 3 * 50)
  }

  @Test func `a file without a length ends with its connection`() async throws {
    let server = try HTTPServer(["/a": [head("200 OK", length: nil), .fill(100, from: 0)]])
    #expect(try await download(server.url("/a")) == whole)
  }

  @Test(arguments: ["X: y", "ETag: W/\"1\""])
  func `a file without a strong validator is downloaded from the beginning`(fields: String)
    async throws
  {
    let half = [head("200 OK", length: 100, fields), .fill(50, from: 0)]
    let good = [head("200 OK", length: 100), .fill(100, from: 0)]
    let server = try HTTPServer(scripts: ["/a": [half, good]])
    #expect(try await download(server.url("/a")) == whole)
    #expect(server.heads.last?.contains("Range") == false)
  }

  @Test func `a server that makes no progress is an error and the received bytes are kept`()
    async throws
  {
    let nothing = [head("206 Partial", length: 50, "Content-Range: bytes 50-99/100")]
    let server = try HTTPServer(scripts: ["/a": [brokenHalf, nothing]])
    let expected = NetworkError.tooShort(server.url("/a"), received: 50, expected: 100)
    await #expect(throws: expected) { try await download(server.url("/a")) }
    #expect(server.paths.count == 3)
    let record = try #require(fixture.downloads.records.first)
    #expect(record.received == 50 && record.failure == expected.description)
  }

  @Test func `a stalled server times out and the received bytes are kept`() async throws {
    let server = try HTTPServer(["/a": brokenHalf + [.waitForDisconnect]])
    await #expect(throws: NetworkError.timedOut(server.url("/a"), .idle, after: .seconds(1))) {
      try await download(server.url("/a"), timeout: .seconds(1))
    }
    #expect(fixture.downloads.records.first?.total == 100)
    // The second attempt received nothing.
    #expect(server.paths.count == 2)
  }

  @Test func `a slow server does not time out while it sends data`() async throws {
    let server = try HTTPServer([
      "/a": [
        head("200 OK", length: 100), .fill(50, from: 0), .waitForResume, .fill(50, from: 50),
      ]
    ])
    let (progress, continuation) = AsyncStream<Int>.makeStream()
    let request = DownloadRequest(
      url: server.url("/a"), onProgress: { continuation.yield($0.received) })
    async let outcome = fixture.downloads.download(request)
    #expect(await progress.contains(0))
    server.resume()
    guard case .file(let path) = try await outcome else { throw CancellationError() }
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
    let error = await #expect(throws: NetworkError.self) { try await download(server.url("/a")) }
    guard case .status = error else { throw CancellationError() }
    #expect(server.paths.count == visits)
    #expect(fixture.files.filter { $0.hasSuffix("part") } == [])
  }

  @Test func `a download is retried after status 500`() async throws {
    let good = [head("200 OK", length: 100), .fill(100, from: 0)]
    let server = try HTTPServer(scripts: ["/a": [[.respond(500)], good]])
    #expect(try await download(server.url("/a")) == whole)
  }

  @Test func `a redirect loop and a closed port are errors`() async throws {
    let server = try HTTPServer(["/a": [.redirect(302, to: "/a")]])
    await #expect(throws: NetworkError.tooManyRedirects(server.url("/a"), limit: 10)) {
      try await download(server.url("/a"))
    }
    let port = try HTTPServer.unusedPort()
    await #expect(throws: NetworkError.refused("127.0.0.1:\(port)")) {
      try await download("http://127.0.0.1:\(port)/")
    }
  }

  @Test(arguments: [true, false])
  func `a file above the limit is rejected`(announcesLength: Bool) async throws {
    let server = try HTTPServer([
      "/a": [head("200 OK", length: announcesLength ? 100 : nil), .fill(100, from: 0)]
    ])
    await #expect(throws: NetworkError.tooLarge(server.url("/a"), limit: 99)) {
      try await download(server.url("/a"), limit: 99)
    }
  }

  @Test func `a file is verified against its digest`() async throws {
    let server = try HTTPServer(["/a": [head("200 OK", length: 100), .fill(100, from: 0)]])
    let digest = SHA256.name(of: String(decoding: whole, as: UTF8.self))
    #expect(try await download(server.url("/a"), sha256: digest.uppercased()) == whole)
    await #expect(throws: NetworkError.wrongChecksum(server.url("/a"))) {
      try await download(server.url("/a"), sha256: String(digest.reversed()))
    }
    #expect(fixture.files.filter { $0.hasSuffix("part") } == [])
  }

  @Test func `a consumed file is downloaded again only if it changed`() async throws {
    let server = try HTTPServer(scripts: [
      "/a": [
        [head("200 OK", length: 100), .fill(100, from: 0)],
        [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")],
        [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")],
        [head("200 OK", length: 0, "ETag: \"2\"")],
        [head("200 OK", length: 3, "ETag: \"2\""), .fill(3, from: 0)],
      ]
    ])
    let reference = DownloadReference(url: server.url("/a"))
    #expect(try await download(server.url("/a")) == whole)
    #expect(try await fixture.downloads.hasChanged(reference) == nil)
    try fixture.downloads.consume(reference)
    #expect(fixture.files.filter { $0.hasSuffix("part") } == [])
    #expect(fixture.downloads.records.first?.isConsumed == true)
    #expect(try await download(server.url("/a"), acceptsUnchanged: true) == nil)
    #expect(try await fixture.downloads.hasChanged(reference) == false)
    #expect(try await fixture.downloads.hasChanged(reference) == true)
    let new = try await download(server.url("/a"), acceptsUnchanged: true)
    #expect(new == HTTPServer.bytes(3))
    #expect(fixture.downloads.records.first?.isConsumed == false)
  }

  @Test func `a file that was complete before a restart is revalidated`() async throws {
    let server = try HTTPServer(scripts: [
      "/a": [
        [head("200 OK", length: 100), .fill(100, from: 0)],
        [.send("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")],
      ]
    ])
    #expect(try await download(server.url("/a")) == whole)
    #expect(try await download(server.url("/a")) == whole)
    #expect(server.heads.last?.contains("If-None-Match: \"1\"") == true)
  }

  @Test func `discarding removes all files`() async throws {
    let server = try HTTPServer(["/a": brokenHalf])
    _ = try? await download(server.url("/a"))
    #expect(!fixture.files.isEmpty)
    try fixture.downloads.discard(DownloadReference(url: server.url("/a")))
    try fixture.downloads.discard(DownloadReference(url: "https://example.org/never"))
    #expect(Set(fixture.files) == ["downloads", "temporary"])
  }

  @Test func `a download that is running elsewhere is busy`() async throws {
    let server = try HTTPServer([
      "/a": [head("200 OK", length: 100), .waitForResume, .fill(100, from: 0)]
    ])
    let other = NetworkFixture(folder: fixture.folder)
    let (progress, continuation) = AsyncStream<Int>.makeStream()
    let request = DownloadRequest(
      url: server.url("/a"), onProgress: { continuation.yield($0.received) })
    async let first = fixture.downloads.download(request)
    #expect(await progress.contains(0))
    let records = other.downloads.records
    #expect(records.map(\.isActive) == [true])
    await #expect(throws: NetworkError.busy(server.url("/a"))) {
      try await other.downloads.download(DownloadRequest(url: server.url("/a")))
    }
    #expect(throws: NetworkError.busy(server.url("/a"))) {
      try other.downloads.discard(DownloadReference(url: server.url("/a")))
    }
    server.resume()
    let path = DownloadFolder(of: request.url, in: fixture.downloads.folder).part
    let outcome = try await first
    #expect(outcome == .file(path))
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == whole)
    #expect(server.paths == ["/a"])
  }

  @Test func `a fourth download waits for one of three to finish`() async throws {
    let paths = ["/a", "/b", "/c", "/d"]
    let steps = [head("200 OK", length: 10), .waitForResume, .fill(10, from: 0)]
    let server = try HTTPServer(Dictionary(uniqueKeysWithValues: paths.map { ($0, steps) }))
    let calls = paths.map { path in Task { try await download(server.url(path)) } }
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

  @Test func `only the current user can read what is stored`() async throws {
    let server = try HTTPServer([
      "/a": [head("200 OK", length: 100), .fill(100, from: 0)],
      "/b": [.respond(200, "there", header: "ETag: \"1\"")],
    ])
    let old = DownloadFolder(of: server.url("/a"), in: fixture.downloads.folder)
    try FileManager.default.createDirectory(at: old.url, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: URL(filePath: old.part))
    _ = try await download(server.url("/a"))
    _ = try await fixture.fetcher.fetch(FetchRequest(url: server.url("/b")))
    for file in fixture.files {
      let path = fixture.folder.appending(path: file).path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    #expect(fixture.files.count { !$0.hasSuffix("lock") } >= 7)
  }

  @Test func `no stored file contains the secrets of an address`() async throws {
    let path = "/a?token=secret"
    let server = try HTTPServer([
      path: [
        head("200 OK", length: 100, "ETag: \"1\"\r\nCache-Control: max-age=9"), .fill(100, from: 0),
      ]
    ])
    let reference = DownloadReference(url: server.url(path))
    _ = try await download(reference.url)
    try fixture.downloads.consume(reference)
    _ = try await fixture.fetcher.fetch(FetchRequest(url: reference.url))
    #expect(fixture.fetcher.cache.response(for: reference.url) != nil)
    #expect(fixture.downloads.records.map(\.url) == [reference.id])
    #expect(reference.id.hasPrefix("\(server.url("/a"))#sha256-"))
    for file in fixture.files {
      let content = try? Data(contentsOf: fixture.folder.appending(path: file))
      #expect(content?.range(of: Data("secret".utf8)) == nil, "\(file)")
    }
  }

  @Test func `the metadata of an earlier version lose their secrets and bad validators`()
    async throws
  {
    let server = try HTTPServer(["/a?token=secret": [head("200 OK", length: 3), .fill(3, from: 0)]])
    let reference = DownloadReference(url: server.url("/a?token=secret"))
    let folder = DownloadFolder(of: reference.url, in: fixture.downloads.folder)
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "notes.json")
    let json = """
      {"url": "\(reference.url)", "etag": "\\"1\\t2\\"", "lastModified": "a\\r\\nHost: b",
       "total": -5, "isConsumed": true}
      """
    try Data(json.utf8).write(to: file)
    #expect(fixture.downloads.records.map(\.url) == [reference.id])
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("secret"))
    #expect(try await fixture.downloads.hasChanged(reference) == nil)
    try Data(json.utf8).write(to: file)
    #expect(
      try await download(reference.url, acceptsUnchanged: true) == HTTPServer.bytes(3))
    #expect(fixture.downloads.records.map(\.url) == [reference.id])
  }

  @Test(arguments: [nil, "", "{", "[]"])
  func `the folder of a killed download without metadata is removed unless it is locked`(
    metadata: String?
  ) async throws {
    let folders = ["a", "b"].map {
      DownloadFolder(of: "https://example.org/\($0)", in: fixture.downloads.folder)
    }
    let lock = try folders[1].lock(for: "b")
    for folder in folders {
      try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
      for name in ["part", "lock"] {
        try Data().write(to: folder.url.appending(path: name))
      }
      guard let metadata else { continue }
      try Data(metadata.utf8).write(to: folder.url.appending(path: "notes.json"))
    }
    #expect(fixture.downloads.records == [])
    let left = try FileManager.default.contentsOfDirectory(
      atPath: fixture.folder.appending(path: "downloads").path)
    #expect(left == [folders[1].url.lastPathComponent])
    withExtendedLifetime(lock) {}
  }

  @Test func `a stored failure contains no secret`() async throws {
    let server = try HTTPServer([
      "/a?k=secret": [.redirect(302, to: "ftp://me:secret@127.0.0.1/x?k=secret")]
    ])
    let expected = NetworkError.badRedirect(server.url("/a"), to: "ftp://…@127.0.0.1/x?…")
    await #expect(throws: expected) { try await download(server.url("/a?k=secret")) }
    #expect(fixture.downloads.records.first?.failure == expected.description)
    #expect(fixture.messages.values.allSatisfy { !$0.contains("secret") })
  }

  @Test func `a full disk is an error and the bytes that fit are kept`() async throws {
    let disk = try SmallDisk(bytes: 64 << 10)
    guard let disk else { return }
    let server = try HTTPServer([
      "/a": [head("200 OK", length: 200_000), .fill(200_000, from: 0)]
    ])
    let full = NetworkFixture(folder: disk.url)
    let error = await #expect(throws: NetworkError.self) {
      try await full.downloads.download(DownloadRequest(url: server.url("/a")))
    }
    #expect(error?.description.contains("no space left on device") == true)
    let record = try #require(full.downloads.records.first)
    #expect(record.received > 0 && record.received < 200_000)
  }
}
