import Foundation
import ModuleManager
import NetworkInterface
import Platform
import TestSupport
import Testing

@testable import Network

/// What a download does after the server has sent only a part of the file.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct ResumedDownloadsTests {
  private let fixture = NetworkFixture()
  private let whole = HTTPServer.bytes(100)

  @Test func `an interrupted transfer is resumed`() async throws {
    let server = try HTTPServer(scripts: ["/a": [.file(50), .part(from: 50)]])
    #expect(try await fixture.download(server.url("/a")) == whole)
    #expect(server.heads.last?.contains("Range: bytes=50-") == true)
    #expect(server.heads.last?.contains("If-Range: \"1\"") == true)
  }

  @Test func `a download is resumed after a restart`() async throws {
    let server = try HTTPServer(scripts: ["/a": [.file(50), .part(from: 50)]])
    let before = NetworkFixture(folder: fixture.folder, attempts: 1)
    let url = server.url("/a")
    let expected = NetworkError.tooShort(url, received: 50, expected: 100)
    await #expect(throws: expected) { try await before.download(url) }
    let record = DownloadRecord(
      url: url, received: 50, total: 100, failure: expected.description)
    #expect(fixture.downloads.records == [record])
    #expect(try await fixture.download(url) == whole)
  }

  @Test func `a transfer that keeps breaking is resumed as long as it makes progress`() async throws
  {
    let parts = stride(from: 10, to: 100, by: 10).map { start in
      [HTTPServer.Step].part(from: start, count: 10)
    }
    let server = try HTTPServer(scripts: ["/a": [.file(10)] + parts])
    #expect(try await fixture.download(server.url("/a")) == whole)
  }

  @Test func `a file that changed between two parts is downloaded from the beginning`() async throws
  {
    let changed = [HTTPServer.Step.head("200 OK", length: 30, "ETag: \"2\""), .fill(30, from: 7)]
    let server = try HTTPServer(scripts: ["/a": [.file(50), changed]])
    #expect(try await fixture.download(server.url("/a")) == HTTPServer.bytes(30, from: 7))
  }

  @Test(arguments: ["X: y", "ETag: W/\"1\""])
  func `a file without a strong validator is downloaded from the beginning`(fields: String)
    async throws
  {
    let server = try HTTPServer(scripts: ["/a": [.file(50, fields), .file()]])
    #expect(try await fixture.download(server.url("/a")) == whole)
    #expect(server.heads.last?.contains("Range") == false)
  }

  @Test(arguments: [("X: y", false), ("ETag: \"1\"", true)])
  func `after a failure, only a part that can be resumed is kept`(
    fields: String, isKept: Bool
  ) async throws {
    let server = try HTTPServer(["/a": .file(50, fields)])
    let url = server.url("/a")
    let once = NetworkFixture(folder: fixture.folder, attempts: 1)
    await #expect(throws: NetworkError.self) { try await once.download(url) }
    #expect(fixture.downloads.records.map(\.received) == [isKept ? 50 : 0])
    let folder = DownloadFolder(of: url, in: DataFolder(fixture.folder))
    #expect(FileManager.default.fileExists(atPath: folder.part) == isKept)
  }

  @Test func `after a failed revalidation, a whole file is kept`() async throws {
    let server = try HTTPServer(scripts: [
      "/a": [.file(100, "ETag: W/\"1\""), [.respond(500)], [.respond(304)]]
    ])
    let url = server.url("/a")
    let once = NetworkFixture(folder: fixture.folder, attempts: 1)
    #expect(try await once.download(url) == whole)
    await #expect(throws: NetworkError.self) { try await once.download(url) }
    #expect(try await once.download(url) == whole)
    #expect(server.heads.last?.contains("If-None-Match: W/\"1\"") == true)
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
    let wrong = [HTTPServer.Step.head("206 Partial", length: 50, fields), .fill(50, from: 3)]
    let server = try HTTPServer(scripts: ["/a": [.file(50), wrong, .file()]])
    #expect(try await fixture.download(server.url("/a")) == whole)
    #expect(server.heads.last?.contains("Range") == false)
  }

  @Test
  func `a part longer than announced is rejected and the file is downloaded from the beginning`()
    async throws
  {
    let fields = "ETag: \"1\"\r\nContent-Range: bytes 50-99/100"
    let long = [HTTPServer.Step.head("206 Partial", length: nil, fields), .fill(60, from: 50)]
    let server = try HTTPServer(scripts: ["/a": [.file(50), long, .file()]])
    #expect(try await fixture.download(server.url("/a")) == whole)
  }

  @Test func `an unsatisfiable range restarts the download from the beginning`() async throws {
    let server = try HTTPServer(scripts: ["/a": [.file(50), [.respond(416)], .file()]])
    #expect(try await fixture.download(server.url("/a")) == whole)
  }

  @Test func `a part that was not requested is rejected`() async throws {
    let server = try HTTPServer(["/a": .part(from: 50)])
    await #expect(throws: NetworkError.wrongPart(server.url("/a"))) {
      try await fixture.download(server.url("/a"))
    }
  }

  @Test(arguments: [
    "ETag: \"1\"\r\nContent-Range: bytes 0-99/100", "ETag: \"2\"\r\nContent-Range: bytes 50-99/100",
  ])
  func `a server that always sends a wrong part and breaks gets three requests`(
    fields: String
  ) async throws {
    let wrong = [HTTPServer.Step.head("206 Partial", length: 50, fields), .fill(50, from: 3)]
    // The second answer from the beginning breaks a little later, which is progress.
    let server = try HTTPServer(scripts: ["/a": [.file(50), wrong, .file(60), wrong]])
    let expected = NetworkError.tooShort(server.url("/a"), received: 60, expected: 100)
    await #expect(throws: expected) { try await fixture.download(server.url("/a")) }
    #expect(server.heads.map { $0.contains("Range") } == [false, true, false])
  }

  @Test
  func `a server that refuses every range, or changes the file each time, gets three requests`()
    async throws
  {
    func changing(_ counts: Int...) -> HTTPServer.Script {
      (0..<100).map { .file(counts[$0 % counts.count], "ETag: \"\($0)\"") }
    }
    let server = try HTTPServer(scripts: [
      "/a": Array(repeating: [.file(50), [.respond(416)]], count: 100).flatMap { $0 },
      "/b": changing(50), "/c": changing(10),
      // Bytes that were received before are no progress.
      "/d": changing(50, 20),
    ])
    for path in ["/a", "/b", "/c", "/d"] {
      await #expect(throws: NetworkError.self) { try await fixture.download(server.url(path)) }
      #expect(server.paths.count { $0 == path } == 3, "\(path)")
    }
  }

  @Test func `a server that makes no progress is an error and the received bytes are kept`()
    async throws
  {
    let nothing = [
      HTTPServer.Step.head("206 Partial", length: 50, "Content-Range: bytes 50-99/100")
    ]
    let server = try HTTPServer(scripts: ["/a": [.file(50), nothing]])
    let expected = NetworkError.tooShort(server.url("/a"), received: 50, expected: 100)
    await #expect(throws: expected) { try await fixture.download(server.url("/a")) }
    #expect(server.paths.count == 3)
    let record = try #require(fixture.downloads.records.first)
    #expect(record.received == 50 && record.failure == expected.description)
  }

  @Test func `a stalled server times out and the received bytes are kept`() async throws {
    let server = try HTTPServer(["/a": .file(50) + [.waitForDisconnect]])
    await #expect(throws: NetworkError.timedOut(server.url("/a"), .idle, after: .seconds(1))) {
      try await fixture.download(server.url("/a"), timeout: .seconds(1))
    }
    #expect(fixture.downloads.records.first?.total == 100)
    // The second attempt received nothing.
    #expect(server.paths.count == 2)
  }

  @Test(arguments: ["201 Created", "202 Accepted", "204 No Content", "205 Reset Content"])
  func `a success without a file is an error and the received bytes are kept`(
    status: String
  ) async throws {
    let server = try HTTPServer(scripts: ["/a": [.file(50), [.head(status, length: 0)]]])
    let expected = NetworkError.status(Int(status.prefix(3)) ?? 0, server.url("/a"))
    await #expect(throws: expected) { try await fixture.download(server.url("/a")) }
    #expect(fixture.downloads.records.first?.received == 50)
  }
}
