import Foundation
import Mediator
import ModuleManager
import NetworkInterface
import Platform
import Testing

@testable import Network

/// Tests with a real server: nginx serves a folder at `NGINX_URL`, in which `file` has the digest
/// `NGINX_SHA256`, and `slow/file` is throttled.
@Suite(.enabled(if: environment["NGINX_URL"] != nil), .timeLimit(.minutes(15)))
struct NginxTests {
  private let fixture = NetworkFixture()
  private let url = environment["NGINX_URL"] ?? ""

  @Test func `a file is downloaded once and unchanged afterwards`() async throws {
    let reference = DownloadReference(url: "\(url)/file")
    let request = DownloadRequest(url: reference.url, acceptsUnchanged: true)
    try await expectWholeFile(request)
    try fixture.downloads.consume(reference)
    #expect(try await fixture.downloads.hasChanged(reference) == false)
    #expect(try await fixture.downloads.download(request) == .unchanged)
  }

  @Test func `an interrupted download is resumed`() async throws {
    let (progress, continuation) = AsyncStream<Int>.makeStream()
    let slow = DownloadRequest(
      url: "\(url)/slow/file", onProgress: { continuation.yield($0.received) })
    let call = Task { try await fixture.downloads.download(slow) }
    #expect(await progress.contains { $0 > 0 })
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    let receivedBefore = try #require(fixture.downloads.records.first?.received)
    #expect(receivedBefore > 0)
    let received = Lock(Int.max)
    let request = DownloadRequest(
      url: slow.url,
      onProgress: { progress in received.withLock { $0 = min($0, progress.received) } })
    try await expectWholeFile(request)
    #expect(received.withLock { $0 } >= receivedBefore)
  }

  @Test func `many small reads reuse their connections`() async throws {
    let counts = try await withThrowingTaskGroup { group in
      for number in 0..<64 {
        group.addTask { [fixture, url] in
          try await fixture.fetcher.fetch(FetchRequest(url: "\(url)/small?\(number)")).body.count
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(counts == [6])
  }

  private func expectWholeFile(_ request: DownloadRequest) async throws {
    guard case .file(let path) = try await fixture.downloads.download(request) else {
      throw CancellationError()
    }
    var digest = SHA256()
    digest.update(try Array(Data(contentsOf: URL(filePath: path))))
    #expect(digest.finish() == environment["NGINX_SHA256"])
  }
}

private let environment = ProcessInfo.processInfo.environment
