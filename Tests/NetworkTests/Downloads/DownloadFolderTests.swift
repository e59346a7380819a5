import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// What downloads store, and what they accept from earlier versions and killed processes.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct DownloadFolderTests {
  private let fixture = NetworkFixture()

  @Test func `discarding removes all files`() async throws {
    let server = try HTTPServer(["/a": .file(50)])
    _ = try? await fixture.download(server.url("/a"))
    #expect(!fixture.files.isEmpty)
    try fixture.downloads.discard(DownloadReference(url: server.url("/a")))
    try fixture.downloads.discard(DownloadReference(url: "https://example.org/never"))
    #expect(Set(fixture.files) == ["downloads", "temporary"])
  }

  @Test func `only the current user can read what is stored`() async throws {
    let server = try HTTPServer([
      "/a": .file(), "/b": [.respond(200, "there", header: "ETag: \"1\"")],
    ])
    let old = DownloadFolder(of: server.url("/a"), in: fixture.downloads.folder)
    try FileManager.default.createDirectory(at: old.url, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: URL(filePath: old.part))
    _ = try await fixture.download(server.url("/a"))
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
    let server = try HTTPServer([path: .file(100, "ETag: \"1\"\r\nCache-Control: max-age=9")])
    let reference = DownloadReference(url: server.url(path))
    _ = try await fixture.download(reference.url)
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

  @Test func `a stored failure contains no secret`() async throws {
    let server = try HTTPServer([
      "/a?k=secret": [.redirect(302, to: "ftp://me:secret@127.0.0.1/x?k=secret")]
    ])
    let expected = NetworkError.badRedirect(server.url("/a"), to: "ftp://…@127.0.0.1/x?…")
    await #expect(throws: expected) { try await fixture.download(server.url("/a?k=secret")) }
    #expect(fixture.downloads.records.first?.failure == expected.description)
    #expect(fixture.messages.values.allSatisfy { !$0.contains("secret") })
  }

  @Test func `the metadata of an earlier version lose their secrets and bad validators`()
    async throws
  {
    let server = try HTTPServer(["/a?token=secret": .file(3, of: 3)])
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
    fixture.downloads.cleanUp()
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("secret"))
    #expect(try await fixture.downloads.hasChanged(reference) == nil)
    try Data(json.utf8).write(to: file)
    let new = try await fixture.download(reference.url, acceptsUnchanged: true)
    #expect(new == HTTPServer.bytes(3))
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
    fixture.downloads.cleanUp()
    let left = try FileManager.default.contentsOfDirectory(
      atPath: fixture.folder.appending(path: "downloads").path)
    #expect(left == [folders[1].url.lastPathComponent])
    withExtendedLifetime(lock) {}
  }

  @Test(.enabled(if: SmallDisk.isPermitted))
  func `a full disk is an error and the bytes that fit are kept`() async throws {
    let disk = try SmallDisk(bytes: 64 << 10)
    let server = try HTTPServer(["/a": .file(200_000, of: 200_000)])
    let full = NetworkFixture(folder: disk.url)
    let error = await #expect(throws: NetworkError.self) {
      try await full.downloads.download(DownloadRequest(url: server.url("/a")))
    }
    #expect(error?.description.contains("no space left on device") == true)
    let record = try #require(full.downloads.records.first)
    #expect(record.received > 0 && record.received < 200_000)
  }

  @Test(.enabled(if: SmallDisk.isPermitted))
  func `a download that fills the disk and cannot be resumed leaves space`() async throws {
    let disk = try SmallDisk(bytes: 64 << 10)
    let endless = [HTTPServer.Step.head("200 OK", length: nil, "X: y"), .fill(200_000, from: 0)]
    let server = try HTTPServer(["/a": endless])
    let full = NetworkFixture(folder: disk.url)
    let error = await #expect(throws: NetworkError.self) {
      try await full.downloads.download(DownloadRequest(url: server.url("/a")))
    }
    #expect(error?.description.contains("no space left on device") == true)
    #expect(full.downloads.records.map(\.received) == [0])
    try Data(count: 32 << 10).write(to: disk.url.appending(path: "other"))
  }
}
