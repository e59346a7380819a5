import Foundation
import Mediator
import NetworkInterface
import Testing

@testable import Network

/// Against a server that people use: nginx serves a folder at `NGINX_URL`, in which `file` has the
/// digest `NGINX_SHA256`, and `slow/file` comes slowly.
@Suite(.enabled(if: environment["NGINX_URL"] != nil), .timeLimit(.minutes(15)))
struct NginxTests {
  private let house = NetworkHouse()
  private let url = environment["NGINX_URL"] ?? ""

  @Test func `a file comes whole, is known again, and is not fetched twice`() async throws {
    let reference = DownloadReference(url: "\(url)/file")
    let request = DownloadRequest(
      url: reference.url, sha256: environment["NGINX_SHA256"], acceptsUnchanged: true)
    guard case .file = try await house.downloads.download(request) else {
      throw CancellationError()
    }
    try house.downloads.consume(reference)
    #expect(try await house.downloads.hasChanged(reference) == false)
    #expect(try await house.downloads.download(request) == .unchanged)
  }

  @Test func `an interrupted file goes on where it was`() async throws {
    let (reported, report) = AsyncStream<Int>.makeStream()
    let slow = DownloadRequest(url: "\(url)/slow/file", report: { report.yield($0.received) })
    let call = Task { try await house.downloads.download(slow) }
    #expect(await reported.contains { $0 > 0 })
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    let there = try #require(house.downloads.records.first?.received)
    #expect(there > 0)
    let received = Lock(Int.max)
    let request = DownloadRequest(
      url: slow.url, sha256: environment["NGINX_SHA256"],
      report: { progress in received.withLock { $0 = min($0, progress.received) } })
    guard case .file = try await house.downloads.download(request) else {
      throw CancellationError()
    }
    #expect(received.withLock { $0 } >= there)
  }

  @Test func `many small reads keep their connections`() async throws {
    let counts = try await withThrowingTaskGroup { group in
      for number in 0..<64 {
        group.addTask { [house, url] in
          try await house.web.fetch(FetchRequest(url: "\(url)/small?\(number)")).body.count
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(counts == [6])
  }
}

private let environment = ProcessInfo.processInfo.environment
