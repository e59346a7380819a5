import Foundation
import Mediator
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
}
