import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct NetworkModuleTests {
  private let harness: ModuleHarness

  init() async throws {
    harness = try await ModuleHarness(NetworkModule.self)
  }

  @Test func `the module stores downloads in its folder`() async throws {
    let server = try HTTPServer(["/a": [.respond(200, "there", header: "ETag: \"1\"")]])
    let reference = DownloadReference(url: server.url("/a"))
    let request = DownloadRequest(url: reference.url)
    guard case .file(let path) = try await harness.mediator.perform(Network.download, request)
    else { throw CancellationError() }
    #expect(path.hasPrefix(harness.folder.path))
    #expect(try await harness.mediator.perform(Network.downloads).map(\.received) == [5])
    _ = try await harness.mediator.perform(Network.consume, reference)
    #expect(try await harness.mediator.perform(Network.hasChanged, reference) == false)
    _ = try await harness.mediator.perform(Network.discard, reference)
    #expect(try await harness.mediator.perform(Network.downloads) == [])
  }

  /// Downloads a file as the host does.
  private func download(_ address: String, limit: Int = 1000) async throws -> String? {
    let descriptor = ModuleDescriptor(NetworkModule.self)
    let downloader = try #require(descriptor.contributions(of: HTTPDownloader.self).first)
    let target = harness.folder.appending(path: "target")
    let progress = Recorder<[Int?]>()
    try await downloader.download(
      harness.mediator,
      HTTPDownloader.Request(address, to: target, limit: limit) { progress.record([$0, $1]) })
    #expect(progress.values.last == [5, 5])
    return try String(contentsOf: target, encoding: .utf8)
  }

  @Test func `the host gets a file, and nothing else stays`() async throws {
    let server = try HTTPServer([
      "/a": [.redirect(302, to: "/b")], "/b": [.respond(200, "there")],
    ])
    #expect(try await download(server.url("/a")) == "there")
    #expect(try await harness.mediator.perform(Network.downloads) == [])
  }

  @Test func `a file that the host cannot get leaves nothing`() async throws {
    let server = try HTTPServer([
      "/large": [.respond(200, "there")], "/missing": [.respond(404)],
      "/plain": [.redirect(302, to: "http://example.org/b")],
    ])
    await #expect(throws: NetworkError.tooLarge(server.url("/large"), limit: 4)) {
      try await download(server.url("/large"), limit: 4)
    }
    await #expect(throws: NetworkError.status(404, server.url("/missing"))) {
      try await download(server.url("/missing"))
    }
    await #expect(
      throws: NetworkError.insecureRedirect(server.url("/plain"), to: "http://example.org/b")
    ) {
      try await download(server.url("/plain"))
    }
    #expect(try await harness.mediator.perform(Network.downloads) == [])
    let target = harness.folder.appending(path: "target").path
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}
